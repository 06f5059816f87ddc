import type { Schemas } from "#api/client.ts";
import { isDiscountAbove } from "#domain/pricing.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import type { Draft } from "./draft.ts";
import { priceDraft } from "./draftOrder.ts";

/**
 * Returns the largest discount that the user may give, per cent. Returns undefined if the server sends no permissions.
 */
export const discountLimitOf = (permissions: Permissions): number | undefined =>
  permissions && (permissions["discount.maxPercent"] ?? 0);

/**
 * Returns the discounts that the user can choose: not removed, without a promo code, and within the user's limit. The
 * discount of the draft is always included. The discount of the saved order (`keptId`) is included even with a promo
 * code or above the limit, unless it was removed.
 */
export const offeredDiscounts = (
  { lines, discountId }: Pick<Draft, "lines" | "discountId">,
  discounts: readonly Schemas["Discount"][],
  keptId: number | null,
  limit: number | undefined,
): Schemas["Discount"][] =>
  discounts.filter(({ id, type, value, detail, isRemoved, terms }) => {
    if (id === discountId) return true;
    if (isRemoved) return false;
    if (terms?.promoCode && id !== keptId) return false;
    if (limit === undefined || id === keptId) return true;
    // The percentage of a general discount is compared with the limit directly, because an order without lines has no
    // amount from which a percentage could be computed.
    if (type === "%" && detail === null) return value <= limit;
    return !isDiscountAbove(priceDraft({ lines, discountId: id }, discounts, null), limit);
  });
