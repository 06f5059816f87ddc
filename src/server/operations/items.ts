import { type Call, type Handlers, type StoredJson, withOwnTransactions } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import { exportItems } from "../services/items/itemExport.ts";
import { importItems } from "../services/items/itemImport.ts";
import { listItemPrices, readItemPrice, updateItemPrice } from "../services/items/itemPrices.ts";
import { createItem, removeItem, updateItem } from "../services/items/itemSave.ts";
import { listItemCosts, listItems, readItem } from "../services/items/items.ts";
import { runInTransaction } from "../services/shared/idempotency.ts";
import { readTable } from "../services/tables/readTable.ts";
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
  const { format } = query;
  return sendTable(http.reply, await exportItems(db, scope, format), { name: "items", format });
};

type ImportCall = ScopedCall & Pick<Call<"importCompanyItems">, "query" | "files" | "keyedRequest" | "caller">;

/**
 * Imports a table of dishes, or only checks it if `dryRun` is true. The table is parsed before the transaction starts,
 * because parsing may take seconds.
 */
const importFile = withOwnTransactions(async (call: ImportCall): Promise<StoredJson> => {
  const { db, scope, query, files, keyedRequest, caller } = call;
  const table = await readTable(files["file"]);
  const transaction = { request: keyedRequest, companyId: undefined, userId: caller.userId };
  const json = await runInTransaction(db, transaction, async (tx) =>
    JSON.stringify(await importItems(tx, scope, { table, isDry: query.dryRun === true })),
  );
  return { json };
});

/** Handlers for the dishes of a company, of a company group, or of all companies and groups of the caller. */
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
  getItemPrice: ({ db, company, path }) => readItemPrice(db, company.id, path.id),
  updateItemPrice: ({ db, company, path, seen, body }) => updateItemPrice(db, company.id, { id: path.id, seen }, body),
  listItemPrices: ({ db, caller, path }) => listItemPrices(db, caller, path.companyGroupId, path.id),
  exportCompanyItems: exportFile,
  exportGroupItems: exportFile,
  importCompanyItems: importFile,
  importGroupItems: importFile,
} satisfies Partial<Handlers>;
