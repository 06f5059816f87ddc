import { type Day, shiftDay } from "#domain/dates.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { type InventoryRow, inventoriesQuery } from "#machines/directory/descriptors/inventories.ts";
import { type PackingListRow, packingListsQuery } from "#machines/directory/descriptors/packingLists.ts";
import { type StockActRow, stockActsQuery } from "#machines/directory/descriptors/stockActs.ts";
import { type TransferRow, transfersQuery } from "#machines/directory/descriptors/transfers.ts";

/** Number of past days for which documents are searched. */
const DAYS = 90;

/** Stock documents of a company, grouped by kind. */
export interface FoundDocuments {
  readonly packingLists: readonly PackingListRow[];
  readonly transfers: readonly TransferRow[];
  readonly stockActs: readonly StockActRow[];
  readonly inventories: readonly InventoryRow[];
}

/** Descriptor of the query for the stock documents of the last 90 days, for a search in the browser. */
export const foundDocumentsQuery: QueryDescriptor<{ readonly companyId: number; readonly today: Day }, FoundDocuments> =
  {
    name: "foundDocuments",
    load: async (api, { companyId, today }, signal) => {
      const period = { companyId, start: shiftDay(today, { days: -DAYS }), end: today, state: undefined };
      const [packingLists, transfers, stockActs, inventories] = await Promise.all([
        packingListsQuery.load(api, { ...period, supplierId: undefined }, signal),
        transfersQuery.load(api, { ...period, direction: undefined }, signal),
        stockActsQuery.load(api, { ...period, kind: undefined }, signal),
        inventoriesQuery.load(api, period, signal),
      ]);
      return { packingLists, transfers, stockActs, inventories };
    },
  };
