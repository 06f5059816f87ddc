import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { DiscountedDraft } from "#machines/orders/editor/discountRefusals.ts";
import { useCompany } from "../../../services/context.ts";
import { useNow } from "../../../shared/useNow.ts";
import { useEditor } from "./useEditor.ts";

/**
 * Returns the data that decide which discounts apply: the draft's lines and promo code, the saved order, and the
 * current time. The time is updated every 30 seconds.
 */
export const useDiscountedDraft = (companyId: number): DiscountedDraft => {
  const company = useCompany(companyId);
  const now = useNow(30_000);
  const lines = useEditor(({ context }) => context.draft.lines);
  const promoCode = useEditor(({ context }) => context.draft.promoCode);
  const order = useEditor(({ context }) => context.order);
  const zone = {
    timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
    dayStart: company?.dayStart ?? DEFAULT_DAY_START,
  };
  return { draft: { lines, promoCode }, order, zone, now };
};
