import { formatMoney, roundMoney } from "#domain/money.ts";
import { type OrderPrice, priceOrder } from "#domain/pricing.ts";
import { invalid, Problem } from "../../problem.ts";
import { type CompanyScope, holds } from "../caller.ts";
import type { OrderContext } from "./order-context.ts";
import type { DraftLine } from "./order-lines.ts";

const MAX_AMOUNT = 100_000_000;

/** The discount that an order asks for. Throws 400 when the company has no such one; a removed one stays where it was. */
export const chosenDiscount = (
  context: OrderContext,
  wantedId: number | null,
  beforeId: number | null,
): OrderContext["discount"] => {
  const { discount } = context;
  if (wantedId === null) return null;
  if (discount && (!discount.isRemoved || wantedId === beforeId)) return discount;
  throw invalid("Такой скидки больше нет.", { discountId: "Такой скидки больше нет." });
};

/** Prices lines with a discount. */
export const priceLines = (lines: readonly DraftLine[], discount: OrderContext["discount"]): OrderPrice => {
  const price = priceOrder({ lines, discount });
  if (price.amount > MAX_AMOUNT) throw invalid(`Сумма заказа больше ${formatMoney(MAX_AMOUNT)}`);
  return price;
};

type Discounted = Pick<OrderPrice, "amount" | "discountAmount">;

const percentOf = ({ amount, discountAmount }: Discounted): number => {
  const full = amount + discountAmount;
  return full === 0 ? 0 : roundMoney((discountAmount / full) * 100);
};

/** Throws 403 when the discount is more of the order's sum than `discount.maxPercent`; what an order had `before` may stay. */
export const checkDiscountLimit = (company: CompanyScope, price: Discounted, before?: Discounted): void => {
  const percent = percentOf(price);
  const limit = Math.max(company.permissions["discount.maxPercent"] ?? 0, before ? percentOf(before) : 0);
  if (percent > limit)
    throw new Problem(403, `Скидка составит ${percent} % от суммы заказа, а вам разрешено не больше ${limit} %.`);
};

/** Throws 403 unless the caller may give the discount: `discount.apply`, and within the limit. */
export const checkMayDiscount = (company: CompanyScope, price: Discounted): void => {
  if (!holds(company, "discount.apply")) throw new Problem(403, "У вас нет права давать скидку.");
  checkDiscountLimit(company, price);
};
