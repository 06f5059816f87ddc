import type { Schemas } from "#api/client.ts";
import { formatMoney, parseAmount } from "#domain/money.ts";
import { type ComparedOrder, orderChanges } from "#domain/orderChanges.ts";
import { formatPhone } from "#domain/phone.ts";
import type { Draft } from "#machines/orders/editor/draft.ts";
import { toDraft } from "#machines/orders/editor/draftOrder.ts";
import type { Order } from "#machines/queries/order.ts";

/** Data for comparing two versions of an order: names by id, and a function that formats times. */
export interface ComparisonNames {
  readonly statuses: readonly Schemas["OrderStatus"][];
  readonly discounts: readonly Schemas["Discount"][];
  readonly tags: readonly Schemas["Tag"][];
  readonly formatDateTime: (instant: string) => string;
}

const addressOf = ({ street, house, apartment, entrance, floor, isInHall }: Draft): string =>
  [street, house, apartment && `кв. ${apartment}`, entrance && `подъезд ${entrance}`, floor && `этаж ${floor}`]
    .filter(Boolean)
    .join(", ") || (isInHall ? "в зале" : "");

const formatChange = (text: string): string => {
  const amount = parseAmount(text);
  return amount === undefined ? "" : formatMoney(amount);
};

/**
 * Converts a draft into the texts that the user sees, with an empty status. These texts are compared with another
 * version of the order.
 */
export const toComparedOrder = (draft: Draft, { discounts, tags, formatDateTime }: ComparisonNames): ComparedOrder => ({
  lines: draft.lines,
  phone: formatPhone(draft.phone),
  date: draft.dateText || (draft.date === null ? "сейчас" : formatDateTime(draft.date)),
  address: addressOf(draft),
  deliveryPhone: formatPhone(draft.deliveryPhone),
  change: formatChange(draft.change),
  persons: draft.persons,
  note: draft.note,
  discount: discounts.find(({ id }) => id === draft.discountId)?.name ?? "",
  tags: draft.tags.map((tag) => tags.find(({ id }) => id === tag)?.name ?? `№ ${tag}`),
  status: "",
});

const savedOrder = (order: Order, names: ComparisonNames): ComparedOrder => ({
  ...toComparedOrder(toDraft(order), names),
  discount: order.discountName ?? "",
  status: names.statuses.find(({ id }) => id === order.statusId)?.name ?? "",
});

/** Returns one Russian text for each difference between two versions of an order. */
export const orderChangeTexts = (before: Order, after: Order, names: ComparisonNames): readonly string[] =>
  orderChanges(savedOrder(before, names), savedOrder(after, names)).map(({ text }) => text);
