import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";

type Category = Schemas["FinanceCategory"];
type Save = Schemas["FinanceCategorySave"];

const selectCategories = (db: Db, companyId: number) =>
  db
    .selectFrom("finance_category")
    .select(["id", "name", "direction", "version"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false);

/** Returns the categories of a company's transactions, sorted by direction and name. */
export const listFinanceCategories = (db: Db, companyId: number): Promise<Category[]> =>
  selectCategories(db, companyId)
    .orderBy("direction")
    .orderBy(sql`lower(name) collate "und-x-icu"`)
    .orderBy("id")
    .execute();

/** Reads a category of a company. Throws `NotFound` for any other category. */
export const readFinanceCategory = async (db: Db, companyId: number, id: number): Promise<Category> =>
  requireRow(await selectCategories(db, companyId).where("id", "=", id).executeTakeFirst(), "Категория не найдена.");

const uniqueName = async (tx: Db, companyId: number, { name: wanted, direction }: Save, id: number) => {
  const name = parseName(wanted);
  const other = await selectCategories(tx, companyId)
    .where("id", "!=", id)
    .where("direction", "=", direction)
    .where((eb) => eb(eb.fn("lower", ["name"]), "=", eb.fn("lower", [eb.val(name)])))
    .executeTakeFirst();
  if (other) throw invalidFields({ name: "Такая категория уже есть." });
  return name;
};

/** Adds a category. Throws `Invalid` if another category of the same direction has the name. */
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

/**
 * Updates a category. Throws `NotFound` for an unknown category, `Stale` if the caller saw a different version,
 * `Invalid` for a name that is taken, and `Conflict` if the direction of a category with transactions would change.
 */
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

/** Marks a category as removed; its transactions still refer to it. Throws `NotFound` for an unknown category. */
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
