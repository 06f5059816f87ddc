import type { Schemas } from "#api/client.ts";
import { sumMoney } from "#domain/money.ts";
import type { Db } from "../database/connection.ts";
import { Invalid } from "../services/shared/domainErrors.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import type { Shop } from "../services/shop/shop.ts";
import { readShopMenu, type ShopDish, type ShopModifier } from "../services/shop/shopMenu.ts";

const MAX_FIELD = 500;
const MAX_LINES = 100;

/** Fields of a form as the guest sent them. */
export type ShopFields = Readonly<Record<string, string>>;

/** Dish in the cart of a guest. Each portion has all modifiers. */
export interface CartLine {
  readonly dish: ShopDish;
  readonly count: number;
  readonly modifiers: readonly ShopModifier[];
}

/** Returns the price of a line without discounts, roubles. */
export const sumCartLine = ({ dish, count, modifiers }: CartLine): number =>
  sumMoney([dish, ...modifiers].map(({ price }) => price * count));

/** Reads the text fields of a form. */
export const readShopFields = (body: unknown): ShopFields =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, truncateText(value.trim(), MAX_FIELD)]] : [],
    ),
  );

/** Reads the chosen dishes, `d<dish>`, and their modifiers, `m<dish>-<modifier>`. Ignores dishes that are not in the shop. */
export const readCartLines = async (db: Db, shop: Shop, fields: ShopFields): Promise<CartLine[]> => {
  const dishes = (await readShopMenu(db, shop)).flatMap((section) => section.dishes);
  return dishes
    .flatMap((dish) => {
      const text = fields[`d${dish.id}`] ?? "";
      const modifiers = dish.modifiers.filter(({ id }) => fields[`m${dish.id}-${id}`] !== undefined);
      return /^[1-9]\d?$/.test(text) ? [{ dish, count: Number(text), modifiers }] : [];
    })
    .slice(0, MAX_LINES);
};

const describeMethod = ({ methods }: Shop, fields: ShopFields): string | undefined => {
  if (methods.length === 0) return undefined;
  const method = methods.find(({ id }) => String(id) === fields["method"]);
  if (!method) throw new Invalid("Выберите способ оплаты.");
  return `Оплата: ${method.name}`;
};

/**
 * Returns the order of a guest. The payment method is part of the note. Throws `Invalid` for a delivery without a
 * street.
 */
export const createGuestSave = (shop: Shop, lines: readonly CartLine[], fields: ShopFields): Schemas["OrderSave"] => {
  const isDelivery = fields["way"] !== "pickup";
  const short = (name: string, length: number) => truncateText(fields[name] ?? "", length) || null;
  if (isDelivery && !fields["street"]) throw new Invalid("Укажите улицу или выберите самовывоз.");
  return {
    isAsap: true,
    phone: short("phone", 30) ?? "",
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
