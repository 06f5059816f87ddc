import type { Schemas } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";

/** A line of the pivot: a day, week or month with its total and one amount for each method, 0 where no money moved. */
export interface PivotLine {
  readonly date: Day;
  readonly endDate: Day;
  readonly total: number;
  readonly amounts: readonly number[];
}

/** Payments pivoted: a line for each group, a column for each method (business, section 3). */
export const pivot = ({ rows, groups, methods }: Schemas["PaymentReport"]): PivotLine[] => {
  const cells = new Map(rows.map(({ date, paymentMethodId, amount }) => [`${date} ${paymentMethodId}`, amount]));
  return groups.map(({ date, endDate, amount }) => ({
    date,
    endDate,
    total: amount,
    amounts: methods.map(({ paymentMethodId }) => cells.get(`${date} ${paymentMethodId}`) ?? 0),
  }));
};
