import type { Handlers } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import { parseStockPeriod } from "../services/stock/stockPeriod.ts";
import { acceptTransferList, refuseTransferList } from "../services/transfers/transferAcceptance.ts";
import {
  listTransferCompanies,
  listTransferDeliveries,
  readTransferPrices,
} from "../services/transfers/transferChoices.ts";
import { createTransferList, removeTransferList, updateTransferList } from "../services/transfers/transferSave.ts";
import { recallTransferList, sendTransferList } from "../services/transfers/transferSending.ts";
import { listTransferLists, readTransferList } from "../services/transfers/transfers.ts";
import { exportTransferList } from "../services/transfers/transferTable.ts";

/** Handlers for the transfers between companies. */
export const transferOperations = {
  listTransferLists: ({ db, company, query: { direction, state, ...days } }) =>
    listTransferLists(db, company.id, { period: parseStockPeriod(days, company.zone, new Date()), direction, state }),
  listTransferCompanies: ({ db, company, caller }) => listTransferCompanies(db, company, caller),
  listTransferDeliveries: ({ db, company, scope, query }) =>
    listTransferDeliveries(db, company.id, scope, query.stockItemId),
  getTransferPrices: ({ db, company, scope, query }) => readTransferPrices(db, company.id, scope, query.stockItemId),
  getTransferList: ({ db, company, path }) => readTransferList(db, company.id, path.id),
  createTransferList: ({ db, company, caller, body }) => createTransferList(db, company, caller, body),
  updateTransferList: ({ db, company, caller, path, seen, body }) =>
    updateTransferList(db, company, caller, { id: path.id, seen }, body),
  deleteTransferList: ({ db, company, path, seen }) => removeTransferList(db, company, { id: path.id, seen }),
  sendTransferList: ({ db, company, caller, path, seen, body }) =>
    sendTransferList(db, company, caller, { id: path.id, seen }, body),
  approveTransferList: ({ db, company, caller, path, seen, body }) =>
    acceptTransferList(db, company, caller, { id: path.id, seen }, body),
  refuseTransferList: ({ db, company, caller, path, seen, body }) =>
    refuseTransferList(db, company, caller, { id: path.id, seen }, body),
  recallTransferList: ({ db, company, caller, path, seen }) =>
    recallTransferList(db, company, caller, { id: path.id, seen }),
  exportTransferList: async ({ db, company, path, query: { format }, http }) => {
    const table = await exportTransferList(db, company, path.id, format);
    return sendTable(http.reply, table, { name: `transfer-${path.id}`, format });
  },
} satisfies Partial<Handlers>;
