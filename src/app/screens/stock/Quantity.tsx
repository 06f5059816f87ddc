import { formatQuantity } from "#domain/quantity.ts";

/** How much there is of a stock item, red where it is below zero. */
export const Quantity = ({ value, unit = "" }: { value: number; unit?: string }) => (
  <span className={value < 0 ? "text-negative" : undefined}>{formatQuantity(value, unit)}</span>
);
