import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { Conflict, invalidFields, requireRow } from "../shared/domainErrors.ts";

type Stop = Schemas["ItemStop"];
type Save = Schemas["ItemStopSave"];

/** SQL condition: the stop `s` has not ended. */
export const isStopActiveSql = sql<boolean>`(s.until is null or s.until > now())`;

const selectStops = (companyId: number) => sql`
  select s.item_id as "itemId", i.name as "itemName", s.until, s.remaining, s.reason, s.created_at as at, u.alias as "userAlias"
  from item_stop s join item i on i.id = s.item_id left join app_user u on u.id = s.user_id
  where s.company_id = ${companyId} and ${isStopActiveSql}`;

type Row = Omit<Stop, "until" | "at"> & { readonly until: Date | null; readonly at: Date };

const toStop = (row: Row): Stop => ({ ...row, until: row.until?.toISOString() ?? null, at: row.at.toISOString() });

/** Returns the active stops of a company, sorted by dish name. A stop prevents the sale of a dish. */
export const listItemStops = async (db: Db, companyId: number): Promise<Stop[]> => {
  const { rows } = await sql<Row>`${selectStops(companyId)} order by lower(i.name), i.id`.execute(db);
  return rows.map(toStop);
};

/** Reads the stop of a dish. Throws `NotFound` if the dish is not stopped. */
export const readItemStop = async (db: Db, companyId: number, itemId: number): Promise<Stop> => {
  const { rows } = await sql<Row>`${selectStops(companyId)} and s.item_id = ${itemId}`.execute(db);
  return toStop(requireRow(rows[0], "Этого блюда нет в стоп-листе."));
};

/**
 * Adds a dish to the stop list or replaces its stop. Throws `Invalid` for an end in the past, and `NotFound` for a
 * removed dish or a dish of another company.
 */
export const putItemStop = async (
  tx: Db,
  companyId: number,
  userId: number,
  itemId: number,
  save: Save,
): Promise<Stop> => {
  const { until = null, remaining = null, reason = null } = save;
  if (until !== null && Date.parse(until) <= Date.now()) throw invalidFields({ until: "Это время уже прошло." });
  const { rows } = await sql`select 1 from item where id = ${itemId} and not is_removed
    and (company_id = ${companyId} or company_group_id = (select company_group_id from company where id = ${companyId}))
    for key share`.execute(tx);
  requireRow(rows[0], "Блюдо не найдено.");
  const row = { until, remaining, reason: reason?.trim() || null, user_id: userId, created_at: sql<Date>`now()` };
  await tx
    .insertInto("item_stop")
    .values({ company_id: companyId, item_id: itemId, ...row })
    .onConflict((conflict) => conflict.columns(["company_id", "item_id"]).doUpdateSet(row))
    .execute();
  return readItemStop(tx, companyId, itemId);
};

/** Takes a dish off the stop list. Throws `NotFound` if the dish is not stopped. */
export const removeItemStop = async (tx: Db, companyId: number, itemId: number): Promise<undefined> => {
  await readItemStop(tx, companyId, itemId);
  await tx.deleteFrom("item_stop").where("company_id", "=", companyId).where("item_id", "=", itemId).execute();
  return undefined;
};

/** Number of portions of a dish in an order. */
interface Portions {
  readonly itemId: number;
  readonly count: number;
}

const sumByItem = (before: readonly Portions[], after: readonly Portions[]): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const { itemId, count } of after) sums.set(itemId, (sums.get(itemId) ?? 0) + count);
  for (const { itemId, count } of before) sums.set(itemId, (sums.get(itemId) ?? 0) - count);
  return sums;
};

const refusal = (name: string, remaining: number | null, count: number): Conflict =>
  new Conflict(
    remaining === null || remaining === 0
      ? `«${name}» в стоп-листе.`
      : `«${name}»: осталось ${remaining}, а нужно ещё ${count}.`,
  );

/**
 * Subtracts the added portions of an order from the remaining portions in the stop list, and adds removed portions
 * back; must be called last in the transaction, because it locks the stops. Throws `Conflict` if too few portions
 * remain, or if an added dish is stopped without a number of portions.
 */
export const takePortions = async (
  tx: Db,
  companyId: number,
  before: readonly Portions[],
  after: readonly Portions[],
): Promise<void> => {
  const changes = [...sumByItem(before, after)].filter(([, change]) => change !== 0);
  if (changes.length === 0) return;
  const ids = changes.map(([itemId]) => itemId);
  const { rows } = await sql<{ itemId: number; name: string; remaining: number | null }>`
    select s.item_id as "itemId", i.name, s.remaining from item_stop s join item i on i.id = s.item_id
    where s.company_id = ${companyId} and s.item_id = any(${ids}) and ${isStopActiveSql}
    order by s.item_id for update of s`.execute(tx);
  for (const { itemId, name, remaining } of rows) {
    const change = changes.find(([id]) => id === itemId)?.[1] ?? 0;
    if (change > 0 && (remaining ?? 0) < change) throw refusal(name, remaining, change);
    if (remaining !== null)
      await tx
        .updateTable("item_stop")
        .set({ remaining: remaining - change })
        .where("company_id", "=", companyId)
        .where("item_id", "=", itemId)
        .execute();
  }
};
