import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { conditionProblems, discountValueProblem, type RuleCatalogue } from "#domain/discountRules.ts";
import type { Db } from "../../database/connection.ts";
import { refuseFields } from "../shared/domainErrors.ts";
import type { Seen } from "../shared/versioning.ts";
import { createDirectory } from "./directory.ts";

type Discount = Schemas["Discount"];
type Save = Schemas["DiscountSave"];
type Condition = Schemas["DiscountConditionSave"];

/** The discounts of a company. */
export const discounts = createDirectory<Discount>({
  table: "discount",
  columns: sql`id, name, type, value, sort as "order", is_removed as "isRemoved", detail, version`,
  missing: "Скидка не найдена.",
  taken: "Скидка с таким названием уже есть.",
});

/** What of the catalogue the conditions of a discount name. */
interface Named {
  categories: readonly number[];
  items: readonly { id: number; categoriesId: readonly number[] }[];
}

const known = (alias: string, companyId: number) => sql`(${sql.ref(`${alias}.company_id`)} = ${companyId}
  or ${sql.ref(`${alias}.company_group_id`)} = (select company_group_id from company where id = ${companyId}))`;

/** Reads what the conditions name; of what was removed only that which the discount had before. */
const readNamed = async (
  tx: Db,
  companyId: number,
  detail: readonly Condition[],
  before: readonly Condition[],
): Promise<Named> => {
  const ids = (list: readonly Condition[], name: "categoryId" | "itemId") => list.map((one) => one[name]);
  const { rows } = await sql<Named>`select
    coalesce((select json_agg(c.id) from category c where c.id = any(${ids(detail, "categoryId")}::int[])
      and ${known("c", companyId)} and (not c.is_removed or c.id = any(${ids(before, "categoryId")}::int[]))), '[]') as categories,
    coalesce((select json_agg(json_build_object('id', i.id, 'categoriesId', coalesce((
        select json_agg(k.category_id) from item_category k where k.item_id = i.id), '[]')))
      from item i where i.id = any(${ids(detail, "itemId")}::int[]) and ${known("i", companyId)}
      and (not i.is_removed or i.id = any(${ids(before, "itemId")}::int[]))), '[]') as items`.execute(tx);
  return rows[0] ?? { categories: [], items: [] };
};

const nameableOf = ({ categories, items }: Named): RuleCatalogue => ({
  categoryIds: new Set(categories),
  categoriesOf: new Map(items.map(({ id, categoriesId }) => [id, categoriesId])),
});

/** A discount as its row has it; where there are conditions, type and value of the whole mean nothing. */
const checkedValues = async (tx: Db, companyId: number, save: Save, before: readonly Condition[]) => {
  const { name, order: sort, type } = save;
  const detail = save.detail ?? null;
  const problem = detail === null ? discountValueProblem(type, save.value) : undefined;
  const errors = detail && conditionProblems(detail, nameableOf(await readNamed(tx, companyId, detail, before)));
  const all = { ...errors, ...(problem && { value: problem }) };
  refuseFields(all);
  return { name, sort, type, value: detail ? 0 : save.value, detail: detail && JSON.stringify(detail) };
};

/** Adds a discount. */
export const createDiscount = async (tx: Db, companyId: number, save: Save): Promise<Discount> =>
  discounts.add(tx, companyId, await checkedValues(tx, companyId, save, []));

/** Changes a discount. */
export const updateDiscount = async (tx: Db, companyId: number, which: Seen, save: Save): Promise<Discount> => {
  const { id, detail } = await discounts.open(tx, companyId, which);
  return discounts.write(tx, companyId, id, await checkedValues(tx, companyId, save, detail ?? []));
};
