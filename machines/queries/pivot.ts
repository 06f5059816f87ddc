import type { Schemas } from "#api/client.ts";
import type { Day } from "#domain/dates.ts";

/** Row of a pivot table: the total of a day, week or month, and the amount of each payment method, roubles. */
export interface PivotLine {
  readonly date: Day;
  readonly endDate: Day;
  readonly total: number;
  readonly amounts: readonly number[];
}

/**
 * Converts the payment report into a pivot table. Each row is a day, week or month, and each column a payment method
 * (business, section 3).
 */
export const pivot = ({ rows, groups, methods }: Schemas["PaymentReport"]): PivotLine[] => {
  const cells = new Map(rows.map(({ date, paymentMethodId, amount }) => [`${date} ${paymentMethodId}`, amount]));
  return groups.map(({ date, endDate, amount }) => ({
    date,
    endDate,
    total: amount,
    amounts: methods.map(({ paymentMethodId }) => cells.get(`${date} ${paymentMethodId}`) ?? 0),
  }));
};
