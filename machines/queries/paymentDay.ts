import { isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import { livePolling, type QueryDescriptor } from "#machines/core/query.ts";
import type { DayQuery } from "./dashboard.ts";

export type DayPayment = Schemas["DayPayment"];

const areMovements = isListOf({ id: "number", movement: "string", at: "moment", amount: "number" });

/** Descriptor of the query for the payments and refunds of a day (areas, section 5). */
export const paymentDayQuery: QueryDescriptor<DayQuery, readonly DayPayment[]> = {
  name: "paymentDay",
  polling: ({ date }) => livePolling(date === undefined),
  load: (api, { companyId, date }, signal) =>
    unwrap(
      api.GET("/api/Payment/Company/{companyId}/Summury", {
        params: { path: { companyId }, query: { ...(date && { date }) } },
        signal,
      }),
      areMovements,
    ),
};

/** Totals of one payment method or one employee on a day, roubles. */
export interface DayTotal {
  readonly name: string;
  readonly count: number;
  readonly accepted: number;
  readonly refunded: number;
  readonly pending: number;
}

const addTo = (total: DayTotal, { movement, amount }: DayPayment): DayTotal => ({
  ...total,
  count: total.count + 1,
  [movement]: roundMoney(total[movement] + amount),
});

const blank = { count: 0, accepted: 0, refunded: 0, pending: 0 };

/**
 * Sums the payments and refunds of a day for each name that `nameOf` returns. The totals are sorted by accepted amount,
 * largest first.
 */
export const totalsBy = (
  payments: readonly DayPayment[],
  nameOf: (payment: DayPayment) => string,
): readonly DayTotal[] => {
  const totals = new Map<string, DayTotal>();
  for (const payment of payments) {
    const name = nameOf(payment);
    totals.set(name, addTo(totals.get(name) ?? { name, ...blank }, payment));
  }
  return [...totals.values()].sort((one, other) => other.accepted - one.accepted);
};

/** Sums all payments and refunds of a day. */
export const totalOf = (payments: readonly DayPayment[]): DayTotal =>
  totalsBy(payments, () => "")[0] ?? { name: "", ...blank };
