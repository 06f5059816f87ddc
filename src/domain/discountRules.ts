import { roundDecimal } from "./money.ts";
import { ANY, type DiscountRule } from "./pricing.ts";

/** Catalogue data for checking discount conditions: the ids of all categories, and the category ids of each dish. */
export interface RuleCatalogue {
  readonly categoryIds: ReadonlySet<number>;
  readonly categoriesOf: ReadonlyMap<number, readonly number[]>;
}

const MAX_PERCENT = 100;
const MAX_MONEY = 10_000_000;

/**
 * Returns the Russian reason why the value of a discount is invalid, or undefined if it is valid. The value must be 0
 * to 100 per cent or 0 to 10,000,000 roubles, with at most 5 decimals.
 */
export const discountValueProblem = (type: DiscountRule["type"], value: number | undefined): string | undefined => {
  if (value === undefined) return "Укажите число.";
  if (value < 0) return "Не меньше 0.";
  if (type === "%" && value > MAX_PERCENT) return "Процент не больше 100.";
  if (value > MAX_MONEY) return "Не больше 10 000 000 р.";
  return roundDecimal(value) === value ? undefined : "Не больше 5 знаков после запятой.";
};

const ruleProblems = (
  rules: readonly DiscountRule[],
  place: number,
  catalogue: RuleCatalogue | undefined,
): [string, string][] => {
  const { categoryId, itemId } = rules[place] ?? { categoryId: ANY, itemId: ANY };
  const earlier = rules.slice(0, place);
  if (categoryId === ANY && earlier.some((other) => other.categoryId === ANY))
    return [["categoryId", "Категорию «Все» можно выбрать только один раз."]];
  if (categoryId !== ANY && catalogue?.categoryIds.has(categoryId) === false)
    return [["categoryId", "Такой категории нет."]];
  if (earlier.some((other) => other.categoryId === categoryId && other.itemId === itemId))
    return [["itemId", "Такое условие уже есть."]];
  if (itemId === ANY || !catalogue) return [];
  const categories = catalogue.categoriesOf.get(itemId);
  if (!categories) return [["itemId", "Такой позиции нет."]];
  return categoryId === ANY || categories.includes(categoryId)
    ? []
    : [["itemId", "Этой позиции нет в выбранной категории."]];
};

/**
 * Returns the Russian errors of discount conditions by field name `detail.<index>.<field>` (business, section 5).
 * Without `catalogue`, only invalid values, repeated conditions and a second condition for all categories are errors.
 */
export const conditionProblems = (
  rules: readonly (Omit<DiscountRule, "value"> & { readonly value: number | undefined })[],
  catalogue?: RuleCatalogue,
): Record<string, string> => {
  const known = rules.map((rule) => ({ ...rule, value: rule.value ?? 0 }));
  const all = rules.flatMap(({ type, value }, place) => {
    const problem = discountValueProblem(type, value);
    const problems = ruleProblems(known, place, catalogue);
    return [...problems, ...(problem ? [["value", problem] as const] : [])].map(([field, text]) => [
      `detail.${place}.${field}`,
      text,
    ]);
  });
  return Object.fromEntries(all);
};
