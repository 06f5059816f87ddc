import { type RawBuilder, sql } from "kysely";
import { isStopActiveSql } from "../../kitchen/itemStops.ts";
import type { CopyCount, Copying } from "./copying.ts";

/**
 * Runs a statement that copies entries of the kind `kind`. Returns the numbers of added, existing and unresolved
 * entries.
 */
const copyEntries = async (
  { tx }: Copying,
  kind: CopyCount["kind"],
  statement: RawBuilder<{ readonly total: number; readonly existing: number; readonly added: number }>,
): Promise<CopyCount> => {
  const { rows } = await statement.execute(tx);
  const { total, existing, added } = rows[0] ?? { total: 0, existing: 0, added: 0 };
  return { kind, added, existing, unresolved: total - existing - added };
};

/** Returns SQL that is true if the dish `i` is a dish of the common company group. */
const isSharedSql = ({ groupId }: Copying) => sql`i.company_group_id = ${groupId}::int and not i.is_removed`;

/**
 * Copies the source company's own prices of the dishes of the common company group. A price that the target company has
 * already set stays unchanged.
 */
const copyPrices = (copying: Copying): Promise<CopyCount> =>
  copyEntries(
    copying,
    "itemPrice",
    sql`with source as (select p.item_id, p.price, exists (select from item_price t where t.company_id = ${copying.toId}
          and t.item_id = p.item_id and t.price is not null) as is_present from item_price p join item i on i.id = p.item_id
        where p.company_id = ${copying.fromId} and p.price is not null and ${isSharedSql(copying)}),
      added as (insert into item_price (company_id, item_id, price)
        select ${copying.toId}::int, item_id, price from source where not is_present order by item_id
        on conflict (company_id, item_id) do update set price = excluded.price, version = item_price.version + 1
        returning item_id)
      select count(*) as total, count(*) filter (where is_present) as existing, (select count(*) from added) as added from source`,
  );

/**
 * Copies the stop-list entries of the dishes of the common company group, but none if the user may not change the stop
 * list of the target company. An active entry of the target company stays unchanged.
 */
const copyStops = (copying: Copying): Promise<CopyCount> =>
  copyEntries(
    copying,
    "itemStop",
    sql`with source as (select s.item_id, s.until, s.remaining, s.reason, exists (select from item_stop t
          where t.company_id = ${copying.toId} and t.item_id = s.item_id and (t.until is null or t.until > now())) as is_present
        from item_stop s join item i on i.id = s.item_id
        where s.company_id = ${copying.fromId} and ${isStopActiveSql} and ${isSharedSql(copying)}),
      added as (insert into item_stop (company_id, item_id, until, remaining, reason, user_id)
        select ${copying.toId}::int, item_id, until, remaining, reason, ${copying.userId}::int from source
        where not is_present and ${copying.mayStop}::boolean order by item_id
        on conflict (company_id, item_id) do update set until = excluded.until, remaining = excluded.remaining,
          reason = excluded.reason, user_id = excluded.user_id, created_at = now() returning item_id)
      select count(*) as total, count(*) filter (where is_present) as existing, (select count(*) from added) as added from source`,
  );

/**
 * Copies the settings that the source company has for the dishes of the common company group: its own prices and the
 * stop list. Without a common group there is nothing to copy.
 */
export const copySharedDishes = async (copying: Copying): Promise<readonly CopyCount[]> =>
  copying.groupId === null ? [] : [await copyPrices(copying), await copyStops(copying)];
