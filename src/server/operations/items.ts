import type { Call, Handlers } from "../http/handlerTypes.ts";
import { exportItems } from "../services/items/itemExport.ts";
import { importItems } from "../services/items/itemImport.ts";
import { createItem, removeItem, updateItem } from "../services/items/itemSave.ts";
import { listItemCosts, listItems, readItem } from "../services/items/items.ts";
import { entryHandlers } from "./catalogueEntry.ts";

type VersionedId = Pick<Call<"listItems">, "db" | "scope">;

const list = ({ db, scope }: VersionedId) => listItems(db, scope);
const costs = ({ db, scope }: VersionedId) => listItemCosts(db, scope);
const { read, create, update, remove } = entryHandlers({
  read: readItem,
  create: createItem,
  update: updateItem,
  remove: removeItem,
});

const give = async ({ db, scope, query, http }: VersionedId & Pick<Call<"exportCompanyItems">, "query" | "http">) => {
  const { mime, bytes } = await exportItems(db, scope, query.format);
  return http.reply
    .type(mime)
    .header("content-disposition", `attachment; filename="items.${query.format}"`)
    .send(bytes);
};

const take = ({ db, scope, query, files }: VersionedId & Pick<Call<"importCompanyItems">, "query" | "files">) =>
  importItems(db, scope, { bytes: files["file"], isDry: query.dryRun === true });

/** Dishes: a company's with those of its group, a group's, or all that the caller may. */
export const itemOperations = {
  listItems: list,
  listCompanyItems: list,
  listGroupItems: list,
  listItemCosts: costs,
  listCompanyItemCosts: costs,
  listGroupItemCosts: costs,
  getItem: read,
  getCompanyItem: read,
  getGroupItem: read,
  createItem: create,
  createCompanyItem: create,
  createGroupItem: create,
  updateItem: update,
  updateCompanyItem: update,
  updateGroupItem: update,
  deleteItem: remove,
  deleteCompanyItem: remove,
  deleteGroupItem: remove,
  exportCompanyItems: give,
  exportGroupItems: give,
  importCompanyItems: take,
  importGroupItems: take,
} satisfies Partial<Handlers>;
