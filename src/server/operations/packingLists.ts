import { type Call, type Handlers, type StoredJson, withOwnTransactions } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import { approvePackingList, reversePackingList } from "../services/packingLists/packingListApproval.ts";
import { createPackingList, removePackingList, updatePackingList } from "../services/packingLists/packingListSave.ts";
import { listPackingListItems, listPackingLists, readPackingList } from "../services/packingLists/packingLists.ts";
import { exportPackingList, readPackingListTable } from "../services/packingLists/packingListTable.ts";
import { runInTransaction } from "../services/shared/idempotency.ts";
import { parseStockPeriod } from "../services/stock/stockPeriod.ts";
import { readStockSettings, updateStockSettings } from "../services/stock/stockSettings.ts";
import { readTable } from "../services/tables/readTable.ts";

/** Reads an uploaded table. The table is parsed before the transaction starts, because parsing may take seconds. */
const readFile = withOwnTransactions(async (call: Call<"readPackingListTable">): Promise<StoredJson> => {
  const { db, company, scope, files, keyedRequest } = call;
  const table = await readTable(files["file"]);
  const json = await runInTransaction(db, { request: keyedRequest, companyId: company.id }, async (tx) =>
    JSON.stringify(await readPackingListTable(tx, scope, table)),
  );
  return { json };
});

/** Handlers for the packing lists and the stock settings of a company. */
export const packingListOperations = {
  getStockSettings: ({ db, company }) => readStockSettings(db, company.id),
  updateStockSettings: ({ db, company, seen, body }) => updateStockSettings(db, company, seen, body),

  listPackingLists: ({ db, company, query: { supplierId, state, ...days } }) =>
    listPackingLists(db, company.id, { period: parseStockPeriod(days, company.zone, new Date()), supplierId, state }),
  listPackingListItems: ({ db, company, scope }) => listPackingListItems(db, company.id, scope),
  getPackingList: ({ db, company, path }) => readPackingList(db, company.id, path.id),
  createPackingList: ({ db, company, caller, body }) => createPackingList(db, company, caller, body),
  updatePackingList: ({ db, company, path, seen, body }) => updatePackingList(db, company, { id: path.id, seen }, body),
  deletePackingList: ({ db, company, path, seen }) => removePackingList(db, company, { id: path.id, seen }),
  approvePackingList: ({ db, company, caller, path, seen, body }) =>
    approvePackingList(db, company, caller, { id: path.id, seen }, body),
  reversePackingList: ({ db, company, caller, path, seen, body }) =>
    reversePackingList(db, company, caller, { id: path.id, seen }, body),
  readPackingListTable: readFile,
  exportPackingList: async ({ db, company, path, query, http }) => {
    const { format } = query;
    const table = await exportPackingList(db, company, path.id, format);
    return sendTable(http.reply, table, { name: `packing-list-${path.id}`, format });
  },
} satisfies Partial<Handlers>;
