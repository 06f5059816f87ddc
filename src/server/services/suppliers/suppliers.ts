import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import type { Complete } from "../shared/complete.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Supplier = Complete<Schemas["Supplier"]>;
type Save = Schemas["SupplierSave"];

const selectSuppliers = (companyId: number) => sql`
  select id, company_id as "companyId", name, description, is_active as "isActive", creation_date as "creationDate", version
  from supplier where company_id = ${companyId} and not is_removed`;

type Row = Omit<Supplier, "creationDate"> & { readonly creationDate: Date };

const toSupplier = (row: Row): Supplier => ({ ...row, creationDate: row.creationDate.toISOString() });

/** Returns the suppliers of a company, sorted by name. */
export const listSuppliers = async (db: Db, companyId: number): Promise<Supplier[]> => {
  const { rows } = await sql<Row>`${selectSuppliers(companyId)} order by lower(name), id`.execute(db);
  return rows.map(toSupplier);
};

/** Reads a supplier of a company. Throws `NotFound` for any other supplier. */
export const readSupplier = async (db: Db, companyId: number, id: number): Promise<Supplier> => {
  const { rows } = await sql<Row>`${selectSuppliers(companyId)} and id = ${id}`.execute(db);
  return toSupplier(requireRow(rows[0], "Поставщик не найден."));
};

/**
 * Trims and returns a supplier name; the caller must hold the company lock. Throws `Invalid` if a different supplier
 * has this name.
 */
const uniqueName = async (tx: Db, companyId: number, wanted: string, id: number): Promise<string> => {
  const name = parseName(wanted);
  const rows = await tx
    .selectFrom("supplier")
    .select("id")
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .where("id", "<>", id)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .execute();
  if (rows.length > 0) throw invalidFields({ name: "Поставщик с таким названием уже есть." });
  return name;
};

/** Adds a supplier, by default an active one. Throws the errors of `uniqueName`. */
export const createSupplier = async (tx: Db, companyId: number, save: Save): Promise<Supplier> => {
  await lockCompany(tx, companyId);
  const name = await uniqueName(tx, companyId, save.name, 0);
  const { id } = await tx
    .insertInto("supplier")
    .values({
      company_id: companyId,
      name,
      description: save.description?.trim() || null,
      is_active: save.isActive ?? true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readSupplier(tx, companyId, id);
};

const lockSupplier = async (tx: Db, companyId: number, { id, seen }: VersionedId): Promise<Supplier> => {
  await lockCompany(tx, companyId);
  const supplier = await readSupplier(tx, companyId, id);
  checkVersion(supplier, seen);
  return supplier;
};

/**
 * Updates a supplier; fields that the request omits stay unchanged. Throws the errors of `lockSupplier` and
 * `uniqueName`.
 */
export const updateSupplier = async (tx: Db, companyId: number, which: VersionedId, save: Save): Promise<Supplier> => {
  const before = await lockSupplier(tx, companyId, which);
  const name = await uniqueName(tx, companyId, save.name, before.id);
  const { description = before.description, isActive = before.isActive } = save;
  await tx
    .updateTable("supplier")
    .set((eb) => ({
      name,
      description: description?.trim() || null,
      is_active: isActive,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", before.id)
    .execute();
  return readSupplier(tx, companyId, before.id);
};

/** Marks a supplier as removed. Throws `NotFound` for an unknown supplier. */
export const removeSupplier = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockSupplier(tx, companyId, { id, seen: undefined });
  await tx
    .updateTable("supplier")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return undefined;
};
