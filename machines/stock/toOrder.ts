import { parseDecimal } from "#domain/decimal.ts";
import { roundMoney, sumMoney } from "#domain/money.ts";
import type { ToOrderRow } from "#machines/queries/stockToOrder.ts";

/**
 * Stock items to order from one supplier. `supplierId` is null for items that were never delivered or that have an
 * inactive supplier.
 */
export interface SupplierOrder {
  readonly supplierId: number | null;
  readonly supplierName: string | null;
  readonly rows: readonly ToOrderRow[];
}

/** Groups the rows by supplier. The groups are sorted by the position of their first row. */
export const groupBySupplier = (rows: readonly ToOrderRow[]): readonly SupplierOrder[] => {
  const groups = new Map<number | null, ToOrderRow[]>();
  for (const row of rows) groups.set(row.supplierId, [...(groups.get(row.supplierId) ?? []), row]);
  return [...groups].map(([supplierId, ofSupplier]) => ({
    supplierId,
    supplierName: ofSupplier[0]?.supplierName ?? null,
    rows: ofSupplier,
  }));
};

/** Quantities typed by the user, by the id of the stock item. */
export type TypedCounts = Readonly<Record<number, string>>;

/**
 * Returns the quantity to order: the typed quantity, or the suggested quantity if the user has not changed it. An empty
 * or invalid text counts as 0.
 */
export const orderedCount = ({ id, orderCount }: ToOrderRow, typed: TypedCounts): number => {
  const text = typed[id];
  return text === undefined ? orderCount : Math.max(0, parseDecimal(text) ?? 0);
};

/** Returns the sum of the rows with the typed quantities, roubles. Rows without a price count as 0. */
export const orderSum = (rows: readonly ToOrderRow[], typed: TypedCounts): number =>
  sumMoney(rows.map((row) => roundMoney(orderedCount(row, typed) * (row.price ?? 0))));

const text = (value: number | null): string => (value === null ? "" : String(value).replace(".", ","));

/**
 * Returns the query string that fills a new packing list with the lines to order from one supplier. Rows with an
 * ordered quantity of 0 are omitted.
 */
export const packingListQuery = ({ supplierId, rows }: SupplierOrder, typed: TypedCounts): string => {
  const query = new URLSearchParams(supplierId === null ? {} : { supplier: String(supplierId) });
  for (const row of rows) {
    const count = orderedCount(row, typed);
    if (count === 0) continue;
    query.append("line", [row.id, text(count), row.pack?.name ?? "", text(row.price), text(row.vat)].join("~"));
  }
  return query.toString();
};
