import type { Schemas } from "#api/client.ts";
import { decimalText } from "#domain/decimal.ts";
import { formatMoney, parseAmount } from "#domain/money.ts";
import type { ComparedOrder } from "#domain/orderChanges.ts";
import { formatPhone, normalizePhone } from "#domain/phone.ts";
import { type OrderPrice, priceOrder } from "#domain/pricing.ts";
import type { Base, Draft, DraftLine } from "./draft.ts";

const lineOf = (item: Schemas["OrderItem"]): DraftLine => ({
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

/** A saved order as the editor shows it. */
export const draftOf = (order: Schemas["Order"]): Draft => ({
  phone: order.phone,
  date: new Date(order.date).toISOString(),
  dateText: "",
  street: order.deliveryAddress ?? "",
  house: order.deliveryAddressBuilding ?? "",
  apartment: order.deliveryAddressApartmentNumber ?? "",
  entrance: order.deliveryAddressEntrance ?? "",
  floor: order.deliveryAddressLevel ?? "",
  deliveryPhone: order.deliveryPhone ?? "",
  change: order.deliveryChange === null ? "" : decimalText(order.deliveryChange).replace(".", ","),
  persons: order.persons === null ? "" : String(order.persons),
  note: order.note ?? "",
  tags: order.tags,
  discountId: order.discountId,
  callId: order.operatorPhoneCallId,
  lines: order.items.map(lineOf),
});

/** A saved order as the start of a draft. */
export const baseOf = (order: Schemas["Order"]): Base => ({ version: order.version, draft: draftOf(order) });

const filled = (text: string): string | null => text.trim() || null;

const phoneOf = (text: string): string | null => (text === "" ? null : normalizePhone(text));

/** What is sent to save a draft; the same draft always gives the same body, as its idempotency key demands. */
export const saveOf = (draft: Draft): Schemas["OrderSave"] => ({
  items: draft.lines.map(({ id, itemId, categoryId, count, note, modificators }) => ({
    ...(id !== null && { id }),
    itemId,
    categoryId,
    count,
    note: filled(note),
    modificators: modificators.map((modificator) => ({
      modificatorId: modificator.modificatorId,
      count: modificator.count,
    })),
  })),
  phone: normalizePhone(draft.phone),
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
  tags: draft.tags,
  discountId: draft.discountId,
  operatorPhoneCallId: draft.callId,
});

/** The preview of what a draft costs with a list of discounts; the server's sum decides. */
export const priceDraft = (
  { lines, discountId }: Pick<Draft, "lines" | "discountId">,
  discounts: readonly Schemas["Discount"][],
): OrderPrice => priceOrder({ lines, discount: discounts.find(({ id }) => id === discountId) ?? null });

/** The words that a comparison of drafts needs for what drafts hold as numbers. */
export interface Words {
  discounts: readonly Schemas["Discount"][];
  tags: readonly Schemas["Tag"][];
  dateTime: (instant: string) => string;
}

const addressOf = ({ street, house, apartment, entrance, floor }: Draft): string =>
  [street, house, apartment && `кв. ${apartment}`, entrance && `подъезд ${entrance}`, floor && `этаж ${floor}`]
    .filter(Boolean)
    .join(", ");

const changeText = (text: string): string => {
  const amount = parseAmount(text);
  return amount === undefined ? "" : formatMoney(amount);
};

/** A draft in the words in which people compare orders. */
export const comparedOf = (draft: Draft, words: Words): ComparedOrder => ({
  lines: draft.lines,
  phone: formatPhone(draft.phone),
  date: draft.dateText || (draft.date === null ? "сейчас" : words.dateTime(draft.date)),
  address: addressOf(draft),
  deliveryPhone: formatPhone(draft.deliveryPhone),
  change: changeText(draft.change),
  persons: draft.persons,
  note: draft.note,
  discount: words.discounts.find(({ id }) => id === draft.discountId)?.name ?? "",
  tags: draft.tags.map((tag) => words.tags.find(({ id }) => id === tag)?.name ?? `№ ${tag}`),
  status: "",
});
