import { sql } from "kysely";
import type { Db } from "../database/connection.ts";
import { fileUrl } from "./companies.ts";
import type { Schemas } from "./wire.ts";

const groupOf = (companyId: number) => sql`(select company_group_id from company where id = ${companyId})`;

/** Categories of a company and of its group, by name. */
export const listCategories = async (db: Db, companyId: number): Promise<Schemas["Category"][]> => {
  const { rows } = await sql<Schemas["Category"]>`
    with recursive mine as (
      select * from category where not is_removed
        and (company_id = ${companyId} or company_group_id = ${groupOf(companyId)})),
    chain(id, full_name, depth) as (
      select id, name, 1 from mine where parent_id is null
      union all
      select m.id, c.full_name || ' - ' || m.name, c.depth + 1
      from mine m join chain c on c.id = m.parent_id where c.depth < 20)
    select m.id, m.name, m.parent_id as "parentId", ${fileUrl("m.image_file_id")} as "imageUrl",
      m.custom_field as "customField", m.is_active as "isActive", m.company_group_id is not null as "isCompanyGroup",
      coalesce(c.full_name, m.name) as "fullName",
      (select count(*)::int from item_category k join item i on i.id = k.item_id and not i.is_removed
        where k.category_id = m.id) as "countItems"
    from mine m left join chain c on c.id = m.id order by m.name, m.id`.execute(db);
  return rows;
};

/** The dishes that can be ordered as JSON text, by name, each with the dishes that can be added to it. */
export const menuJson = async (db: Db, companyId: number): Promise<string> => {
  const { rows } = await sql<{ json: string }>`
    with mine as (
      select * from item where is_active and not is_removed
        and (company_id = ${companyId} or company_group_id = ${groupOf(companyId)})),
    added as (
      select m.item_id, json_agg(json_build_object('id', d.id, 'name', d.name,
        'price', trim_scale(case when m.price < 0 then d.price else m.price end)) order by d.name, d.id) as list
      from item_modificator m join mine d on d.id <> m.item_id and (d.id = m.modificator_id
        or m.modificator_id = 0 and exists (
          select 1 from item_category dc where dc.item_id = d.id and dc.category_id = m.category_modificator_id))
      where m.item_id in (select id from mine)
      group by m.item_id)
    select coalesce(json_agg(r), '[]')::text as json from (
      select i.id, i.name, trim_scale(i.price) as price,
        coalesce((select json_agg(k.category_id order by k.category_id) from item_category k where k.item_id = i.id), '[]')
          as "categoriesId",
        i.default_category_id as "defaultCategoryId", ${fileUrl("i.image_file_id")} as "imageUrl",
        i.vendor_code as "vendorCode", coalesce(a.list, '[]') as modificators
      from mine i left join added a on a.item_id = i.id order by i.name, i.id) r`.execute(db);
  return rows[0]?.json ?? "[]";
};
