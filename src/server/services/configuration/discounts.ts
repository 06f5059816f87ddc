import { sql } from "kysely";
import type { Schemas } from "#api/client.ts";
import { conditionProblems, discountValueProblem, type RuleCatalogue } from "#domain/discountRules.ts";
import { type DiscountTerms, discountTermsProblems, normalizeTerms, noTerms } from "#domain/discountTerms.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import type { Complete } from "../shared/complete.ts";
import { invalidFields, refuseFields } from "../shared/domainErrors.ts";
import type { VersionedId } from "../shared/versioning.ts";
import { createDirectory } from "./sortedDirectory.ts";

type Discount = Complete<Schemas["Discount"]>;
type Save = Schemas["DiscountSave"];
type Condition = Schemas["DiscountConditionSave"];

/** SQL for the terms of the table `discount` as JSON, or null if the discount has no terms. */
export const termsSql = sql`case when num_nonnulls(discount.weekdays, discount.start_time, discount.end_time,
    discount.start_date, discount.end_date, discount.min_amount, discount.promo_code, discount.max_uses) > 0
    or discount.is_once_per_customer
  then json_build_object('weekdays', discount.weekdays, 'startTime', discount.start_time, 'endTime', discount.end_time,
    'startDate', discount.start_date, 'endDate', discount.end_date, 'minAmount', trim_scale(discount.min_amount),
    'promoCode', discount.promo_code, 'maxUses', discount.max_uses, 'isOncePerCustomer', discount.is_once_per_customer) end`;

const usesSql = sql`case when discount.max_uses is not null then (select count(*)::int
  from orders o join order_status s on s.id = o.status_id
  where o.company_id = discount.company_id and o.discount_id = discount.id and not s.is_cancel) end`;

/** Directory of the discounts of a company. */
export const discounts = createDirectory<Discount>({
  table: "discount",
  columns: sql`id, name, type, value, sort as "order", is_removed as "isRemoved", detail, version,
    ${termsSql} as terms, ${usesSql} as uses`,
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
 * Reads the categories and dishes to which conditions of a discount refer. A removed category or dish is included only
 * if the stored discount already refers to it.
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

/** Reads the catalogue data for checking the conditions of new discounts of a company. */
export const readRuleCatalogue = async (
  tx: Db,
  companyId: number,
  conditions: readonly Condition[],
): Promise<RuleCatalogue> => toRuleCatalogue(await readNamed(tx, companyId, conditions, []));

/**
 * Returns the terms in a request, or undefined if the request has no `terms`. An omitted term has its value from
 * `noTerms`, and `null` means that all terms are omitted.
 */
const termsOf = ({ terms }: Save): DiscountTerms | undefined => {
  if (terms === undefined) return undefined;
  const given = Object.entries(terms ?? {}).filter(([, value]) => value !== undefined);
  return { ...noTerms, ...Object.fromEntries(given) };
};

const toTermsColumns = (terms: DiscountTerms | null) => {
  const { weekdays, startTime, endTime, startDate, endDate, minAmount, promoCode, maxUses, isOncePerCustomer } =
    terms ?? noTerms;
  return {
    weekdays: weekdays && `{${weekdays.join()}}`,
    start_time: startTime,
    end_time: endTime,
    start_date: startDate,
    end_date: endDate,
    min_amount: minAmount,
    promo_code: promoCode,
    max_uses: maxUses,
    is_once_per_customer: isOncePerCustomer,
  };
};

/**
 * Returns the discount with the promo code `code`, or undefined if no discount has this code. The code must be in its
 * normal form.
 */
export const findDiscountByCode = (
  db: Db,
  companyId: number,
  code: string,
): Promise<{ readonly id: number; readonly name: string } | undefined> =>
  db
    .selectFrom("discount")
    .select(["id", "name"])
    .where("company_id", "=", companyId)
    .where("promo_code", "=", code)
    .where("is_removed", "=", false)
    .executeTakeFirst();

/** Throws `Invalid` if another discount has the promo code. The caller must have locked the company. */
const checkPromoCode = async (tx: Db, companyId: number, code: string, id: number): Promise<void> => {
  const other = await findDiscountByCode(tx, companyId, code);
  if (other && other.id !== id)
    throw invalidFields({ "terms.promoCode": `Такой промокод уже есть у скидки «${other.name}».` });
};

/**
 * Validates the terms of a request and returns them as column values. Without `terms` the stored terms stay unchanged;
 * otherwise an omitted term is removed. Throws `Invalid` for invalid terms and for a promo code of another discount.
 */
const validateTerms = async (tx: Db, companyId: number, save: Save, id: number) => {
  const given = termsOf(save);
  if (given === undefined) return {};
  const terms = normalizeTerms(given);
  const problems = Object.entries(discountTermsProblems(terms ?? noTerms));
  refuseFields(Object.fromEntries(problems.map(([field, problem]) => [`terms.${field}`, problem])));
  if (terms?.promoCode) await checkPromoCode(tx, companyId, terms.promoCode, id);
  return toTermsColumns(terms);
};

/**
 * Validates the fields of a request for a new discount or for a change of `stored`, and returns them as column values.
 * A discount with conditions gets the value 0, because each condition has its own value. Throws `Invalid` for an
 * invalid value, condition or term.
 */
const validateSave = async (tx: Db, companyId: number, save: Save, stored?: Discount) => {
  const { name, order: sort, type } = save;
  const detail = save.detail ?? null;
  const before = stored?.detail ?? [];
  const problem = detail === null ? discountValueProblem(type, save.value) : undefined;
  const errors = detail && conditionProblems(detail, toRuleCatalogue(await readNamed(tx, companyId, detail, before)));
  const all = { ...errors, ...(problem && { value: problem }) };
  refuseFields(all);
  const terms = await validateTerms(tx, companyId, save, stored?.id ?? 0);
  return { name, sort, type, value: detail ? 0 : save.value, detail: detail && JSON.stringify(detail), ...terms };
};

/** Adds a discount. Throws the errors of `validateSave`, and `Invalid` for a used name. */
export const createDiscount = async (tx: Db, companyId: number, save: Save): Promise<Discount> => {
  await lockCompany(tx, companyId);
  return discounts.add(tx, companyId, await validateSave(tx, companyId, save));
};

/**
 * Updates a discount. Throws `NotFound` for an unknown discount, `Stale` if the caller saw a different version,
 * `Invalid` for a used name, and the errors of `validateSave`.
 */
export const updateDiscount = async (tx: Db, companyId: number, which: VersionedId, save: Save): Promise<Discount> => {
  const stored = await discounts.open(tx, companyId, which);
  return discounts.write(tx, companyId, stored.id, await validateSave(tx, companyId, save, stored));
};
