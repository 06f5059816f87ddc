import { formatNumber } from "#domain/figures.ts";
import { formatMoney, sumMoney } from "#domain/money.ts";
import {
  type DeliveryTerms,
  deliveryPriceOf,
  discountPercent,
  goodsAmount,
  isDiscountAbove,
  type OrderPrice,
  priceOrder,
} from "#domain/pricing.ts";
import { type CompanyScope, requirePermission } from "../session/caller.ts";
import { Invalid, PermissionMissing } from "../shared/domainErrors.ts";
import type { OrderContext } from "./orderContext.ts";
import type { DraftLine, StoredLine } from "./orderLines.ts";

const MAX_AMOUNT = 100_000_000;

/**
 * Returns the discount of an order. Throws `Invalid` for an unknown discount, and for a removed discount that the order
 * does not already have.
 */
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

export type StoredPrice = Pick<OrderPrice, "amount" | "discountAmount" | "deliveryPrice">;

/** Terms of the delivery zone, or null without a zone. `isStored` is true if the stored order already has this zone. */
type Delivery = { readonly terms: DeliveryTerms | null; readonly isStored: boolean };

/**
 * Returns the stored price, with the delivery price of a new zone, so that changes in the definition of the discount or
 * the zone do not affect an existing order. Returns undefined if a line was edited, added or removed.
 */
export const keepPrice = (
  lines: readonly (DraftLine | StoredLine)[],
  delivery: Delivery,
  before: StoredPrice & { readonly lineCount: number },
): OrderPrice | undefined => {
  const kept = lines.filter(isKept);
  if (kept.length !== lines.length || kept.length !== before.lineCount) return undefined;
  const { lines: full } = priceOrder({ lines, discount: null });
  const goods = goodsAmount(before);
  const deliveryPrice = delivery.isStored ? before.deliveryPrice : deliveryPriceOf(delivery.terms, goods);
  return {
    lines: kept.map(({ amount, discountValue, discountDescription }, at) => ({
      amount,
      discountValue,
      discountDescription,
      modificators: full[at]?.modificators ?? [],
    })),
    amount: sumMoney([goods, deliveryPrice]),
    discountAmount: before.discountAmount,
    deliveryPrice,
  };
};

/**
 * Calculates the prices of lines with a discount, and of their delivery. Throws `Invalid` when the order exceeds the
 * maximum amount.
 */
export const priceLines = (
  lines: readonly DraftLine[],
  discount: OrderContext["discount"],
  delivery: DeliveryTerms | null,
): OrderPrice => {
  const price = priceOrder({ lines, discount, delivery });
  if (price.amount + price.discountAmount > MAX_AMOUNT)
    throw new Invalid(`Сумма заказа больше ${formatMoney(MAX_AMOUNT)}`);
  return price;
};

/**
 * Throws `PermissionMissing` if the discount exceeds the caller's limit `discount.maxPercent`. A discount with a
 * percentage that is not above that of `before` is always allowed.
 */
export const checkDiscountLimit = (company: CompanyScope, price: OrderPrice, before?: StoredPrice): void => {
  const limit = Math.max(company.permissions["discount.maxPercent"] ?? 0, before ? discountPercent(before) : 0);
  if (isDiscountAbove(price, limit))
    throw new PermissionMissing(
      `Скидка составит ${formatNumber(discountPercent(price))} % от суммы заказа, а вам разрешено не больше ${formatNumber(limit)} %.`,
      { "discount.maxPercent": Math.ceil(discountPercent(price)) },
    );
};

/**
 * Throws `PermissionMissing` if the caller lacks the permission `discount.apply` or the discount exceeds the caller's
 * limit.
 */
export const checkMayDiscount = (company: CompanyScope, price: OrderPrice): void => {
  requirePermission(company, "discount.apply", "У вас нет права давать скидку.");
  checkDiscountLimit(company, price);
};
