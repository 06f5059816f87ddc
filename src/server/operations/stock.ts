import type { Call, Handlers } from "../http/handlerTypes.ts";
import { readStockBalance } from "../services/stock/stockBalance.ts";
import { type Calculation, calculateStock } from "../services/stock/stockCalculate.ts";
import { checkStockItem } from "../services/stock/stockItemInScope.ts";
import { hideStock, listStock } from "../services/stock/stockList.ts";
import { createStockOperation, readStockOperationsJson } from "../services/stock/stockOperations.ts";
import { parseStockPeriod, type StockPeriodQuery } from "../services/stock/stockPeriod.ts";
import { previewStock } from "../services/stock/stockPreview.ts";

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
  | "listStockOperations"
  | "createStockOperation"
  | "calculateStock"
  | "previewStockCalculation"
  | "getStockBalance"
>;
