import type { Schemas } from "#api/client.ts";
import { dishFields, MAX_VARIANTS } from "#domain/guestCart.ts";
import { sumMoney } from "#domain/money.ts";
import { missingGroups } from "#domain/requiredGroups.ts";
import type { Db } from "../database/connection.ts";
import { Invalid } from "../services/shared/domainErrors.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import type { Shop } from "../services/shop/shop.ts";
import { readShopMenu, type ShopDish, type ShopModifier } from "../services/shop/shopMenu.ts";

const MAX_FIELD = 500;
const MAX_LINES = 100;
/** Maximum number of portions of a line. The form allows two digits. */
const MAX_COUNT = 99;

/** Fields of a form as the guest sent them. */
export type ShopFields = Readonly<Record<string, string>>;

/**
 * Line in the cart of a guest, each portion of which has all modifiers of the line. `variant` numbers the lines of a
 * dish.
 */
export interface CartLine {
  readonly dish: ShopDish;
  readonly variant: number;
  readonly count: number;
  readonly modifiers: readonly ShopModifier[];
}

/** Returns the price of a line without discounts, roubles. */
export const sumCartLine = ({ dish, count, modifiers }: CartLine): number =>
  sumMoney([dish, ...modifiers].map(({ price }) => price * count));

/** Reads the text fields of a form, trimmed and truncated to `MAX_FIELD`. */
export const readShopFields = (body: unknown): ShopFields =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, truncateText(value.trim(), MAX_FIELD)]] : [],
    ),
  );

const VARIANTS = Array.from({ length: MAX_VARIANTS }, (_, index) => index + 1);

const haveSameModifiers = (one: CartLine, other: CartLine): boolean =>
  one.modifiers.length === other.modifiers.length && one.modifiers.every((each, at) => each === other.modifiers[at]);

/**
 * Adds a line of a dish. If another line has the same modifiers, merges the two lines, unless the merged line would
 * have more than `MAX_COUNT` portions.
 */
const addLine = (lines: readonly CartLine[], line: CartLine): CartLine[] => {
  const equal = lines.find((one) => haveSameModifiers(one, line) && one.count + line.count <= MAX_COUNT);
  if (!equal) return [...lines, { ...line, variant: lines.length + 1 }];
  return lines.map((one) => (one === equal ? { ...one, count: one.count + line.count } : one));
};

const readDishLines = (dish: ShopDish, fields: ShopFields): CartLine[] =>
  VARIANTS.flatMap((variant): CartLine[] => {
    const names = dishFields(dish.id, variant);
    const text = fields[names.count] ?? "";
    const modifiers = dish.modifiers.filter(({ id }) => fields[`${names.modifiers}${id}`] !== undefined);
    return /^[1-9]\d?$/.test(text) ? [{ dish, variant, count: Number(text), modifiers }] : [];
  }).reduce<CartLine[]>(addLine, []);

/** Reads at most 100 lines of chosen dishes with their modifiers. Ignores dishes that are not in the shop. */
export const readCartLines = async (db: Db, shop: Shop, fields: ShopFields): Promise<CartLine[]> => {
  const dishes = (await readShopMenu(db, shop)).flatMap((section) => section.dishes);
  return dishes.flatMap((dish) => readDishLines(dish, fields)).slice(0, MAX_LINES);
};

/**
 * Returns a sentence about the first line that lacks a modifier of a required group. Returns undefined if no line lacks
 * one.
 */
export const describeMissingChoice = (lines: readonly CartLine[]): string | undefined => {
  for (const { dish, modifiers } of lines) {
    const [group] = missingGroups(dish.modifiers, (id) => modifiers.some((one) => one.id === id));
    if (group) return `«${dish.name}»: ${group.name} — выберите хотя бы одно.`;
  }
  return undefined;
};

const describeMethod = ({ methods }: Shop, fields: ShopFields): string | undefined => {
  if (methods.length === 0) return undefined;
  const method = methods.find(({ id }) => String(id) === fields["method"]);
  if (!method) throw new Invalid("Выберите способ оплаты.");
  return `Оплата: ${method.name}`;
};

/**
 * Returns the data with which the order of a guest is saved, with the payment method as part of the note. Throws
 * `Invalid` for a delivery without a street, for a missing modifier of a required group, or if the shop offers payment
 * methods and none is chosen.
 */
export const createGuestSave = (shop: Shop, lines: readonly CartLine[], fields: ShopFields): Schemas["OrderSave"] => {
  const isDelivery = fields["way"] !== "pickup";
  const short = (name: string, length: number) => truncateText(fields[name] ?? "", length) || null;
  const missing = describeMissingChoice(lines);
  if (missing) throw new Invalid(`${missing} Вернитесь к меню.`);
  if (isDelivery && !fields["street"]) throw new Invalid("Укажите улицу или выберите самовывоз.");
  return {
    isAsap: true,
    phone: short("phone", 30) ?? "",
    promoCode: short("promo", 100),
    note: [fields["note"], describeMethod(shop, fields)].filter(Boolean).join("\n") || null,
    items: lines.map(({ dish, count, modifiers }) => ({
      itemId: dish.id,
      categoryId: dish.categoryId,
      count,
      modificators: modifiers.map(({ id }) => ({ modificatorId: id, count })),
    })),
    ...(isDelivery && {
      isZoneByAddress: true,
      deliveryAddress: short("street", 200),
      deliveryAddressBuilding: short("house", 20),
      deliveryAddressApartmentNumber: short("flat", 20),
    }),
  };
};
