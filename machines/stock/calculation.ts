import type { Schemas } from "#api/client.ts";
import { addDays, daysBetween } from "#domain/days.ts";
import { roundDecimal, roundMoney } from "#domain/money.ts";
import type { OperationsQuery } from "#machines/queries/stockOperations.ts";

/** Preview of a recalculation: the number of operations that would change, and their stock items. */
export type CalculationPreview = Pick<Schemas["StockPreview"], "items"> & { readonly count: number };

const STEP_DAYS = 7;

/**
 * Splits a period into weeks, from the first to the last, so that each call blocks the saving of orders only briefly. A
 * period that ends before it starts is not split, because the server refuses it.
 */
export const stepsOf = (query: OperationsQuery): readonly OperationsQuery[] => {
  if (query.end < query.start) return [query];
  return daysBetween(query.start, query.end)
    .filter((_, index) => index % STEP_DAYS === 0)
    .map((start) => {
      const end = addDays(start, STEP_DAYS - 1);
      return { ...query, start, end: end < query.end ? end : query.end };
    });
};

type Item = CalculationPreview["items"][number];

const addItem = (one: Item, other: Item): Item => ({
  ...one,
  countBefore: roundDecimal(one.countBefore + other.countBefore),
  countAfter: roundDecimal(one.countAfter + other.countAfter),
  amountBefore: roundMoney(one.amountBefore + other.amountBefore),
  amountAfter: roundMoney(one.amountAfter + other.amountAfter),
});

/** Adds the preview of a week to the total of the earlier weeks. */
export const addPreview = (total: CalculationPreview, week: CalculationPreview): CalculationPreview => {
  const items = new Map(total.items.map((item) => [item.id, item]));
  for (const item of week.items) {
    const known = items.get(item.id);
    items.set(item.id, known ? addItem(known, item) : item);
  }
  return { count: total.count + week.count, items: [...items.values()] };
};

/** Returns the cost of the previewed items before and after the recalculation, in roubles. */
export const amountsOf = ({ items }: CalculationPreview): { readonly before: number; readonly after: number } => ({
  before: roundMoney(items.reduce((sum, { amountBefore }) => sum + amountBefore, 0)),
  after: roundMoney(items.reduce((sum, { amountAfter }) => sum + amountAfter, 0)),
});
