import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { findAreaFlaw, findZone } from "#domain/deliveryZone.ts";
import type { GeoPoint } from "#domain/geometry.ts";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { findPoint } from "../addresses/addresses.ts";
import { type FieldErrors, refuseFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Zone = Schemas["DeliveryZone"];
type Save = Schemas["DeliveryZoneSave"];

const selectZones = (db: Db, companyId: number) =>
  db
    .selectFrom("delivery_zone")
    .select((eb) => ["id", "company_id as companyId", "name", eb.ref("polygon").$castTo<GeoPoint[]>().as("polygon")])
    .select(["priority", "streets", "min_amount as minAmount", "price", "free_from as freeFrom", "minutes", "version"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false);

/** Returns the delivery zones of a company, sorted by priority and name. */
export const listDeliveryZones = (db: Db, companyId: number): Promise<Zone[]> =>
  selectZones(db, companyId).orderBy("priority").orderBy(sql`lower(name)`).orderBy("id").execute();

/** Reads a delivery zone of a company. Throws `NotFound` for an unknown or removed zone. */
export const readDeliveryZone = async (db: Db, companyId: number, id: number): Promise<Zone> =>
  requireRow(await selectZones(db, companyId).where("id", "=", id).executeTakeFirst(), "Зона не найдена.");

/**
 * Returns all zones of the company and the id of the zone of an address, or null. An address belongs to a zone if the
 * polygon of the zone contains the coordinates of the address, or if the zone lists the street.
 */
export const findDeliveryZone = async (
  db: Db,
  companyId: number,
  { street = "", house = "" }: { street?: string | undefined; house?: string | undefined },
): Promise<Schemas["FoundZone"]> => {
  const zones = await listDeliveryZones(db, companyId);
  return { zoneId: findZone(zones, { street, point: findPoint(street, house) })?.id ?? null, zones };
};

const isWholeKopecks = (amount: number): boolean => roundMoney(amount) === amount;

const findFlaws = ({ polygon = [], streets = [], minAmount = 0, price = 0, freeFrom }: Save): FieldErrors => {
  const errors: FieldErrors = {};
  const flaw = findAreaFlaw({ polygon, streets });
  if (flaw) errors["polygon"] = flaw;
  for (const [field, amount] of Object.entries({ minAmount, price, freeFrom: freeFrom ?? 0 }))
    if (!isWholeKopecks(amount)) errors[field] = "Не больше двух знаков после запятой.";
  return errors;
};

/**
 * Validates a zone and returns its columns; the caller must hold the company lock. Throws `Invalid` for invalid fields,
 * or if a different zone has this name.
 */
const parseZone = async (tx: Db, companyId: number, save: Save, id: number) => {
  const name = parseName(save.name);
  const others = await listDeliveryZones(tx, companyId);
  const isTaken = others.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase());
  refuseFields({ ...findFlaws(save), ...(isTaken && { name: "Зона с таким названием уже есть." }) });
  return {
    name,
    priority: save.priority ?? 1,
    polygon: JSON.stringify(save.polygon ?? []),
    streets: [...new Set((save.streets ?? []).map((street) => street.trim()).filter(Boolean))],
    min_amount: save.minAmount ?? 0,
    price: save.price ?? 0,
    free_from: save.freeFrom ?? null,
    minutes: save.minutes ?? null,
  };
};

/** Adds a delivery zone. Throws the errors of `parseZone`. */
export const createDeliveryZone = async (tx: Db, companyId: number, save: Save): Promise<Zone> => {
  await lockCompany(tx, companyId);
  const row = await parseZone(tx, companyId, save, 0);
  const { id } = await tx
    .insertInto("delivery_zone")
    .values({ company_id: companyId, ...row })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readDeliveryZone(tx, companyId, id);
};

const lockZone = async (tx: Db, companyId: number, { id, seen }: VersionedId): Promise<void> => {
  await lockCompany(tx, companyId);
  checkVersion(await readDeliveryZone(tx, companyId, id), seen);
};

/**
 * Updates a delivery zone. Throws `NotFound` for an unknown zone, `Stale` if the caller saw a different version, and
 * the errors of `parseZone`.
 */
export const updateDeliveryZone = async (tx: Db, companyId: number, which: VersionedId, save: Save): Promise<Zone> => {
  await lockZone(tx, companyId, which);
  const row = await parseZone(tx, companyId, save, which.id);
  await tx
    .updateTable("delivery_zone")
    .set((eb) => ({ ...row, version: eb("version", "+", 1) }))
    .where("id", "=", which.id)
    .execute();
  return readDeliveryZone(tx, companyId, which.id);
};

/** Marks a delivery zone as removed. Throws `NotFound` for an unknown zone. */
export const removeDeliveryZone = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockZone(tx, companyId, { id, seen: undefined });
  await tx
    .updateTable("delivery_zone")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return undefined;
};
