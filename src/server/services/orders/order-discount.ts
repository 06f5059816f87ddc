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

/** Throws 403 unless the caller may give the discount: `discount.apply`, and at most `discount.maxPercent` of the order's sum. */
export const checkMayDiscount = (company: CompanyScope, price: OrderPrice): void => {
  if (!holds(company, "discount.apply")) throw new Problem(403, "У вас нет права давать скидку.");
  const full = price.amount + price.discountAmount;
  const percent = full === 0 ? 0 : roundMoney((price.discountAmount / full) * 100);
  const limit = company.permissions["discount.maxPercent"] ?? 0;
  if (percent > limit)
    throw new Problem(403, `Скидка составит ${percent} % от суммы заказа, а вам разрешено не больше ${limit} %.`);
};
