import { sql } from "kysely";
import type { Db } from "../../database/connection.ts";
import { fileUrlSql } from "../companies/companies.ts";
import { priceSql } from "./priceSql.ts";

/**
 * SQL sort order for the modifier lines `m` of a dish that offer the same modifier; the first line applies. A line with
 * the modifier itself precedes a line with the category of the modifier.
 */
export const firstModifierLineSql = sql`m.modificator_id = 0, m.id`;

export const groupOf = (companyId: number) => sql`(select company_group_id from company where id = ${companyId})`;

/**
 * Returns the active dishes of a company and of its group, with their modifiers, sorted by name, as JSON text. Stopped
 * dishes are included.
 */
export const readMenuJson = async (db: Db, companyId: number): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    with menu as (
      select i.id, i.name, ${priceSql("i", companyId)} as price, i.default_category_id, i.image_file_id, i.vendor_code,
        array(select k.category_id from item_category k where k.item_id = i.id order by k.category_id) as category_ids
      from item i where i.is_active and not i.is_removed
        and (i.company_id = ${companyId} or i.company_group_id = ${groupOf(companyId)})),
    modifiers as (
      select item_id, json_agg(case when group_id is null then json_build_object('id', id, 'name', name, 'price', price)
        else json_build_object('id', id, 'name', name, 'price', price, 'requiredGroup',
          json_build_object('id', group_id, 'name', group_name)) end order by name, id) as list
      from (
        select distinct on (m.item_id, d.id) m.item_id, d.id, d.name,
          trim_scale(case when m.price < 0 then d.price else m.price end) as price, g.id as group_id, g.name as group_name
        from item_modificator m join menu d on d.id <> m.item_id and (d.id = m.modificator_id
          or m.modificator_id = 0 and m.category_modificator_id = any(d.category_ids))
          left join category g on g.id = m.category_modificator_id and m.is_required
        where m.item_id in (select id from menu)
        order by m.item_id, d.id, ${firstModifierLineSql}) c
      group by item_id)
    select coalesce(json_agg(r), '[]')::text as json from (
      select i.id, i.name, trim_scale(i.price) as price, to_json(i.category_ids) as "categoriesId",
        i.default_category_id as "defaultCategoryId", ${fileUrlSql("i.image_file_id")} as "imageUrl",
        i.vendor_code as "vendorCode", coalesce(a.list, '[]') as modificators
      from menu i left join modifiers a on a.item_id = i.id order by i.name, i.id) r`.execute(db);
  return rows[0]?.json ?? "[]";
};
