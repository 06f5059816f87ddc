import type { Handlers } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import { parseStockPeriod } from "../services/stock/stockPeriod.ts";
import { approveStockAct, reverseStockAct } from "../services/stockActs/stockActApproval.ts";
import { createStockAct, removeStockAct, updateStockAct } from "../services/stockActs/stockActSave.ts";
import { listStockActs, readStockAct } from "../services/stockActs/stockActs.ts";
import { exportStockAct } from "../services/stockActs/stockActTable.ts";

/** Handlers for the stock acts of a company: write-offs and production acts. */
export const stockActOperations = {
  listStockActs: ({ db, company, query: { kind, state, ...days } }) =>
    listStockActs(db, company.id, { period: parseStockPeriod(days, company.zone, new Date()), kind, state }),
  getStockAct: ({ db, company, path }) => readStockAct(db, company.id, path.id),
  createStockAct: ({ db, company, caller, body }) => createStockAct(db, company, caller, body),
  updateStockAct: ({ db, company, path, seen, body }) => updateStockAct(db, company, { id: path.id, seen }, body),
  deleteStockAct: ({ db, company, path, seen }) => removeStockAct(db, company, { id: path.id, seen }),
  approveStockAct: ({ db, company, caller, path, seen, body }) =>
    approveStockAct(db, company, caller, { id: path.id, seen }, body),
  reverseStockAct: ({ db, company, caller, path, seen, body }) =>
    reverseStockAct(db, company, caller, { id: path.id, seen }, body),
  exportStockAct: async ({ db, company, path, query: { format }, http }) => {
    const table = await exportStockAct(db, company, path.id, format);
    return sendTable(http.reply, table, { name: `stock-act-${path.id}`, format });
  },
} satisfies Partial<Handlers>;
