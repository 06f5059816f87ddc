import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { partProblem, type Recipes, recipesProblem } from "#domain/recipes.ts";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import { lockOwner, type Owner } from "../catalogue/catalogueScope.ts";
import { checkComposition } from "../items/itemLines.ts";
import { type FieldErrors, Invalid, refuseFields } from "../shared/domainErrors.ts";
import { updateMadeCosts } from "../stock/stockCosts.ts";
import { lockStock } from "../stock/stockLock.ts";

const OUT_OF_RANGE = "22003";

/**
 * Returns the SQL for the id of the company group whose stock items the owner may use. The id is null for a company
 * without a group.
 */
const groupOf = ({ companyId, companyGroupId }: Owner) =>
  sql<number>`coalesce(${companyGroupId}::int, (select company_group_id from company where id = ${companyId}))`;

/**
 * Locks the stock items of an owner and of all companies in its group, because their costs and recipes depend on one
 * another. Throws the error of `lockOwner`.
 */
export const lockStockItems = async (tx: Db, owner: Owner): Promise<void> => {
  await tx.selectFrom("company_group").select("id").where("id", "=", groupOf(owner)).forNoKeyUpdate().execute();
  await lockOwner(tx, owner);
};

const readRecipes = async (tx: Db, owner: Owner): Promise<Recipes> => {
  const { rows } = await sql<{ id: number; parts: readonly number[] }>`
    select t.id, json_agg(p.part_id) as parts from stock_item t join stock_item_part p on p.stock_item_id = t.id
    left join company c on c.id = t.company_id
    where not t.is_removed and (t.company_id = ${owner.companyId}
      or coalesce(t.company_group_id, c.company_group_id) = ${groupOf(owner)})
    group by t.id`.execute(tx);
  return new Map(rows.map(({ id, parts }) => [id, parts]));
};

/**
 * Replaces the recipe of a stock item under the lock that `lockStockItems` takes. Throws `Invalid` for invalid lines
 * and for a recipe that contains itself.
 */
export const writeParts = async (
  tx: Db,
  owner: Owner,
  id: number,
  lines: readonly Schemas["CompositionLine"][],
): Promise<void> => {
  const chosen = await checkComposition(tx, owner, "parts", lines);
  const recipes = await readRecipes(tx, owner);
  const errors: FieldErrors = {};
  for (const [at, { stockItemId }] of lines.entries()) {
    const problem = partProblem(recipes, id, stockItemId);
    if (problem) errors[`parts.${at}.stockItemId`] = problem;
  }
  refuseFields(errors);
  const problem = recipesProblem(new Map(recipes).set(id, [...new Set(chosen.map(({ stockItemId }) => stockItemId))]));
  if (problem) throw new Invalid(problem);
  await tx.deleteFrom("stock_item_part").where("stock_item_id", "=", id).execute();
  if (chosen.length === 0) return;
  await tx
    .insertInto("stock_item_part")
    .values(chosen.map(({ stockItemId, count }) => ({ stock_item_id: id, part_id: stockItemId, count })))
    .execute();
};

/**
 * Recalculates the average costs of a changed stock item and of the semi-finished items that contain it. Skips
 * companies without average costs.
 */
const updateAverageCosts = async (tx: Db, owner: Owner, id: number): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select k.id from company k
    where (k.id = ${owner.companyId} or k.company_group_id = ${groupOf(owner)})
      and exists (select 1 from stock_cost c where c.company_id = k.id) order by k.id`.execute(tx);
  const companyIds = rows.map((company) => company.id);
  for (const companyId of companyIds) await lockStock(tx, companyId);
  if (companyIds.length > 0) await updateMadeCosts(tx, companyIds, [id]);
};

/**
 * Recalculates the cost of a stock item with a recipe, and of all stock items that contain it. Throws `Invalid` if an
 * estimated cost is too large to store.
 */
export const updateDependentCosts = async (tx: Db, owner: Owner, id: number): Promise<void> => {
  const written = sql`
    with recursive touched(id) as (
      select ${id}::int union select p.stock_item_id from touched u join stock_item_part p on p.part_id = u.id),
    part(made_id, id, count) as (
      select p.stock_item_id, p.part_id, p.count::numeric from touched u join stock_item_part p on p.stock_item_id = u.id
      union all
      select r.made_id, p.part_id, r.count * p.count from part r join stock_item_part p on p.stock_item_id = r.id)
    update stock_item t set estimate_cost = c.cost from (
      select r.made_id, round(sum(r.count * s.estimate_cost), 5) as cost from part r join stock_item s on s.id = r.id
      where not exists (select 1 from stock_item_part p where p.stock_item_id = r.id) group by r.made_id) c
    where t.id = c.made_id and t.estimate_cost <> c.cost`.execute(tx);
  await written.catch((failure: unknown) => {
    if (readErrorCode(failure) !== OUT_OF_RANGE) throw failure;
    throw new Invalid("Себестоимость того, что из этого делают, вышла бы больше 99 999 999,99999 р. Проверьте числа.");
  });
  await updateAverageCosts(tx, owner, id);
};
