import type { Schemas } from "#api/client.ts";
import { parseQueryDays } from "#domain/day.ts";
import { roundMoney } from "#domain/money.ts";
import { readPage } from "#domain/paging.ts";
import { type Attention, attentions, needsAttention } from "./orderAttention.ts";

/** View of the order list: open orders, summary or extended summary (business, section 2). */
export type OrderListView = "open" | "summary" | "medium";

/** Row in any view of the order list. In the view "summary" a row has only the fields of `OrderSummaryRow`. */
export type OrderRow = Schemas["ExtendedOrderSummaryRow"];

/** Columns of the order list that the user can hide. */
export const hideableColumns = ["elapsed", "tags", "customer", "address", "courier"] as const;
/** Column of the order list that the user can hide. `address` includes the comment. */
export type HideableColumn = (typeof hideableColumns)[number];

/** Sort keys: due time, order number, total. */
export const sorts = ["due", "number", "amount"] as const;
/** Sort key of the order list. */
export type Sort = (typeof sorts)[number];

/**
 * Request for a view of the order list. Only the dates (business days "YYYY-MM-DD") are sent to the server, and the
 * browser applies all other filters. Without dates, the view `open` contains all open orders up to today, and the other
 * views contain today's orders.
 */
export interface OrderListRequest {
  readonly companyId: number;
  readonly view: OrderListView;
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
}

/**
 * Filters, sorting, hidden columns and page of the order list, stored in the URL. Dates are business days "YYYY-MM-DD".
 * If they are undefined, the defaults of `OrderListRequest` apply.
 */
export interface OrderListQuery {
  startDate: string | undefined;
  endDate: string | undefined;
  statuses: readonly number[];
  tags: readonly number[];
  /** Shows only orders that need attention for this reason. Undefined shows all orders. */
  attention: Attention | undefined;
  text: string;
  sort: Sort;
  hidden: readonly HideableColumn[];
  page: number;
}

const parseIds = (texts: readonly string[]): number[] =>
  texts.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

/** Reads filters, sorting, hidden columns and page from the query string. Invalid values are ignored. */
export const readQuery = (search: string): OrderListQuery => {
  const params = new URLSearchParams(search);
  return {
    ...parseQueryDays(params),
    statuses: parseIds(params.getAll("orderStatusId")),
    tags: parseIds(params.getAll("orderTagId")),
    attention: attentions.find((attention) => attention === params.get("attention")),
    text: params.get("text") ?? "",
    sort: sorts.find((sort) => sort === params.get("sort")) ?? "due",
    hidden: hideableColumns.filter((column) => params.getAll("hide").includes(column)),
    page: readPage(params.get("page")),
  };
};

/** Returns the query string without "?". Values that equal the default are left out. */
export const writeQuery = (query: OrderListQuery): string => {
  const { startDate, endDate, statuses, tags, attention, text, sort, hidden, page } = query;
  const params = new URLSearchParams();
  if (startDate && startDate === endDate) params.set("date", startDate);
  else {
    if (startDate) params.set("startDate", startDate);
    if (endDate) params.set("endDate", endDate);
  }
  for (const id of statuses) params.append("orderStatusId", String(id));
  for (const id of tags) params.append("orderTagId", String(id));
  if (attention) params.set("attention", attention);
  if (text) params.set("text", text);
  if (sort !== "due") params.set("sort", sort);
  for (const column of hidden) params.append("hide", column);
  if (page > 1) params.set("page", String(page));
  return params.toString();
};

const digits = (text: string): string => text.replace(/\D/g, "");

/**
 * Returns true if the phone number contains the typed digits. At least three digits must be typed. A typed leading 8
 * also finds numbers with 7 (decisions, section 7).
 */
const isOfPhone = (phone: string, number: string): boolean =>
  number.length > 2 && (phone.includes(number) || (number.startsWith("8") && phone.startsWith(`7${number.slice(1)}`)));

const isFound = (row: OrderRow, text: string, number: string): boolean =>
  String(row.internalId) === text ||
  String(row.id) === text ||
  [row.deliveryAddress, row.note, row.externalOrder, row.customerName].some((field) =>
    field?.toLowerCase().includes(text),
  ) ||
  isOfPhone(digits(row.phone), number);

// Order numbers restart at 1 every day, but ids always grow. The sort key `number` therefore sorts by id, the newest
// order first.
const orders: Record<Sort, ((one: OrderRow, other: OrderRow) => number) | undefined> = {
  due: undefined,
  number: (one, other) => other.id - one.id,
  amount: (one, other) => other.amount - one.amount,
};

/**
 * Returns the sorted orders that match the filters at the time `now`. With the sort key `due` the orders keep the
 * sequence of the server, which sorts them by due time.
 */
export const filterOrders = (
  rows: readonly OrderRow[],
  { statuses, tags, attention, text, sort }: OrderListQuery,
  now: number,
): readonly OrderRow[] => {
  const searchText = text.trim().toLowerCase().replace(/^№\s*/, "");
  // A search text with letters is an address or a name, so its digits are not compared with phone numbers.
  const number = /\p{L}/u.test(searchText) ? "" : digits(searchText);
  const left =
    statuses.length || tags.length || attention || searchText
      ? rows.filter(
          (row) =>
            (!statuses.length || statuses.includes(row.statusId)) &&
            (!tags.length || row.tags.some((tag) => tags.includes(tag))) &&
            (!attention || needsAttention(row, attention, now)) &&
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
