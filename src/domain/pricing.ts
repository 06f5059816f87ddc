import { formatAmount, formatMoney, roundDecimal, roundMoney, sumMoney } from "./money.ts";

/** In a condition's category or item: any. */
export const ANY = -1;

/** '%' takes a percent of the price, 'fixed' takes roubles. */
type DiscountType = "%" | "fixed";

/** One condition of a custom discount; -1 means any category or any item. */
export interface DiscountRule {
  categoryId: number;
  itemId: number;
  type: DiscountType;
  value: number;
}

/** A discount: a general one has no detail and is taken from the whole total, a custom one has a rule per line. */
export interface Discount {
  type: DiscountType;
  value: number;
  detail: readonly DiscountRule[] | null;
}

/** A modifier of a line; its count is the total for the line, not per unit. */
interface PricedModificator {
  price: number;
  count: number;
}

/** What the price of an order line depends on. */
export interface PricedLine {
  itemId: number;
  categoryId: number;
  price: number;
  count: number;
  modificators: readonly PricedModificator[];
}

/** The money of one line, roubles: its own sum after its discount, and its modifiers beside it, undiscounted. */
interface LinePrice {
  amount: number;
  discountValue: number;
  discountDescription: string;
  modificators: { amount: number }[];
}

/** The money of an order, roubles: `amount` is what is to be paid, `discountAmount` what all discounts took off. */
export interface OrderPrice {
  lines: LinePrice[];
  amount: number;
  discountAmount: number;
}

const amountOf = ({ price, count }: PricedModificator): number => roundMoney(price * count);

const percentOf = (amount: number, percent: number): number => roundMoney((amount * percent) / 100);

/** A discount never adds to a price and never takes more than there is. */
const within = (discount: number, amount: number): number => Math.min(Math.max(roundMoney(discount), 0), amount);

const appliesTo = (rule: DiscountRule, line: PricedLine): boolean =>
  (rule.categoryId === ANY || rule.categoryId === line.categoryId) &&
  (rule.itemId === ANY || rule.itemId === line.itemId);

const specificity = (rule: DiscountRule): number => (rule.itemId === ANY ? 0 : 2) + (rule.categoryId === ANY ? 0 : 1);

const takenBy = (rule: DiscountRule, line: PricedLine): number =>
  within(rule.type === "%" ? percentOf(amountOf(line), rule.value) : rule.value * line.count, amountOf(line));

/** The rule that holds for a line: the most specific one; of two equally specific the one that takes more, so that their order never matters. */
export const ruleFor = (rules: readonly DiscountRule[], line: PricedLine): DiscountRule | undefined =>
  rules
    .filter((rule) => appliesTo(rule, line))
    .sort((a, b) => specificity(b) - specificity(a) || takenBy(b, line) - takenBy(a, line))[0];

const describe = (rule: DiscountRule): string =>
  rule.type === "%" ? `−${formatAmount(rule.value).replace(/,00$/, "")} %` : `−${formatMoney(rule.value)} за единицу`;

const priceLine = (line: PricedLine, rules: readonly DiscountRule[]): LinePrice => {
  const rule = ruleFor(rules, line);
  const discountValue = rule ? takenBy(rule, line) : 0;
  return {
    amount: roundMoney(amountOf(line) - discountValue),
    discountValue,
    discountDescription: rule && discountValue > 0 ? describe(rule) : "",
    modificators: line.modificators.map((modificator) => ({ amount: amountOf(modificator) })),
  };
};

const takenFromTotal = (discount: Discount | null, total: number): number => {
  if (discount === null || discount.detail !== null) return 0;
  return within(discount.type === "%" ? percentOf(total, discount.value) : discount.value, total);
};

/** Prices an order by its lines and its discount (business, section 5); client and server both call this. */
export const priceOrder = (order: { lines: readonly PricedLine[]; discount: Discount | null }): OrderPrice => {
  const lines = order.lines.map((line) => priceLine(line, order.discount?.detail ?? []));
  const total = sumMoney(lines.flatMap((line) => [line.amount, ...line.modificators.map(({ amount }) => amount)]));
  const general = takenFromTotal(order.discount, total);
  return {
    lines,
    amount: roundMoney(total - general),
    discountAmount: sumMoney([general, ...lines.map((line) => line.discountValue)]),
  };
};

type Discounted = Pick<OrderPrice, "amount" | "discountAmount">;

const fullOf = ({ amount, discountAmount }: Discounted): number => roundMoney(amount + discountAmount);

/** How much of an order's full sum its discounts take, percent with two decimals. */
export const discountPercent = (price: Discounted): number => {
  const full = fullOf(price);
  return full === 0 ? 0 : roundMoney((price.discountAmount / full) * 100);
};

const HALF_KOPECK = 0.005;

/** Whether discounts take more than so many percent of the full sum: by more than what rounding each line to kopecks may add. */
export const isDiscountAbove = (price: Discounted & { lines: readonly unknown[] }, percent: number): boolean =>
  roundDecimal(price.discountAmount - (fullOf(price) * percent) / 100) > HALF_KOPECK * price.lines.length;

/** Count, total and average check of a list of orders; cancelled ones are left out (business, section 9). */
export const totalsOf = (
  orders: readonly { amount: number; isCanceled: boolean }[],
): { count: number; total: number; average: number } => {
  const counted = orders.filter((order) => !order.isCanceled);
  const total = sumMoney(counted.map((order) => order.amount));
  return { count: counted.length, total, average: counted.length ? roundMoney(total / counted.length) : 0 };
};
