import type { Schemas } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";

/** Line of the pivot table: a day, week or month with its total and one amount for each method, roubles. */
export interface PivotLine {
  readonly date: Day;
  readonly endDate: Day;
  readonly total: number;
  readonly amounts: readonly number[];
}

/** Returns the payment report as a pivot table: a line for each group, a column for each method (business, section 3). */
export const pivot = ({ rows, groups, methods }: Schemas["PaymentReport"]): PivotLine[] => {
  const cells = new Map(rows.map(({ date, paymentMethodId, amount }) => [`${date} ${paymentMethodId}`, amount]));
  return groups.map(({ date, endDate, amount }) => ({
    date,
    endDate,
    total: amount,
    amounts: methods.map(({ paymentMethodId }) => cells.get(`${date} ${paymentMethodId}`) ?? 0),
  }));
};
