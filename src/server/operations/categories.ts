import type { Call, Handlers } from "../http/handlerTypes.ts";
import {
  createCategory,
  listCategories,
  readCategory,
  removeCategory,
  updateCategory,
} from "../services/categories/categories.ts";
import { entryHandlers } from "./catalogueEntry.ts";

const list = ({ db, scope }: Pick<Call<"listCategories">, "db" | "scope">) => listCategories(db, scope);

const { read, create, update, remove } = entryHandlers({
  read: readCategory,
  create: createCategory,
  update: updateCategory,
  remove: removeCategory,
});

/** Handlers for the categories of a company, of a company group, or of all companies and groups of the caller. */
export const categoryOperations = {
  listAllCategories: list,
  listAllCategorySummary: list,
  createCategory: create,
  getCategory: read,
  updateCategory: update,
  deleteCategory: remove,
  listCategories: list,
  listCategorySummary: list,
  createCompanyCategory: create,
  getCompanyCategory: read,
  updateCompanyCategory: update,
  deleteCompanyCategory: remove,
  listGroupCategories: list,
  listGroupCategorySummary: list,
  createGroupCategory: create,
  getGroupCategory: read,
  updateGroupCategory: update,
  deleteGroupCategory: remove,
} satisfies Partial<Handlers>;
