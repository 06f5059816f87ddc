import type { Call, Handlers } from "../http/handlerTypes.ts";
import { exportItems } from "../services/items/itemExport.ts";
import { importItems } from "../services/items/itemImport.ts";
import { createItem, removeItem, updateItem } from "../services/items/itemSave.ts";
import { listItemCosts, listItems, readItem } from "../services/items/items.ts";
import { entryHandlers } from "./catalogueEntry.ts";

type ScopedCall = Pick<Call<"listItems">, "db" | "scope">;

const list = ({ db, scope }: ScopedCall) => listItems(db, scope);
const costs = ({ db, scope }: ScopedCall) => listItemCosts(db, scope);
const { read, create, update, remove } = entryHandlers({
  read: readItem,
  create: createItem,
  update: updateItem,
  remove: removeItem,
});

const exportFile = async ({
  db,
  scope,
  query,
  http,
}: ScopedCall & Pick<Call<"exportCompanyItems">, "query" | "http">) => {
  const { mime, bytes } = await exportItems(db, scope, query.format);
  return http.reply
    .type(mime)
    .header("content-disposition", `attachment; filename="items.${query.format}"`)
    .send(bytes);
};

const importFile = ({ db, scope, query, files }: ScopedCall & Pick<Call<"importCompanyItems">, "query" | "files">) =>
  importItems(db, scope, { bytes: files["file"], isDry: query.dryRun === true });

/** Operations on dishes of a company, a group, or all scopes of the caller. */
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
  exportCompanyItems: exportFile,
  exportGroupItems: exportFile,
  importCompanyItems: importFile,
  importGroupItems: importFile,
} satisfies Partial<Handlers>;
