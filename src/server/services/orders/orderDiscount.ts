import { formatNumber } from "#domain/figures.ts";
import { formatMoney } from "#domain/money.ts";
import { discountPercent, isDiscountAbove, type OrderPrice, priceOrder } from "#domain/pricing.ts";
import { type CompanyScope, hasPermission } from "../session/caller.ts";
import { Forbidden, Invalid } from "../shared/domainErrors.ts";
import type { OrderContext } from "./orderContext.ts";
import type { DraftLine, StoredLine } from "./orderLines.ts";

const MAX_AMOUNT = 100_000_000;

/** The discount that an order asks for. Throws `Invalid` when the company has no such one; a removed one stays where it was. */
export const chooseDiscount = (
  context: OrderContext,
  wantedId: number | null,
  beforeId: number | null,
): OrderContext["discount"] => {
  const { discount } = context;
  if (wantedId === null) return null;
  if (discount && (!discount.isRemoved || wantedId === beforeId)) return discount;
  throw new Invalid("Такой скидки больше нет.", { discountId: "Такой скидки больше нет." });
};

const isKept = (line: DraftLine | StoredLine): line is StoredLine => "amount" in line;

/** What an order came to, while no line of it is edited, added or removed: a discount that was changed since changes no order. */
export const keepPrice = (
  lines: readonly (DraftLine | StoredLine)[],
  before: { readonly lineCount: number; readonly amount: number; readonly discountAmount: number },
): OrderPrice | undefined => {
  const kept = lines.filter(isKept);
  if (kept.length !== lines.length || kept.length !== before.lineCount) return undefined;
  const { lines: full } = priceOrder({ lines, discount: null });
  return {
    lines: kept.map(({ amount, discountValue, discountDescription }, at) => ({
      amount,
      discountValue,
      discountDescription,
      modificators: full[at]?.modificators ?? [],
    })),
    amount: before.amount,
    discountAmount: before.discountAmount,
  };
};

/** Prices lines with a discount. */
export const priceLines = (lines: readonly DraftLine[], discount: OrderContext["discount"]): OrderPrice => {
  const price = priceOrder({ lines, discount });
  if (price.amount + price.discountAmount > MAX_AMOUNT)
    throw new Invalid(`Сумма заказа больше ${formatMoney(MAX_AMOUNT)}`);
  return price;
};

/** Throws `Forbidden` when the discount is more of the order's sum than `discount.maxPercent`; what an order had `before` may stay. */
export const checkDiscountLimit = (
  company: CompanyScope,
  price: OrderPrice,
  before?: Pick<OrderPrice, "amount" | "discountAmount">,
): void => {
  const limit = Math.max(company.permissions["discount.maxPercent"] ?? 0, before ? discountPercent(before) : 0);
  if (isDiscountAbove(price, limit))
    throw new Forbidden(
      `Скидка составит ${formatNumber(discountPercent(price))} % от суммы заказа, а вам разрешено не больше ${formatNumber(limit)} %.`,
    );
};

/** Throws `Forbidden` unless the caller may give the discount: `discount.apply`, and within the limit. */
export const checkMayDiscount = (company: CompanyScope, price: OrderPrice): void => {
  if (!hasPermission(company, "discount.apply")) throw new Forbidden("У вас нет права давать скидку.");
  checkDiscountLimit(company, price);
};
