import { formatQuantity } from "#domain/quantity.ts";
import { formatPack, formatUnitCount } from "#domain/units.ts";
import type { ToOrderRow } from "#machines/queries/stockToOrder.ts";
import { orderedCount, type SupplierOrder, type TypedCounts } from "#machines/stock/toOrder.ts";

/** Title of the group of items that were never delivered or that have an inactive supplier. */
const NO_SUPPLIER = "Без поставщика";

/** Returns the name of a supplier, or the title of the items without a supplier. */
export const supplierTitle = ({ supplierName }: SupplierOrder): string => supplierName ?? NO_SUPPLIER;

/** Returns a quantity to order as text, for example "2 мешка × 25 кг" or "4,5 кг". */
export const purchaseText = ({ pack, unit }: ToOrderRow, count: number): string =>
  pack ? formatPack({ ...pack, count }, unit) : formatQuantity(count, unit);

/** Returns the name of the unit in which an item is ordered, for example "мешка". */
export const orderUnit = ({ pack, unit }: ToOrderRow, count: number): string =>
  pack ? (formatUnitCount(count, pack.name).split("\u00a0")[1] ?? pack.name) : unit;

/** Returns the items to order from one supplier as text for a messenger. Items with a quantity of 0 are left out. */
export const messengerText = (company: string, order: SupplierOrder, typed: TypedCounts): string => {
  const lines = order.rows.flatMap((row) => {
    const count = orderedCount(row, typed);
    return count === 0 ? [] : [`— ${row.title}: ${purchaseText(row, count).replaceAll("\u00a0", " ")}`];
  });
  return [`Заказ, ${company}:`, ...lines].join("\n");
};
