import type { Schemas } from "#api/client.ts";
import { decimalText } from "#domain/decimal.ts";
import { parseAmount } from "#domain/money.ts";
import { normalizePhone } from "#domain/phone.ts";
import { type DeliveryTerms, type OrderPrice, priceOrder } from "#domain/pricing.ts";
import type { Order, OrderItem } from "#machines/queries/order.ts";
import type { Draft, DraftBase, OrderLineDraft } from "./draft.ts";

const lineOf = (item: OrderItem): OrderLineDraft => ({
  key: `line-${item.id}`,
  id: item.id,
  itemId: item.itemId,
  categoryId: item.categoryId,
  name: item.name,
  price: item.price,
  count: item.count,
  note: item.note ?? "",
  isRemoved: item.isRemoved,
  modificators: item.modificators.map(({ modificatorId, modificatorName, price, count }) => ({
    modificatorId,
    name: modificatorName,
    price,
    count,
  })),
});

/** Converts a saved order into a draft. The customer's name and the promo code of the draft are empty. */
export const toDraft = (order: Order): Draft => ({
  phone: order.phone,
  customerName: "",
  date: new Date(order.date).toISOString(),
  dateText: "",
  street: order.deliveryAddress ?? "",
  house: order.deliveryAddressBuilding ?? "",
  apartment: order.deliveryAddressApartmentNumber ?? "",
  entrance: order.deliveryAddressEntrance ?? "",
  floor: order.deliveryAddressLevel ?? "",
  deliveryPhone: order.deliveryPhone ?? "",
  change: order.deliveryChange === null ? "" : decimalText(order.deliveryChange),
  persons: order.persons === null ? "" : String(order.persons),
  note: order.note ?? "",
  zone: order.deliveryZoneId ?? null,
  isInHall: order.isInHall ?? false,
  isMinimumWaived: false,
  tags: order.tags,
  discountId: order.discountId,
  promoCode: "",
  callId: order.operatorPhoneCallId,
  lines: order.items.map(lineOf),
});

/** Converts a saved order into the base of the user's changes: the version of the order, and its draft. */
export const toDraftBase = (order: Order): DraftBase => ({ version: order.version, draft: toDraft(order) });

const filled = (text: string): string | null => text.trim() || null;

const phoneOf = (text: string): string | null => (text === "" ? null : normalizePhone(text));

/**
 * Returns an order line for the save request. The note is omitted if the line has no note and had none at the last
 * save. The modifiers are omitted if the line has none and had none at the last save, or if the id of a modifier is
 * unknown; in the second case the server keeps the saved modifiers.
 */
const toLineSave = (line: OrderLineDraft, was: OrderLineDraft | undefined): Schemas["OrderSaveItem"] => {
  const { id, itemId, categoryId, count, note, modificators } = line;
  const hasModifiers = modificators.length > 0 || (was?.modificators.length ?? 0) > 0;
  const areKnown = modificators.every(({ modificatorId }) => modificatorId > 0);
  return {
    ...(id !== null && { id }),
    itemId,
    categoryId,
    count,
    ...((filled(note) !== null || was?.note) && { note: filled(note) }),
    ...(hasModifiers &&
      areKnown && {
        modificators: modificators.map((one) => ({ modificatorId: one.modificatorId, count: one.count })),
      }),
  };
};

/**
 * Returns the save request of a draft. Equal drafts must give equal requests, because a retry uses the same idempotency
 * key.
 */
export const toOrderSave = (draft: Draft, base: DraftBase | null = null): Schemas["OrderSave"] => ({
  items: draft.lines.map((line) =>
    toLineSave(
      line,
      base?.draft.lines.find(({ id }) => id !== null && id === line.id),
    ),
  ),
  phone: normalizePhone(draft.phone),
  ...(filled(draft.customerName) !== null && { customerName: filled(draft.customerName) }),
  date: draft.date,
  deliveryAddress: filled(draft.street),
  deliveryAddressBuilding: filled(draft.house),
  deliveryAddressApartmentNumber: filled(draft.apartment),
  deliveryAddressEntrance: filled(draft.entrance),
  deliveryAddressLevel: filled(draft.floor),
  deliveryPhone: phoneOf(draft.deliveryPhone),
  deliveryChange: parseAmount(draft.change) ?? null,
  persons: draft.persons === "" ? null : Number(draft.persons),
  note: filled(draft.note),
  ...(draft.zone === "byAddress" ? { isZoneByAddress: true } : { deliveryZoneId: draft.zone }),
  ...((draft.isInHall || base?.draft.isInHall) && { isInHall: draft.isInHall }),
  ...(draft.isMinimumWaived && { isMinimumWaived: true }),
  tags: draft.tags,
  discountId: draft.discountId,
  ...(draft.promoCode !== "" && { promoCode: draft.promoCode }),
  operatorPhoneCallId: draft.callId,
});

/** Returns a preview of the order's price. The server computes the final price. */
export const priceDraft = (
  { lines, discountId }: Pick<Draft, "lines" | "discountId">,
  discounts: readonly Schemas["Discount"][],
  delivery: DeliveryTerms | null,
): OrderPrice => priceOrder({ lines, discount: discounts.find(({ id }) => id === discountId) ?? null, delivery });
