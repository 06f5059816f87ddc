import type { Call, Handlers } from "../http/contract.ts";
import {
  createCategory,
  listCategories,
  readCategory,
  removeCategory,
  updateCategory,
} from "../services/categories.ts";

const list = ({ db, reach }: Pick<Call<"listCategories">, "db" | "reach">) => listCategories(db, reach);

type One = Pick<Call<"getCategory">, "db" | "reach" | "path">;

const read = ({ db, reach, path }: One) => readCategory(db, reach, path.id);

const create = async (call: Pick<Call<"createCategory">, "db" | "reach" | "body" | "parts" | "caller">) => {
  const { db, reach, body, parts, caller } = call;
  const id = await createCategory(db, reach, { save: body, picture: parts["imageFile"], userId: caller.userId });
  return readCategory(db, reach, id);
};

const update = async (
  call: Pick<Call<"updateCategory">, "db" | "reach" | "path" | "seen" | "body" | "parts" | "caller">,
) => {
  const { db, reach, path, seen, body, parts, caller } = call;
  const saving = { save: body, picture: parts["imageFile"], userId: caller.userId };
  await updateCategory(db, reach, { id: path.id, seen }, saving);
  return readCategory(db, reach, path.id);
};

const remove = async ({ db, reach, path }: One) => {
  await removeCategory(db, reach, path.id);
  return undefined;
};

/** Categories of a company, of a group, and of all that the caller may: one work, for the access check has said whose they are. */
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
