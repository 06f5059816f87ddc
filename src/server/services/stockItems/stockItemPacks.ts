import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { isSameUnit, type Packed, packProblem, type Unit } from "#domain/units.ts";
import type { Db } from "../../database/connection.ts";
import { isTooFine, tooFineMessage } from "../items/itemLines.ts";
import { type FieldErrors, refuseFields } from "../shared/domainErrors.ts";

/** SQL for the pack units of the stock item `t`, as a JSON array. */
export const packsSql = sql`coalesce((
  select json_agg(json_build_object('name', u.name, 'factor', trim_scale(u.factor)) order by u.position)
  from stock_item_pack u where u.stock_item_id = t.id), '[]'::json)`;

/** Reads the units of stock items, keyed by id. */
export const readPacked = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Packed>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Required<Packed> & { id: number }>`
    select t.id, t.unit, ${packsSql} as packs from stock_item t where t.id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map(({ id, ...packed }) => [id, packed]));
};

export const readPacks = async (db: Db, id: number): Promise<readonly Unit[]> =>
  (await readPacked(db, [id])).get(id)?.packs ?? [];

/**
 * Validates the unit and the pack units of a request. If the request omits the pack units, only checks the unit against
 * the stored pack units. Throws `Invalid` for an invalid pack unit, and for a unit with the name of a pack unit.
 */
export const checkPacks = (
  { unit, packs }: Pick<Schemas["StockItemCreate"], "unit" | "packs">,
  stored: readonly Unit[],
): void => {
  const errors: FieldErrors = {};
  if (!packs && stored.some(({ name }) => isSameUnit(name, unit)))
    errors["unit"] = "Так называется упаковка товара. Сначала уберите её.";
  for (const [at, { factor }] of (packs ?? []).entries()) {
    const problem = packProblem({ unit, packs }, at);
    if (problem) errors[`packs.${at}.name`] = problem;
    if (isTooFine(factor)) errors[`packs.${at}.factor`] = tooFineMessage;
  }
  refuseFields(errors);
};

/** Replaces the pack units of a stock item. Lines of documents keep the factors with which they were entered. */
export const writePacks = async (tx: Db, id: number, packs: readonly Unit[]): Promise<void> => {
  await tx.deleteFrom("stock_item_pack").where("stock_item_id", "=", id).execute();
  if (packs.length === 0) return;
  await tx
    .insertInto("stock_item_pack")
    .values(packs.map(({ name, factor }, position) => ({ stock_item_id: id, position, name: name.trim(), factor })))
    .execute();
};
