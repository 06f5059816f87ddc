import { formatMoney, roundMoney } from "#domain/money.ts";
import type { EditorZone } from "./useDeliveryZone.ts";

/**
 * Returns the terms of a zone as text: the price, the time, and the amount missing for free delivery. `goods` is the
 * price of the dishes, roubles.
 */
export const zoneTermsText = (
  { price, freeFrom, minutes }: Pick<EditorZone, "price" | "freeFrom" | "minutes">,
  goods: number,
): string => {
  const untilFree = price > 0 && freeFrom !== null ? roundMoney(freeFrom - goods) : 0;
  const free = untilFree > 0 && goods > 0 && `ещё ${formatMoney(untilFree)} — и бесплатно`;
  const isFree = price === 0 || (freeFrom !== null && goods >= freeFrom);
  return [isFree ? "бесплатно" : formatMoney(price), minutes && `${minutes} мин`, free].filter(Boolean).join(", ");
};

/**
 * Returns the text of the choice "by address", with the zone that was found for the address, or with "вне зон" if
 * none was found. Without a street the text names no zone.
 */
export const byAddressText = (found: Pick<EditorZone, "name"> | undefined, hasStreet: boolean): string => {
  if (!hasStreet) return "По адресу";
  return `По адресу: ${found?.name ?? "вне зон"}`;
};
