import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Station = Schemas["KitchenStation"];
type Save = Schemas["KitchenStationSave"];

const selectStations = (db: Db, companyId: number) =>
  db
    .selectFrom("kitchen_station")
    .select(["id", "company_id as companyId", "name", "categories_id as categoriesId"])
    .select(["prep_minutes as prepMinutes", "is_expo as isExpo", "version"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false);

/** Returns the stations of a company, sorted by name. */
export const listKitchenStations = (db: Db, companyId: number): Promise<Station[]> =>
  selectStations(db, companyId).orderBy(sql`lower(name)`).orderBy("id").execute();

/** Reads a kitchen station. Throws `NotFound` if the company has no station with this id. */
export const readKitchenStation = async (db: Db, companyId: number, id: number): Promise<Station> =>
  requireRow(await selectStations(db, companyId).where("id", "=", id).executeTakeFirst(), "Станция не найдена.");

/**
 * Validates a kitchen station and returns its column values; the caller must hold the company lock. Throws `Invalid`
 * for an invalid or used name, or an unknown category.
 */
const parseStation = async (tx: Db, companyId: number, save: Save, id: number) => {
  const name = parseName(save.name);
  const others = await listKitchenStations(tx, companyId);
  if (others.some((other) => other.id !== id && other.name.toLowerCase() === name.toLowerCase()))
    throw invalidFields({ name: "Станция с таким названием уже есть." });
  const { rows } = await sql`select id from category where id = any(${save.categoriesId}) and not is_removed
    and (company_id = ${companyId} or company_group_id = (select company_group_id from company where id = ${companyId}))
    for key share`.execute(tx);
  if (rows.length < save.categoriesId.length) throw invalidFields({ categoriesId: "Такой категории нет." });
  return {
    name,
    categories_id: [...save.categoriesId],
    prep_minutes: save.prepMinutes ?? null,
    is_expo: save.isExpo ?? false,
  };
};

/** Adds a kitchen station. Throws the errors of `parseStation`. */
export const createKitchenStation = async (tx: Db, companyId: number, save: Save): Promise<Station> => {
  await lockCompany(tx, companyId);
  const row = await parseStation(tx, companyId, save, 0);
  const { id } = await tx
    .insertInto("kitchen_station")
    .values({ company_id: companyId, ...row })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readKitchenStation(tx, companyId, id);
};

const lockStation = async (tx: Db, companyId: number, { id, seen }: VersionedId): Promise<void> => {
  await lockCompany(tx, companyId);
  checkVersion(await readKitchenStation(tx, companyId, id), seen);
};

/**
 * Updates a station. Throws `NotFound` for an unknown station, `Stale` if the caller saw a different version, and the
 * errors of `parseStation`.
 */
export const updateKitchenStation = async (
  tx: Db,
  companyId: number,
  which: VersionedId,
  save: Save,
): Promise<Station> => {
  await lockStation(tx, companyId, which);
  const row = await parseStation(tx, companyId, save, which.id);
  await tx
    .updateTable("kitchen_station")
    .set((eb) => ({ ...row, version: eb("version", "+", 1) }))
    .where("id", "=", which.id)
    .execute();
  return readKitchenStation(tx, companyId, which.id);
};

/** Marks a station as removed. Throws `NotFound` for an unknown station. */
export const removeKitchenStation = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockStation(tx, companyId, { id, seen: undefined });
  await tx
    .updateTable("kitchen_station")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return undefined;
};
