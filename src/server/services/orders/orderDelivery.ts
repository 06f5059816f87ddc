import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { findZone } from "#domain/deliveryZone.ts";
import { formatMoney } from "#domain/money.ts";
import { type OrderWay, wayText } from "#domain/pickup.ts";
import { type DeliveryTerms, goodsAmount, type OrderPrice } from "#domain/pricing.ts";
import type { Db } from "../../database/connection.ts";
import { findPoint } from "../addresses/addresses.ts";
import { listDeliveryZones } from "../delivery/deliveryZones.ts";
import { invalidFields } from "../shared/domainErrors.ts";
import type { OrderFields } from "./orderFields.ts";

/** Delivery zone of an order. `minAmount` is the minimum total of the dishes, roubles. */
export interface OrderZone extends DeliveryTerms {
  readonly id: number;
  readonly name: string;
  readonly minAmount: number;
}

type Address = Pick<OrderFields, "delivery_address" | "delivery_address_building">;

const pointOf = ({ delivery_address: street, delivery_address_building: house }: Address) =>
  findPoint(street ?? "", house ?? "");

/**
 * Returns the columns with the coordinates of an order's address. Both are null if the server does not know the house.
 */
export const toPointColumns = (address: Address): { lat: number | null; lon: number | null } =>
  pointOf(address) ?? { lat: null, lon: null };

const findByAddress = async (tx: Db, companyId: number, address: Address): Promise<OrderZone | null> => {
  const { delivery_address: street } = address;
  if (street === null) return null;
  return findZone(await listDeliveryZones(tx, companyId), { street, point: pointOf(address) }) ?? null;
};

/**
 * Reads a zone of the company, or returns undefined for an unknown zone. A removed zone is found only if the order
 * already has it.
 */
const readZone = (tx: Db, companyId: number, id: number, storedId: number | null) =>
  tx
    .selectFrom("delivery_zone")
    .select(["id", "name", "price", "free_from as freeFrom", "min_amount as minAmount"])
    .where("id", "=", id)
    .where("company_id", "=", companyId)
    .where((eb) => eb.or([eb("is_removed", "=", false), eb("id", "=", storedId)]))
    .executeTakeFirst();

/**
 * Returns the zone of the order to save, or null without a zone and for a dine-in order. If `isZoneByAddress` is set,
 * this is the zone of the order's address, otherwise the zone in the request or, if the request omits it, the stored
 * zone. Throws `Invalid` for an unknown zone, and for a removed zone that is not the stored one.
 */
export const chooseZone = async (
  tx: Db,
  companyId: number,
  save: Schemas["OrderSave"],
  fields: Address & Pick<OrderFields, "is_in_hall">,
  storedId: number | null,
): Promise<OrderZone | null> => {
  if (fields.is_in_hall) return null;
  if (save.isZoneByAddress) return findByAddress(tx, companyId, fields);
  const id = save.deliveryZoneId === undefined ? storedId : save.deliveryZoneId;
  if (id === null) return null;
  const zone = await readZone(tx, companyId, id, storedId);
  if (!zone) throw invalidFields({ deliveryZoneId: "Такой зоны доставки нет." });
  return zone;
};

/**
 * Throws `Invalid` if the dishes cost less than the minimum amount of the zone, unless the user has waived the minimum
 * (areas, section 8).
 */
export const checkMinimum = (zone: OrderZone | null, price: OrderPrice, isWaived: boolean): void => {
  if (!zone || isWaived || goodsAmount(price) >= zone.minAmount) return;
  const goods = formatMoney(goodsAmount(price));
  throw invalidFields({
    deliveryZoneId: `В зону «${zone.name}» везём от ${formatMoney(zone.minAmount)}, а блюд на ${goods}`,
  });
};

/** Returns the text that describes the delivery zone and the delivery price in the order history. */
export const describeDelivery = (zone: { readonly name: string } | null, price: number): string =>
  zone ? `Зона доставки «${zone.name}», ${formatMoney(price)}` : "Без зоны доставки";

/** Returns the Russian name of the way in which the guest gets an order without an address. */
export const describePickup = ({ is_in_hall: isInHall }: Pick<OrderFields, "is_in_hall">): string =>
  wayText(isInHall ? "hall" : "pickup");

/** SQL for the way in which the guest gets the order `o`. */
export const orderWaySql = sql<OrderWay>`case when o.is_in_hall then 'hall' when o.delivery_address is null then 'pickup'
  else 'delivery' end`;
