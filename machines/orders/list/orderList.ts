import type { Schemas } from "#api/client.ts";
import { parseQueryDays } from "#domain/day.ts";
import { roundMoney } from "#domain/money.ts";
import { readPage } from "#domain/paging.ts";

/** View of the order list: open orders, summary or extended summary (business, section 2). */
export type OrderListView = "open" | "summary" | "medium";

/** Row in any view of the order list. */
export type OrderRow = Schemas["OrderSummaryRow"];

/** Sort keys: due time, order number, total. */
export const sorts = ["due", "number", "amount"] as const;
/** Sort key of the order list. */
export type Sort = (typeof sorts)[number];

/**
 * Request for a view of the order list. Dates are business days "YYYY-MM-DD", by default today; other filters are
 * applied in the browser.
 */
export interface OrderListRequest {
  readonly companyId: number;
  readonly view: OrderListView;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

/**
 * Filters, sorting and page of the order list, stored in the URL. Dates are business days "YYYY-MM-DD", by default
 * today.
 */
export interface OrderListQuery {
  startDate: string | undefined;
  endDate: string | undefined;
  statuses: readonly number[];
  tags: readonly number[];
  text: string;
  sort: Sort;
  page: number;
}

const parseIds = (texts: readonly string[]): number[] =>
  texts.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

/** Reads filters, sorting and page from the query string. Invalid values are ignored. */
export const readQuery = (search: string): OrderListQuery => {
  const params = new URLSearchParams(search);
  return {
    ...parseQueryDays(params),
    statuses: parseIds(params.getAll("orderStatusId")),
    tags: parseIds(params.getAll("orderTagId")),
    text: params.get("text") ?? "",
    sort: sorts.find((sort) => sort === params.get("sort")) ?? "due",
    page: readPage(params.get("page")),
  };
};

/** Returns the query string without "?". Values that equal the default are left out. */
export const writeQuery = ({ startDate, endDate, statuses, tags, text, sort, page }: OrderListQuery): string => {
  const params = new URLSearchParams();
  if (startDate && startDate === endDate) params.set("date", startDate);
  else {
    if (startDate) params.set("startDate", startDate);
    if (endDate) params.set("endDate", endDate);
  }
  for (const id of statuses) params.append("orderStatusId", String(id));
  for (const id of tags) params.append("orderTagId", String(id));
  if (text) params.set("text", text);
  if (sort !== "due") params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  return params.toString();
};

const digits = (text: string): string => text.replace(/\D/g, "");

/**
 * Returns true if the phone number contains the typed digits. A typed leading 8 also finds numbers with 7 (decisions,
 * section 7).
 */
const isOfPhone = (phone: string, number: string): boolean =>
  number.length > 2 && (phone.includes(number) || (number.startsWith("8") && phone.startsWith(`7${number.slice(1)}`)));

const isFound = (row: OrderRow, text: string, number: string): boolean =>
  String(row.internalId) === text ||
  String(row.id) === text ||
  [row.deliveryAddress, row.note, row.externalOrder].some((field) => field?.toLowerCase().includes(text)) ||
  isOfPhone(digits(row.phone), number);

// Order numbers restart at 1 every day, but ids always grow. Sorting by id therefore keeps the days in sequence.
const orders: Record<Sort, ((one: OrderRow, other: OrderRow) => number) | undefined> = {
  due: undefined,
  number: (one, other) => other.id - one.id,
  amount: (one, other) => other.amount - one.amount,
};

/**
 * Returns the orders that match the filters, sorted. Without a sort key they keep the server's sequence by due time.
 */
export const filterOrders = (
  rows: readonly OrderRow[],
  { statuses, tags, text, sort }: OrderListQuery,
): readonly OrderRow[] => {
  const searchText = text.trim().toLowerCase().replace(/^№\s*/, "");
  const number = digits(searchText);
  const left =
    statuses.length || tags.length || searchText
      ? rows.filter(
          (row) =>
            (!statuses.length || statuses.includes(row.statusId)) &&
            (!tags.length || row.tags.some((tag) => tags.includes(tag))) &&
            (!searchText || isFound(row, searchText, number)),
        )
      : rows;
  const order = orders[sort];
  return order ? [...left].sort(order) : left;
};

/**
 * Returns the figures below the order list. Cancelled orders are counted separately and excluded from total and average
 * (business, section 9).
 */
export const sumOrders = (rows: readonly OrderRow[]): { total: number; average: number; canceled: number } => {
  const kept = rows.filter(({ isCanceled }) => !isCanceled);
  const total = roundMoney(kept.reduce((sum, { amount }) => sum + amount, 0));
  return { total, average: kept.length ? roundMoney(total / kept.length) : 0, canceled: rows.length - kept.length };
};

/** Returns the number of orders for each status id. */
export const countByStatus = (rows: readonly OrderRow[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const { statusId } of rows) counts.set(statusId, (counts.get(statusId) ?? 0) + 1);
  return counts;
};

const MINUTE_MS = 60_000;

/** Minutes after which an order "as soon as possible" is overdue, if the server sends no promised time. */
const URGENT_LIMIT_MINUTES = 60;

type Due = Pick<OrderRow, "date" | "promisedAt" | "creationDate" | "isClosed" | "isCanceled">;

/** Returns the time at which the customer expects the order. */
export const expectedAt = ({ date, promisedAt }: Pick<Due, "date" | "promisedAt">): string => promisedAt ?? date;

/**
 * Returns how long an open order is overdue, ms. Returns 0 within the tolerance: one hour if the order has no promised
 * time and was due within five minutes of its creation, otherwise one minute.
 */
export const overdueMs = (order: Due, now: number): number => {
  const due = Date.parse(expectedAt(order));
  const minutesAhead = (due - Date.parse(order.creationDate ?? "")) / MINUTE_MS;
  const isAsap = !order.promisedAt && minutesAhead > -1 && minutesAhead <= 5;
  const late = now - due;
  return order.isClosed || order.isCanceled || late < (isAsap ? URGENT_LIMIT_MINUTES : 1) * MINUTE_MS ? 0 : late;
};
