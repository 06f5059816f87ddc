import { roundDecimal } from "./money.ts";
import { ANY, type DiscountRule } from "./pricing.ts";

/** What of the catalogue conditions may name: categories, and of each item the categories that it is in. */
export interface Nameable {
  readonly categoryIds: ReadonlySet<number>;
  readonly categoriesOf: ReadonlyMap<number, readonly number[]>;
}

const MOST_PERCENT = 100;
const MOST_MONEY = 10_000_000;

/** What is wrong with the value of a discount: a percent is 0 to 100, roubles are 0 or more; at most 5 decimals. */
export const discountValueProblem = (type: DiscountRule["type"], value: number | undefined): string | undefined => {
  if (value === undefined) return "Укажите число.";
  if (value < 0) return "Не меньше 0.";
  if (type === "%" && value > MOST_PERCENT) return "Процент не больше 100.";
  if (value > MOST_MONEY) return "Не больше 10 000 000 р.";
  return roundDecimal(value) === value ? undefined : "Не больше 5 знаков после запятой.";
};

const placeProblems = (
  rules: readonly DiscountRule[],
  place: number,
  nameable: Nameable | undefined,
): [string, string][] => {
  const { categoryId, itemId } = rules[place] ?? { categoryId: ANY, itemId: ANY };
  const earlier = rules.slice(0, place);
  if (categoryId === ANY && earlier.some((other) => other.categoryId === ANY))
    return [["categoryId", "Категорию «Все» можно выбрать только один раз."]];
  if (categoryId !== ANY && nameable?.categoryIds.has(categoryId) === false)
    return [["categoryId", "Такой категории нет."]];
  if (earlier.some((other) => other.categoryId === categoryId && other.itemId === itemId))
    return [["itemId", "Такое условие уже есть."]];
  if (itemId === ANY || !nameable) return [];
  const categories = nameable.categoriesOf.get(itemId);
  if (!categories) return [["itemId", "Такой позиции нет."]];
  return categoryId === ANY || categories.includes(categoryId)
    ? []
    : [["itemId", "Этой позиции нет в выбранной категории."]];
};

/** What is wrong with the conditions of a discount, by `detail.<place>.<field>` (business, section 5); without `nameable` the catalogue is not looked at. */
export const conditionProblems = (
  rules: readonly (Omit<DiscountRule, "value"> & { readonly value: number | undefined })[],
  nameable?: Nameable,
): Record<string, string> => {
  const known = rules.map((rule) => ({ ...rule, value: rule.value ?? 0 }));
  const all = rules.flatMap(({ type, value }, place) => {
    const problem = discountValueProblem(type, value);
    const problems = placeProblems(known, place, nameable);
    return [...problems, ...(problem ? [["value", problem] as const] : [])].map(([field, text]) => [
      `detail.${place}.${field}`,
      text,
    ]);
  });
  return Object.fromEntries(all);
};
