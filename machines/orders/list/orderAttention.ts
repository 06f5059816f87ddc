import type { Schemas } from "#api/client.ts";

type Row = Schemas["ExtendedOrderSummaryRow"];

const MINUTE_MS = 60_000;

/** Delay after which an order that is due as soon as possible counts as overdue if it has no promised time, minutes. */
const URGENT_LIMIT_MINUTES = 60;

type Due = Pick<Row, "date" | "promisedAt" | "creationDate" | "isClosed" | "isCanceled">;

/** Returns the time at which the customer expects the order. */
export const expectedAt = ({ date, promisedAt }: Pick<Due, "date" | "promisedAt">): string => promisedAt ?? date;

/**
 * Returns the delay of an order, ms. Returns 0 for a closed or cancelled order, and within a tolerance. The tolerance
 * is one hour if the order has no promised time and was due within five minutes of its creation, otherwise one minute.
 */
export const overdueMs = (order: Due, now: number): number => {
  const due = Date.parse(expectedAt(order));
  const late = now - due;
  if (order.isClosed || order.isCanceled || late < MINUTE_MS) return 0;
  const minutesAhead = (due - Date.parse(order.creationDate ?? "")) / MINUTE_MS;
  const isAsap = !order.promisedAt && minutesAhead > -1 && minutesAhead <= 5;
  return isAsap && late < URGENT_LIMIT_MINUTES * MINUTE_MS ? 0 : late;
};

/** Reasons why an open order needs attention: the order is late, not paid, or without a courier. */
export const attentions = ["late", "unpaid", "noCourier"] as const;

/** Reason why an open order needs attention. */
export type Attention = (typeof attentions)[number];

const isOpen = ({ isClosed, isCanceled }: Row): boolean => !isClosed && !isCanceled;

const needs: Readonly<Record<Attention, (row: Row, now: number) => boolean>> = {
  late: (row, now) => overdueMs(row, now) > 0,
  unpaid: (row) => isOpen(row) && (row.requiredAmount ?? 0) > 0,
  noCourier: (row) => isOpen(row) && row.deliveryAddress !== null && row.courierName === null,
};

/**
 * Returns true if the order needs attention for this reason at the time `now`. A server without the extensions sends
 * only the data for the reason `late`, so the other reasons never apply.
 */
export const needsAttention = (row: Row, attention: Attention, now: number): boolean => needs[attention](row, now);
