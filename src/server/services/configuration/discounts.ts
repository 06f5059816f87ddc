import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { conditionProblems, discountValueProblem, type RuleCatalogue } from "#domain/discountRules.ts";
import type { Db } from "../../database/connection.ts";
import type { Complete } from "../shared/complete.ts";
import { refuseFields } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { createDirectory } from "./sortedDirectory.ts";

type Discount = Complete<Schemas["Discount"]>;
type Save = Schemas["DiscountSave"];
type Condition = Schemas["DiscountConditionSave"];

/** Directory of the discounts of a company. */
export const discounts = createDirectory<Discount>({
  table: "discount",
  columns: sql`id, name, type, value, sort as "order", is_removed as "isRemoved", detail, version`,
  missing: "Скидка не найдена.",
  taken: "Скидка с таким названием уже есть.",
});

/** Existing categories and dishes to which the conditions of a discount refer. */
interface NamedEntries {
  categories: readonly number[];
  items: readonly { id: number; categoriesId: readonly number[] }[];
}

const isVisible = (alias: string, companyId: number) => sql`(${sql.ref(`${alias}.company_id`)} = ${companyId}
  or ${sql.ref(`${alias}.company_group_id`)} = (select company_group_id from company where id = ${companyId}))`;

/**
 * Reads the categories and dishes to which a discount refers. A removed category or dish is included only if the stored
 * discount already refers to it.
 */
const readNamed = async (
  tx: Db,
  companyId: number,
  detail: readonly Condition[],
  before: readonly Condition[],
): Promise<NamedEntries> => {
  const ids = (list: readonly Condition[], name: "categoryId" | "itemId") => list.map((one) => one[name]);
  const { rows } = await sql<NamedEntries>`select
    coalesce((select json_agg(c.id) from category c where c.id = any(${ids(detail, "categoryId")}::int[])
      and ${isVisible("c", companyId)} and (not c.is_removed or c.id = any(${ids(before, "categoryId")}::int[]))), '[]') as categories,
    coalesce((select json_agg(json_build_object('id', i.id, 'categoriesId', coalesce((
        select json_agg(k.category_id) from item_category k where k.item_id = i.id), '[]')))
      from item i where i.id = any(${ids(detail, "itemId")}::int[]) and ${isVisible("i", companyId)}
      and (not i.is_removed or i.id = any(${ids(before, "itemId")}::int[]))), '[]') as items`.execute(tx);
  return rows[0] ?? { categories: [], items: [] };
};

const toRuleCatalogue = ({ categories, items }: NamedEntries): RuleCatalogue => ({
  categoryIds: new Set(categories),
  categoriesOf: new Map(items.map(({ id, categoriesId }) => [id, categoriesId])),
});

/**
 * Validates the fields of a request and returns them as column values. A discount with conditions gets the value 0,
 * because each condition has its own value.
 */
const validateSave = async (tx: Db, companyId: number, save: Save, before: readonly Condition[]) => {
  const { name, order: sort, type } = save;
  const detail = save.detail ?? null;
  const problem = detail === null ? discountValueProblem(type, save.value) : undefined;
  const errors = detail && conditionProblems(detail, toRuleCatalogue(await readNamed(tx, companyId, detail, before)));
  const all = { ...errors, ...(problem && { value: problem }) };
  refuseFields(all);
  return { name, sort, type, value: detail ? 0 : save.value, detail: detail && JSON.stringify(detail) };
};

export const createDiscount = async (tx: Db, companyId: number, save: Save): Promise<Discount> =>
  discounts.add(tx, companyId, await validateSave(tx, companyId, save, []));

export const updateDiscount = async (tx: Db, companyId: number, which: VersionedId, save: Save): Promise<Discount> => {
  const { id, detail } = await discounts.open(tx, companyId, which);
  return discounts.write(tx, companyId, id, await validateSave(tx, companyId, save, detail ?? []));
};
