import type { Schemas } from "#api/client.ts";
import type { Zone } from "#domain/dates.ts";
import {
  type DiscountRefusal,
  type DiscountTerms,
  findDiscountRefusal,
  isBelowMinimum,
  normalizePromoCode,
} from "#domain/discountTerms.ts";
import { fullAmount } from "#domain/pricing.ts";
import type { Order } from "#machines/queries/order.ts";
import type { Draft } from "./draft.ts";
import { priceDraft } from "./draftOrder.ts";

type OfferedDiscount = Schemas["Discount"];

/** Draft of an order, with the data that determine if its discount is given. */
export interface DiscountedDraft {
  readonly draft: Pick<Draft, "lines" | "promoCode">;
  /** Saved order, or null for a new order. */
  readonly order: Pick<Order, "creationDate" | "discountId" | "amount" | "discountAmount" | "deliveryPrice"> | null;
  readonly zone: Zone;
  /** Current time of the server, ms since 1970. */
  readonly now: number;
}

/** Reason why a discount is not given, with the discount and its terms. */
export interface RefusedDiscount {
  readonly refusal: DiscountRefusal;
  readonly name: string;
  readonly terms: DiscountTerms;
}

/**
 * Returns the reason why the server would refuse a discount for the order, or undefined if there is none. Earlier uses
 * by the customer are not checked. The discount of the saved order is refused only if the order became cheaper and is
 * now below the discount's minimum.
 */
export const findRefused = (
  { id, name, terms, uses }: OfferedDiscount,
  { draft: { lines, promoCode }, order, zone, now }: DiscountedDraft,
): RefusedDiscount | undefined => {
  if (!terms) return undefined;
  const amount = fullAmount(priceDraft({ lines, discountId: null }, [], null));
  if (order && order.discountId === id) {
    const before = fullAmount({ ...order, deliveryPrice: order.deliveryPrice ?? 0 });
    return isBelowMinimum(terms, amount) && amount < before ? { refusal: "belowMinimum", name, terms } : undefined;
  }
  const at = (order && Date.parse(order.creationDate)) || now;
  const refusal = findDiscountRefusal(terms, { at, zone, amount, promoCode, uses: uses ?? 0, isUsedByCustomer: false });
  return refusal && { refusal, name, terms };
};

/** Outcome of a typed promo code. */
export type PromoCodeOutcome =
  | { readonly kind: "accepted"; readonly discountId: number; readonly name: string; readonly promoCode: string }
  | { readonly kind: "empty" }
  | { readonly kind: "unknown" }
  | ({ readonly kind: "refused" } & RefusedDiscount);

/** Finds the discount of a typed promo code, and checks if the order may have the discount. */
export const checkPromoCode = (
  typed: string,
  discounts: readonly OfferedDiscount[],
  order: DiscountedDraft,
): PromoCodeOutcome => {
  const promoCode = normalizePromoCode(typed);
  if (promoCode === "") return { kind: "empty" };
  const discount = discounts.find(({ isRemoved, terms }) => !isRemoved && terms?.promoCode === promoCode);
  if (!discount) return { kind: "unknown" };
  const refused = findRefused(discount, { ...order, draft: { ...order.draft, promoCode } });
  if (refused) return { kind: "refused", ...refused };
  return { kind: "accepted", discountId: discount.id, name: discount.name, promoCode };
};
