import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, requireName, type Seen } from "../shared/versioning.ts";

type Supplier = Schemas["Supplier"];
type Save = Schemas["SupplierSave"];

const selectSuppliers = (companyId: number) => sql`
  select id, company_id as "companyId", name, description, is_active as "isActive", creation_date as "creationDate", version
  from supplier where company_id = ${companyId} and not is_removed`;

type Row = Omit<Supplier, "creationDate"> & { readonly creationDate: Date };

const written = (row: Row): Supplier => ({ ...row, creationDate: row.creationDate.toISOString() });

/** The suppliers of a company, by name. */
export const listSuppliers = async (db: Db, companyId: number): Promise<Supplier[]> => {
  const { rows } = await sql<Row>`${selectSuppliers(companyId)} order by lower(name), id`.execute(db);
  return rows.map(written);
};

/** One supplier of a company. */
export const readSupplier = async (db: Db, companyId: number, id: number): Promise<Supplier> => {
  const { rows } = await sql<Row>`${selectSuppliers(companyId)} and id = ${id}`.execute(db);
  return written(requireRow(rows[0], "Поставщик не найден."));
};

/** A name that no other supplier of the company has; it stays so under the lock of the company. */
const ownName = async (tx: Db, companyId: number, wanted: string, id: number): Promise<string> => {
  const name = requireName(wanted);
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

/** Adds a supplier. */
export const createSupplier = async (tx: Db, companyId: number, save: Save): Promise<Supplier> => {
  await lockCompany(tx, companyId);
  const name = await ownName(tx, companyId, save.name, 0);
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

const openSupplier = async (tx: Db, companyId: number, { id, seen }: Seen): Promise<Supplier> => {
  await lockCompany(tx, companyId);
  const supplier = await readSupplier(tx, companyId, id);
  checkVersion(supplier, seen);
  return supplier;
};

/** Changes a supplier; what the save does not name stays. */
export const updateSupplier = async (tx: Db, companyId: number, which: Seen, save: Save): Promise<Supplier> => {
  const before = await openSupplier(tx, companyId, which);
  const name = await ownName(tx, companyId, save.name, before.id);
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

/** Removes a supplier. */
export const removeSupplier = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await openSupplier(tx, companyId, { id, seen: undefined });
  await tx
    .updateTable("supplier")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return undefined;
};
