import type { Call, Handlers } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import { readStockBalance } from "../services/stock/stockBalance.ts";
import { type Calculation, calculateStock } from "../services/stock/stockCalculate.ts";
import { checkStockItem } from "../services/stock/stockItemInScope.ts";
import { hideStock, listStock } from "../services/stock/stockList.ts";
import { readStockMinimum, updateStockMinimum } from "../services/stock/stockMinimum.ts";
import { createStockOperation, readStockOperationsJson } from "../services/stock/stockOperations.ts";
import { parseStockPeriod, type StockPeriodQuery } from "../services/stock/stockPeriod.ts";
import { previewStock } from "../services/stock/stockPreview.ts";
import { exportStockToOrder, listStockToOrder } from "../services/stock/stockToOrder.ts";

const selectionOf = ({ company, scope }: Pick<Call<"listStock">, "company" | "scope">) => ({
  companyId: company.id,
  scope,
});

const periodOf = ({ company }: Pick<Call<"listStock">, "company">, query: StockPeriodQuery) =>
  parseStockPeriod(query, company.zone, new Date());

type CalculationCall = Pick<Call<"calculateStock">, "db" | "company" | "caller" | "body">;

const calculationOf = async ({ db, company, caller, body }: CalculationCall): Promise<Calculation> => {
  const { stockItemId } = body ?? {};
  if (stockItemId !== undefined) await checkStockItem(db, company.id, stockItemId);
  return { company, operatorId: caller.userId, period: periodOf({ company }, body ?? {}), stockItemId };
};

/** Handlers for the stock of a company. */
export const stockOperations = {
  listStock: (call) => listStock(call.db, selectionOf(call), call.query.displayAll === true),
  hideStock: (call) => hideStock(call.db, selectionOf(call), call.path.id, call.body.isHidden),
  listStockToOrder: (call) => listStockToOrder(call.db, selectionOf(call)),
  exportStockToOrder: async (call) => {
    const { format } = call.query;
    const table = await exportStockToOrder(call.db, selectionOf(call), format);
    return sendTable(call.http.reply, table, { name: "to-order", format });
  },
  getStockMinimum: (call) => readStockMinimum(call.db, selectionOf(call), call.path.id),
  updateStockMinimum: (call) =>
    updateStockMinimum(call.db, selectionOf(call), { id: call.path.id, seen: call.seen }, call.body),
  listStockOperations: async (call) => ({
    json: await readStockOperationsJson(call.db, call.company.id, periodOf(call, call.query), call.query.stockItemId),
  }),
  createStockOperation: async ({ db, company, caller, body }) => ({
    json: await createStockOperation(db, company, caller, body),
  }),
  calculateStock: async (call) => calculateStock(call.db, await calculationOf(call)),
  previewStockCalculation: async (call) => previewStock(call.db, await calculationOf(call)),
  getStockBalance: (call) =>
    readStockBalance(
      call.db,
      { company: call.company, stockItemId: call.path.id },
      call.scope,
      periodOf(call, call.query),
    ),
} satisfies Pick<
  Handlers,
  | "listStock"
  | "hideStock"
  | "listStockToOrder"
  | "exportStockToOrder"
  | "getStockMinimum"
  | "updateStockMinimum"
  | "listStockOperations"
  | "createStockOperation"
  | "calculateStock"
  | "previewStockCalculation"
  | "getStockBalance"
>;
