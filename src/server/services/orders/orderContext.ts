import { sql } from "kysely";
import type { DiscountTerms } from "#domain/discountTerms.ts";
import type { Discount } from "#domain/pricing.ts";
import type { Db } from "../../database/connection.ts";
import { firstModifierLineSql } from "../catalogue/catalogue.ts";
import { priceSql } from "../catalogue/priceSql.ts";
import { termsSql } from "../configuration/discounts.ts";
import { unitCostSql } from "../stock/stockCosts.ts";

/** Dish with the data that saving an order needs. */
export interface KnownItem {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly cost: number;
  readonly isOffered: boolean;
  readonly categoriesId: readonly number[];
  readonly modificators: readonly KnownModificator[];
}

/** Dish that can be added to another dish as a modifier. */
export interface KnownModificator {
  readonly id: number;
  readonly name: string;
  readonly price: number;
  readonly portion: number;
  readonly cost: number;
}

/** Records to which an order refers, such as the dishes and tags of its company. */
export interface OrderContext {
  readonly items: readonly KnownItem[];
  readonly categories: readonly { id: number; name: string }[];
  readonly tags: readonly { id: number; name: string; isRemoved: boolean }[];
  readonly discount: (Discount & { id: number; name: string; isRemoved: boolean; terms: DiscountTerms | null }) | null;
  readonly firstStatus: { id: number; name: string; isAddStockOperation: boolean } | null;
  readonly hasCall: boolean;
}

/** Ids of the records to which an order refers. */
export interface ReferencedIds {
  readonly itemIds: readonly number[];
  readonly categoryIds: readonly number[];
  readonly tagIds: readonly number[];
  readonly discountId: number | null;
  readonly callId: number | null;
  /** Status that a new order gets instead of the initial status, if orders may begin with this status. */
  readonly statusId?: number | null;
}

/** Returns SQL that is true if the row `alias` belongs to the company or to its group. */
const isVisibleSql = (alias: string, companyId: number) => sql`(${sql.ref(`${alias}.company_id`)} = ${companyId}
  or ${sql.ref(`${alias}.company_group_id`)} = (select company_group_id from company where id = ${companyId}))`;

/** Returns the SQL for the cost of one portion of the dish `item` in a company. */
const costOf = (
  item: string,
  companyId: number,
) => sql`coalesce((select round(sum(k.count * ${unitCostSql(sql`${companyId}`)}), 10)
  from item_composition k join stock_item t on t.id = k.stock_item_id where k.item_id = ${sql.ref(`${item}.id`)}), 0)`;

/**
 * Returns the SQL for the modifiers of the dish `i`. A modifier line with the dish id 0 offers every dish of its
 * category.
 */
const modificatorsOf = (companyId: number) => sql`coalesce((
  select json_agg(c) from (
    select distinct on (d.id) d.id, d.name, m.portion, ${costOf("d", companyId)} as cost,
      trim_scale(case when m.price < 0 then ${priceSql("d", companyId)} else m.price end) as price
    from item_modificator m join item d on d.id <> i.id and not d.is_removed and d.is_active and ${isVisibleSql("d", companyId)}
      and (d.id = m.modificator_id or m.modificator_id = 0 and exists (
        select 1 from item_category dc where dc.item_id = d.id and dc.category_id = m.category_modificator_id))
    where m.item_id = i.id order by d.id, ${firstModifierLineSql}) c), '[]')`;

/**
 * Reads, in one query, all records to which an order refers. Locks the initial status, so that its flags do not change
 * until the order is stored.
 */
export const readOrderContext = async (db: Db, companyId: number, ids: ReferencedIds): Promise<OrderContext> => {
  const { rows } = await sql<OrderContext>`
    select
      coalesce((select json_agg(json_build_object('id', i.id, 'name', i.name, 'price', trim_scale(${priceSql("i", companyId)}),
          'cost', ${costOf("i", companyId)}, 'isOffered', i.is_active and not i.is_removed,
          'categoriesId', coalesce((select json_agg(category_id) from item_category where item_id = i.id), '[]'),
          'modificators', ${modificatorsOf(companyId)}))
        from item i where i.id = any(${ids.itemIds}::int[]) and ${isVisibleSql("i", companyId)}), '[]') as items,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.name))
        from category c where c.id = any(${ids.categoryIds}::int[]) and ${isVisibleSql("c", companyId)}), '[]') as categories,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'isRemoved', t.is_removed))
        from tag t where t.id = any(${ids.tagIds}::int[]) and t.company_id = ${companyId}), '[]') as tags,
      (select json_build_object('id', id, 'name', name, 'type', type, 'value', value, 'detail', detail,
          'isRemoved', is_removed, 'terms', ${termsSql})
        from discount where id = ${ids.discountId}::int and company_id = ${companyId}) as discount,
      (select json_build_object('id', s.id, 'name', s.name, 'isAddStockOperation', s.is_add_stock_operation)
        from order_status s where s.company_id = ${companyId} and not s.is_removed and not s.is_technical
          and not s.is_closed and not s.is_cancel order by coalesce(s.id = ${ids.statusId ?? null}::int, false) desc, s.sort, s.id limit 1 for key share) as "firstStatus",
      exists (select 1 from operator_phone_call
        where id = ${ids.callId}::int and company_id = ${companyId}) as "hasCall"`.execute(db);
  const row = rows[0];
  if (!row) throw new Error("a select without from answers one row");
  return row;
};
