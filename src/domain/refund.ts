import { roundMoney, sumMoney } from "./money.ts";
import { goodsAmount } from "./pricing.ts";

/** Order line of which portions can be refunded. Amounts are in roubles, after the line's own discount. */
interface RefundableItem {
  readonly id: number;
  readonly count: number;
  readonly amount: number;
  readonly modificators: readonly { readonly amount: number }[];
}

/** Order of which lines can be refunded. `amount` is the total to pay, roubles. */
export interface RefundableOrder<Item extends RefundableItem = RefundableItem> {
  readonly amount: number;
  readonly deliveryPrice?: number | undefined;
  readonly items: readonly Item[];
}

/** Portions of an order line. */
interface Portions {
  readonly orderItemId: number;
  readonly count: number;
}

/** Refund of portions of order lines. If `lines` is empty, an amount was refunded instead of portions. */
interface LineRefund {
  readonly state: "pending" | "completed" | "failed";
  readonly lines: readonly Portions[];
}

/**
 * Returns the price of each order line with its modifiers, roubles, after a proportional part of the general
 * discount was deducted. The prices add up exactly to the price of the order without the delivery. They are all 0
 * if the lines cost nothing.
 */
export const lineShares = ({ amount, deliveryPrice = 0, items }: RefundableOrder): ReadonlyMap<number, number> => {
  const goods = goodsAmount({ amount, deliveryPrice });
  const prices = items.map((item) => sumMoney([item.amount, ...item.modificators.map((one) => one.amount)]));
  const total = sumMoney(prices);
  const shares = new Map<number, number>();
  let before = 0;
  for (const [index, { id }] of items.entries()) {
    const after = roundMoney(before + (prices[index] ?? 0));
    const shareUpTo = (part: number) => (total === 0 ? 0 : roundMoney((goods * part) / total));
    shares.set(id, roundMoney(shareUpTo(after) - shareUpTo(before)));
    before = after;
  }
  return shares;
};

/** Returns the number of refunded portions of each order line. Pending refunds are included, failed refunds are not. */
export const refundedCounts = (refunds: readonly LineRefund[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const { state, lines } of refunds)
    if (state !== "failed")
      for (const { orderItemId, count } of lines) counts.set(orderItemId, (counts.get(orderItemId) ?? 0) + count);
  return counts;
};

/** Order line with the portions that can still be refunded. */
export interface RefundableLine<Item extends RefundableItem = RefundableItem> {
  readonly item: Item;
  /** Price of the whole line after all discounts, roubles. */
  readonly share: number;
  readonly refunded: number;
  readonly left: number;
}

/** Returns the lines of an order with the portions that have not been refunded. */
export const refundableLines = <Item extends RefundableItem>(
  order: RefundableOrder<Item>,
  refunds: readonly LineRefund[],
): readonly RefundableLine<Item>[] => {
  const shares = lineShares(order);
  const counts = refundedCounts(refunds);
  return order.items.map((item) => {
    const refunded = counts.get(item.id) ?? 0;
    return { item, share: shares.get(item.id) ?? 0, refunded, left: Math.max(0, item.count - refunded) };
  });
};

/**
 * Returns the price of `count` portions of a line that are refunded after the already refunded portions, roubles. When
 * all portions are refunded, the prices add up exactly to the price of the line.
 */
export const portionsPrice = ({ item, share, refunded }: RefundableLine, count: number): number => {
  const priceUpTo = (portions: number) => roundMoney((share * portions) / item.count);
  return roundMoney(priceUpTo(refunded + count) - priceUpTo(refunded));
};
