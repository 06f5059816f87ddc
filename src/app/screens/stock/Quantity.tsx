import { formatQuantity } from "#domain/quantity.ts";

/** Quantity of a stock item, in red if it is negative. */
export const Quantity = ({ value, unit = "" }: { value: number; unit?: string }) => (
  <span className={value < 0 ? "text-negative" : undefined}>{formatQuantity(value, unit)}</span>
);
