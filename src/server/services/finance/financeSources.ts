import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { Conflict, invalidFields, refuseFields, requireRow } from "../shared/domainErrors.ts";
import { checkVersion, parseName, type VersionedId } from "../shared/versioning.ts";
import { movedSql } from "./movements.ts";
import { lockSourceAlone } from "./sourceLocks.ts";

type State = Schemas["FinanceSourceState"];
type Save = Schemas["FinanceSourceSave"];

const selectStates = (companyId: number) => sql`
  select s.id, s.name, s.kind, s.opening, s.opening + ${movedSql} as balance, s.version,
    exists (select 1 from finance_transaction t
      where t.company_id = s.company_id and (t.source_id = s.id or t.to_source_id = s.id))
      or exists (select 1 from cash_shift f where f.company_id = s.company_id and f.source_id = s.id) as "isUsed"
  from finance_source s where s.company_id = ${companyId} and not s.is_removed`;

/** Returns the finance sources of a company, sorted by name. */
export const listFinanceSources = (db: Db, companyId: number): Promise<Schemas["FinanceSource"][]> =>
  db
    .selectFrom("finance_source")
    .select(["id", "name", "kind"])
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .orderBy("name")
    .orderBy("id")
    .execute();

/** Returns the finance sources of a company with their balances, sorted by name. */
export const listFinanceSourceStates = async (db: Db, companyId: number): Promise<State[]> => {
  const { rows } = await sql<State>`${selectStates(companyId)} order by s.name collate "und-x-icu", s.id`.execute(db);
  return rows;
};

/** Reads a finance source of a company. Throws `NotFound` for any other source. */
export const readFinanceSource = async (db: Db, companyId: number, id: number): Promise<State> => {
  const { rows } = await sql<State>`${selectStates(companyId)} and s.id = ${id}`.execute(db);
  return requireRow(rows[0], "Источник финансов не найден.");
};

const selectOthers = (tx: Db, companyId: number, id: number) =>
  tx
    .selectFrom("finance_source")
    .select("id")
    .where("company_id", "=", companyId)
    .where("is_removed", "=", false)
    .where("id", "!=", id);

const parseSave = async (tx: Db, companyId: number, save: Save, id: number) => {
  const name = parseName(save.name);
  const { opening } = save;
  const other = await selectOthers(tx, companyId, id)
    .where((eb) => eb(eb.fn("lower", ["name"]), "=", eb.fn("lower", [eb.val(name)])))
    .executeTakeFirst();
  refuseFields({
    ...(other && { name: "Источник с таким названием уже есть." }),
    ...(opening !== undefined &&
      roundMoney(opening) !== opening && { opening: "Не больше двух знаков после запятой." }),
  });
  return { name, kind: save.kind, ...(opening !== undefined && { opening }) };
};

/** Adds a finance source. Throws `Invalid` for a used name, or an opening balance with fractions of a kopeck. */
export const createFinanceSource = async (tx: Db, companyId: number, save: Save): Promise<State> => {
  await lockCompany(tx, companyId);
  const values = await parseSave(tx, companyId, save, 0);
  const { id } = await tx
    .insertInto("finance_source")
    .values({ company_id: companyId, ...values })
    .returning("id")
    .executeTakeFirstOrThrow();
  return readFinanceSource(tx, companyId, id);
};

/**
 * Throws `Conflict` if the source is the company's last cash source or last bank source. Payments need a default source
 * of each kind.
 */
const checkNotLast = async (tx: Db, companyId: number, { id, kind }: Pick<State, "id" | "kind">): Promise<void> => {
  if (kind !== "cash" && kind !== "bank") return;
  if (await selectOthers(tx, companyId, id).where("kind", "=", kind).executeTakeFirst()) return;
  throw new Conflict(kind === "cash" ? "Хотя бы одна касса должна остаться." : "Хотя бы один банк должен остаться.");
};

/**
 * Updates a source. Throws:
 * - `NotFound` for an unknown source,
 * - `Stale` if the caller saw a different version,
 * - `Invalid` for invalid fields, or if the kind or the opening balance of a used source would change,
 * - `Conflict` if the kind of the last cash source or of the last bank source would change.
 */
export const updateFinanceSource = async (
  tx: Db,
  companyId: number,
  { id, seen }: VersionedId,
  save: Save,
): Promise<State> => {
  await lockCompany(tx, companyId);
  await lockSourceAlone(tx, companyId, id);
  const before = await readFinanceSource(tx, companyId, id);
  checkVersion(before, seen);
  const values = await parseSave(tx, companyId, save, id);
  const { kind, opening = before.opening } = values;
  if (before.isUsed && opening !== before.opening)
    throw invalidFields({ opening: "По источнику уже есть операции: исправьте остаток операцией." });
  if (before.isUsed && kind !== before.kind)
    throw invalidFields({ kind: "По источнику уже есть операции, вид не меняется." });
  if (kind !== before.kind) await checkNotLast(tx, companyId, before);
  await tx
    .updateTable("finance_source")
    .set((eb) => ({ ...values, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return readFinanceSource(tx, companyId, id);
};

/**
 * Marks a source as removed. Throws `NotFound` for an unknown source, and `Conflict` for the last cash source, for the
 * last bank source, and while the source has money, has an open shift or is used by a payment method.
 */
export const removeFinanceSource = async (tx: Db, companyId: number, id: number): Promise<undefined> => {
  await lockCompany(tx, companyId);
  await lockSourceAlone(tx, companyId, id);
  const source = await readFinanceSource(tx, companyId, id);
  const { rows } = await sql<{ hasShift: boolean; method: string | null }>`select
    exists (select 1 from cash_shift where company_id = ${companyId} and source_id = ${id} and closed_at is null) as "hasShift",
    (select min(name) from payment_method where finance_source_id = ${id} and not is_removed) as method`.execute(tx);
  const { hasShift, method } = rows[0] ?? { hasShift: false, method: null };
  if (hasShift) throw new Conflict("Сначала закройте смену.");
  if (method !== null) throw new Conflict(`Сюда приходят деньги способа оплаты «${method}». Сначала измените его.`);
  if (source.balance !== 0) throw new Conflict("На источнике есть остаток. Сначала переместите деньги.");
  await checkNotLast(tx, companyId, source);
  await tx
    .updateTable("finance_source")
    .set((eb) => ({ is_removed: true, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
  return undefined;
};
