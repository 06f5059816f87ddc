import { type RawBuilder, sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { readErrorCode } from "../../database/transaction.ts";
import { isTooFine } from "../items/itemLines.ts";
import type { Caller, CompanyScope } from "../session/caller.ts";
import { Invalid } from "../shared/domainErrors.ts";
import { explodeRecipeSql } from "./explodeRecipe.ts";
import { unitCostSql } from "./stockCosts.ts";
import { checkStockItem } from "./stockItemInScope.ts";
import { shareStock } from "./stockLock.ts";
import type { StockPeriod } from "./stockPeriod.ts";

type Save = Schemas["StockOperationSave"];

const NUMBER_TOO_LARGE = "22003";

const fields = sql`o.id, o.stock_item_id as "stockItemId", t.title as "stockItemTitle", t.unit as "stockItemUnit",
  o.operation_type as "operationType", trim_scale(o.count) as count, o.date, o.is_processed as "isProcessed",
  o.is_reserved as "isReserved", o.is_locked as "isLocked", trim_scale(o.amount) as amount, o.order_id as "orderId",
  o.packing_list_id as "packingListId", o.transfer_list_id as "transferListId", o.inventory_id as "inventoryId",
  o.stock_act_id as "stockActId",
  o.reversal_of as "reversalOf", o.comment, o.is_ignore_sub_procedure as "isIgnoreSubProcedure",
  coalesce(h.revaluation, 0) as revaluation, r.internal_id as "internalOrderId", u.alias as "employeeAlias"`;

const jsonOf = async (db: Db, which: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    select coalesce(json_agg(s), '[]')::text as json from (
      select ${fields} from stock_operation o
      join stock_item t on t.id = o.stock_item_id
      left join orders r on r.id = o.order_id and r.company_id = o.company_id
      left join stock_cost_history h on h.operation_id = o.id and h.company_id = o.company_id
      left join app_user u on u.id = o.operator_id
      where ${which} order by ${order}) s`.execute(db);
  return rows[0]?.json ?? "[]";
};

/**
 * Returns the stock operations of a period as JSON text, the latest first. If `stockItemId` is given, returns only the
 * operations of this stock item.
 */
export const readStockOperationsJson = (
  db: Db,
  companyId: number,
  { start, end }: StockPeriod,
  stockItemId: number | undefined,
): Promise<string> =>
  jsonOf(
    db,
    sql`o.company_id = ${companyId} and o.date >= ${start} and o.date < ${end}
      and ${stockItemId === undefined ? sql`true` : sql`o.stock_item_id = ${stockItemId}`}`,
    sql`o.date desc, o.id desc`,
  );

const refuseCount = (why: string) => new Invalid(why, { count: why });

/**
 * Returns the SQL for the rows (stock_item_id, count) of a manual operation. A stock item with a recipe is replaced by
 * its ingredients, unless `isIgnoreSubProcedure` is set.
 */
const itemsOf = ({ stockItemId, count, isIgnoreSubProcedure }: Save) =>
  isIgnoreSubProcedure
    ? sql`select ${stockItemId}::int as stock_item_id, ${count}::numeric as count`
    : sql`with recursive ${explodeRecipeSql(sql`select null::int, ${stockItemId}::int, ${count}::numeric, 0`)}
        select stock_item_id, count from raw`;

const insert = async (tx: Db, company: CompanyScope, caller: Caller, save: Save): Promise<readonly number[]> => {
  try {
    const { rows } = await sql<{ id: number }>`
      insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed,
        is_ignore_sub_procedure, comment, operator_id)
      select ${company.id}, t.id, ${save.operationType}, round(i.count, 5), round(i.count * ${unitCostSql(sql`${company.id}`)}, 2),
        clock_timestamp(), true,
        ${save.isIgnoreSubProcedure ?? false}, ${save.comment?.trim() || null}, ${caller.userId}
      from (${itemsOf(save)}) i join stock_item t on t.id = i.stock_item_id
      where round(i.count, 5) > 0
      returning id`.execute(tx);
    return rows.map(({ id }) => id);
  } catch (failure) {
    if (readErrorCode(failure) !== NUMBER_TOO_LARGE) throw failure;
    throw refuseCount("Слишком большое количество.");
  }
};

/**
 * Creates a manual stock operation in the processed state, and returns its rows as JSON text. Throws `Invalid` for an
 * unknown stock item, or a too precise, too small or too large quantity.
 */
export const createStockOperation = async (
  tx: Db,
  company: CompanyScope,
  caller: Caller,
  save: Save,
): Promise<string> => {
  if (isTooFine(save.count)) throw refuseCount("Не больше 5 знаков после запятой.");
  await checkStockItem(tx, company.id, save.stockItemId);
  await shareStock(tx, company.id);
  const ids = await insert(tx, company, caller, save);
  if (ids.length === 0) throw refuseCount("Слишком малое количество: по составу ничего не набирается.");
  return jsonOf(
    tx,
    sql`o.company_id = ${company.id} and o.id = any(${[...ids]}::int[])`,
    sql`t.title collate "und-x-icu", o.id`,
  );
};
