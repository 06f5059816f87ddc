import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { conditionProblems } from "#domain/discountRules.ts";
import { ANY } from "#domain/pricing.ts";
import { readRuleCatalogue } from "../../configuration/discounts.ts";
import { countBefore, isMissingSql, nextSortSql } from "./copyDirectories.ts";
import type { CopyCount, Copying } from "./copying.ts";
import { type Links, linkCategories, linkItems } from "./menuLinks.ts";

type Condition = Schemas["DiscountConditionSave"];

interface Original {
  readonly id: number;
  readonly detail: readonly Condition[] | null;
}

/** Reads the discounts that the target company lacks. Omits their conditions on removed categories and dishes. */
const listMissing = async (copying: Copying): Promise<readonly Original[]> => {
  const { rows } = await sql<Original>`
    select s.id, case when jsonb_typeof(s.detail) = 'array' then coalesce((
      select jsonb_agg(d.condition order by d.place) from jsonb_array_elements(s.detail) with ordinality as d(condition, place)
      where not exists (select 1 from category c where c.id = (d.condition ->> 'categoryId')::int and c.is_removed)
        and not exists (select 1 from item i where i.id = (d.condition ->> 'itemId')::int and i.is_removed)), '[]') end as detail
    from discount s where ${isMissingSql(copying, "discount")}`.execute(copying.tx);
  return rows;
};

const resolve = (id: number, links: Links): number | undefined => (id === ANY ? ANY : links.get(id));

/**
 * Replaces the category and dish ids of the source company in conditions by the corresponding ids of the target
 * company. Returns undefined if an id has no counterpart, or if there are no conditions.
 */
const resolveConditions = (
  conditions: readonly Condition[],
  categories: Links,
  items: Links,
): readonly Condition[] | undefined => {
  const resolved = conditions.flatMap((one) => {
    const categoryId = resolve(one.categoryId, categories);
    const itemId = resolve(one.itemId, items);
    return categoryId === undefined || itemId === undefined ? [] : [{ ...one, categoryId, itemId }];
  });
  return resolved.length < conditions.length || resolved.length === 0 ? undefined : resolved;
};

/** Returns the discounts that can be added. Their conditions refer to categories and dishes of the target company. */
const resolveDiscounts = async (
  { tx, toId }: Copying,
  missing: readonly Original[],
  categories: Links,
  items: Links,
): Promise<readonly Original[]> => {
  const resolved = missing.flatMap(({ id, detail }) => {
    const conditions = detail && resolveConditions(detail, categories, items);
    return conditions === undefined ? [] : [{ id, detail: conditions }];
  });
  const catalogue = await readRuleCatalogue(
    tx,
    toId,
    resolved.flatMap(({ detail }) => detail ?? []),
  );
  return resolved.filter(({ detail }) => Object.keys(conditionProblems(detail ?? [], catalogue)).length === 0);
};

/**
 * Copies the discounts with their terms, without conditions on removed categories and dishes. A discount with
 * conditions is not copied if no condition is left, or if a condition is not valid in the target company. Throws the
 * error of `checkEntryLimit`.
 */
export const copyDiscounts = async (copying: Copying): Promise<CopyCount> => {
  const { total, existing } = await countBefore(copying, "discount");
  const { links: categories } = await linkCategories(copying, false);
  const { links: items } = await linkItems(copying, categories, false);
  const discounts = await resolveDiscounts(copying, await listMissing(copying), categories, items);
  await sql`insert into discount (company_id, name, type, value, sort, detail, weekdays, start_time, end_time, start_date,
      end_date, min_amount, promo_code, max_uses, is_once_per_customer)
    select ${copying.toId}::int, s.name, s.type, s.value, ${nextSortSql(copying, "discount")}, r.detail, s.weekdays,
      s.start_time, s.end_time, s.start_date, s.end_date, s.min_amount, s.promo_code, s.max_uses, s.is_once_per_customer
    from jsonb_to_recordset(${JSON.stringify(discounts)}::jsonb) as r(id int, detail jsonb)
      join discount s on s.id = r.id`.execute(copying.tx);
  return { kind: "discount", added: discounts.length, existing, unresolved: total - existing - discounts.length };
};
