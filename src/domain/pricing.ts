import { formatAmount, formatMoney, roundDecimal, roundMoney, sumMoney } from "./money.ts";

/** Id in a discount condition that means "any category" or "any dish". */
export const ANY = -1;

/** Unit of a discount: per cent of the price, or roubles. */
type DiscountType = "%" | "fixed";

/**
 * Rule of a custom discount: the dishes to which it applies, and the reduction of their price. An id of -1 means "any".
 */
export interface DiscountRule {
  categoryId: number;
  itemId: number;
  type: DiscountType;
  value: number;
}

/**
 * Discount on an order. A general discount has no `detail` and reduces the order's total, a custom discount has
 * conditions that reduce the prices of lines. The `type` and `value` of a custom discount have no effect.
 */
export interface Discount {
  type: DiscountType;
  value: number;
  detail: readonly DiscountRule[] | null;
}

/** Modifier of an order line. `count` is the total for the line, not for one portion. */
interface PricedModificator {
  price: number;
  count: number;
}

/**
 * Price of the delivery to a zone, roubles. The delivery is free if the dishes cost at least `freeFrom` after
 * discounts. If `freeFrom` is null, the delivery is never free.
 */
export interface DeliveryTerms {
  readonly price: number;
  readonly freeFrom: number | null;
}

/** Data that determine the price of an order line. */
export interface PricedLine {
  itemId: number;
  categoryId: number;
  price: number;
  count: number;
  modificators: readonly PricedModificator[];
}

/**
 * Price of an order line, roubles. `amount` is the total of the dish after the discount `discountValue`; modifiers are
 * listed separately and have no discount. `discountDescription` is empty if there is no discount.
 */
interface LinePrice {
  amount: number;
  discountValue: number;
  discountDescription: string;
  modificators: { amount: number }[];
}

/**
 * Price of an order, roubles. `amount` is the total to pay, including `deliveryPrice`. `discountAmount` is the total of
 * all discounts; discounts never apply to the delivery.
 */
export interface OrderPrice {
  lines: LinePrice[];
  amount: number;
  discountAmount: number;
  deliveryPrice: number;
}

const amountOf = ({ price, count }: PricedModificator): number => roundMoney(price * count);

const percentOf = (amount: number, percent: number): number => roundMoney((amount * percent) / 100);

/** Limits a discount, roubles, to the range from 0 to the price. */
const clampDiscount = (discount: number, amount: number): number => Math.min(Math.max(roundMoney(discount), 0), amount);

const appliesTo = (rule: DiscountRule, line: PricedLine): boolean =>
  (rule.categoryId === ANY || rule.categoryId === line.categoryId) &&
  (rule.itemId === ANY || rule.itemId === line.itemId);

const specificity = (rule: DiscountRule): number => (rule.itemId === ANY ? 0 : 2) + (rule.categoryId === ANY ? 0 : 1);

const ruleDiscount = (rule: DiscountRule, line: PricedLine): number =>
  clampDiscount(rule.type === "%" ? percentOf(amountOf(line), rule.value) : rule.value * line.count, amountOf(line));

/**
 * Returns the condition that applies to a line, regardless of the sequence of the conditions, or undefined if no
 * condition applies. The most specific condition wins, then the condition with the larger discount.
 */
export const findRule = (rules: readonly DiscountRule[], line: PricedLine): DiscountRule | undefined =>
  rules
    .filter((rule) => appliesTo(rule, line))
    .sort((a, b) => specificity(b) - specificity(a) || ruleDiscount(b, line) - ruleDiscount(a, line))[0];

const describe = (rule: DiscountRule): string =>
  rule.type === "%" ? `−${formatAmount(rule.value).replace(/,00$/, "")} %` : `−${formatMoney(rule.value)} за единицу`;

const priceLine = (line: PricedLine, rules: readonly DiscountRule[]): LinePrice => {
  const rule = findRule(rules, line);
  const discountValue = rule ? ruleDiscount(rule, line) : 0;
  return {
    amount: roundMoney(amountOf(line) - discountValue),
    discountValue,
    discountDescription: rule && discountValue > 0 ? describe(rule) : "",
    modificators: line.modificators.map((modificator) => ({ amount: amountOf(modificator) })),
  };
};

const generalDiscount = (discount: Discount | null, total: number): number => {
  if (discount === null || discount.detail !== null) return 0;
  return clampDiscount(discount.type === "%" ? percentOf(total, discount.value) : discount.value, total);
};

/**
 * Returns the price of the delivery, roubles. `goods` is the price of the dishes after discounts. The delivery is
 * free without `terms`, and if `goods` is at least `freeFrom`.
 */
export const deliveryPriceOf = (terms: DeliveryTerms | null, goods: number): number =>
  terms === null || (terms.freeFrom !== null && goods >= terms.freeFrom) ? 0 : terms.price;

/**
 * Computes the price of an order, with free delivery if there is no `delivery` (business, section 5). Used by both the
 * client and the server.
 */
export const priceOrder = (order: {
  lines: readonly PricedLine[];
  discount: Discount | null;
  delivery?: DeliveryTerms | null;
}): OrderPrice => {
  const lines = order.lines.map((line) => priceLine(line, order.discount?.detail ?? []));
  const total = sumMoney(lines.flatMap((line) => [line.amount, ...line.modificators.map(({ amount }) => amount)]));
  const general = generalDiscount(order.discount, total);
  const goods = roundMoney(total - general);
  const deliveryPrice = deliveryPriceOf(order.delivery ?? null, goods);
  return {
    lines,
    deliveryPrice,
    amount: sumMoney([goods, deliveryPrice]),
    discountAmount: sumMoney([general, ...lines.map((line) => line.discountValue)]),
  };
};

type Discounted = Pick<OrderPrice, "amount" | "discountAmount" | "deliveryPrice">;

/** Returns the price of the dishes after their discounts, roubles. */
export const goodsAmount = ({ amount, deliveryPrice }: Pick<OrderPrice, "amount" | "deliveryPrice">): number =>
  roundMoney(amount - deliveryPrice);

/** Returns the price of the dishes without discounts, roubles. */
export const fullAmount = (price: Discounted): number => roundMoney(goodsAmount(price) + price.discountAmount);

/**
 * Returns the sum of all discounts in per cent of the undiscounted price of the dishes, with two decimals. Returns
 * 0 if this price is 0.
 */
export const discountPercent = (price: Discounted): number => {
  const full = fullAmount(price);
  return full === 0 ? 0 : roundMoney((price.discountAmount / full) * 100);
};

const HALF_KOPECK = 0.005;

/**
 * Returns true if the sum of all discounts exceeds a percentage of the undiscounted price of the dishes. Each line is
 * rounded, so half a kopeck for each line is tolerated.
 */
export const isDiscountAbove = (price: Discounted & { lines: readonly unknown[] }, percent: number): boolean =>
  roundDecimal(price.discountAmount - (fullAmount(price) * percent) / 100) > HALF_KOPECK * price.lines.length;
