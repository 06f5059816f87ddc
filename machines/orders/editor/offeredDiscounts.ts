import type { Schemas } from "#api/client.ts";
import { isDiscountAbove } from "#domain/pricing.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import type { Draft } from "./draft.ts";
import { priceDraft } from "./draftOrder.ts";

/** Returns the largest discount that the user may give, per cent. Undefined if the server has no permissions. */
export const discountLimitOf = (permissions: Permissions): number | undefined =>
  permissions && (permissions["discount.maxPercent"] ?? 0);

/**
 * Returns the discounts that the user can choose: all that are not removed and within the limit. The chosen discount
 * and the one that the saved order has (`keptId`) are always among them.
 */
export const offeredDiscounts = (
  { lines, discountId }: Pick<Draft, "lines" | "discountId">,
  discounts: readonly Schemas["Discount"][],
  keptId: number | null,
  limit: number | undefined,
): Schemas["Discount"][] =>
  discounts.filter(({ id, type, value, detail, isRemoved }) => {
    if (id === discountId) return true;
    if (isRemoved) return false;
    if (limit === undefined || id === keptId) return true;
    // An order without lines has no amount to compare with the limit, but the percentage of the discount is known.
    if (type === "%" && detail === null) return value <= limit;
    return !isDiscountAbove(priceDraft({ lines, discountId: id }, discounts), limit);
  });
