import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Category = Schemas["FinanceCategory"];
type Save = Schemas["FinanceCategorySave"];

const selectCategories = (companyId: number) => sql`select id, name, direction, version from finance_category
  where company_id = ${companyId} and not is_removed`;

/** Returns the categories of a company's transactions, sorted by direction and name. */
export const listFinanceCategories = async (db: Db, companyId: number): Promise<Category[]> => {
  const { rows } = await sql<Category>`${selectCategories(companyId)}
    order by direction, lower(name) collate "und-x-icu", id`.execute(db);
  return rows;
};

/** Reads a category of a company. Throws `NotFound` for any other category. */
export const readFinanceCategory = async (db: Db, companyId: number, id: number): Promise<Category> => {
  const { rows } = await sql<Category>`${selectCategories(companyId)} and id = ${id}`.execute(db);
  return requireRow(rows[0], "Категория не найдена.");
};

const uniqueName = async (tx: Db, companyId: number, { name: wanted, direction }: Save, id: number) => {
  const name = parseName(wanted);
  const { rows } = await sql`select 1 from finance_category where company_id = ${companyId} and not is_removed
    and id <> ${id} and direction = ${direction} and lower(name) = lower(${name})`.execute(tx);
  if (rows.length > 0) throw invalidFields({ name: "Такая категория уже есть." });
  return name;
};

export const createFinanceCategory = async (tx: Db, companyId: number, save: Save): Promise<Category> => {
  await lockCompany(tx, companyId);
  const name = await uniqueName(tx, companyId, save, 0);
  const { id } = await tx
    .insertInto("finance_category")
    .values({ company_id: companyId, name, direction: save.direction })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readFinanceCategory(tx, companyId, id);
};

/** Updates a category. Throws `Conflict` if the direction of a category with transactions would change. */
export const updateFinanceCategory = async (
  tx: Db,
  companyId: number,
  { id, seen }: VersionedId,
  save: Save,
): Promise<Category> => {
  await lockCompany(tx, companyId);
  const before = await readFinanceCategory(tx, companyId, id);
  checkVersion(before, seen);
  const name = await uniqueName(tx, companyId, save, id);
  // Through its foreign key, an insert into finance_transaction takes a lock on the category that conflicts with FOR
  // UPDATE. Inserts for this category therefore wait until the commit, and `used` stays correct.
  await tx.selectFrom("finance_category").select("id").where("id", "=", id).forUpdate().execute();
  const used = await tx
    .selectFrom("finance_transaction")
    .select("id")
    .where("company_id", "=", companyId)
    .where("category_id", "=", id)
    .executeTakeFirst();
  if (used && save.direction !== before.direction)
    throw new Conflict("По категории уже есть операции, поменять приход и расход местами нельзя.");
  await tx
    .updateTable("finance_category")
    .set((eb) => ({ name, direction: save.direction, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return readFinanceCategory(tx, companyId, id);
};

/** Marks a category as removed. Its transactions still refer to the category. */
export const removeFinanceCategory = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockCompany(tx, companyId);
  await readFinanceCategory(tx, companyId, id);
  await tx
    .updateTable("finance_category")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return undefined;
};
