import fc from "fast-check";
import { expect, test } from "vitest";
import { conditionProblems, discountValueProblem, type RuleCatalogue } from "#domain/discountRules.ts";
import { roundDecimal } from "#domain/money.ts";
import { ANY, type DiscountRule } from "#domain/pricing.ts";

/** Categories 1 to 3. Dish 10 belongs to categories 1 and 2, dish 11 to category 3. */
const nameable: RuleCatalogue = {
  categoryIds: new Set([1, 2, 3]),
  categoriesOf: new Map([
    [10, [1, 2]],
    [11, [3]],
  ]),
};

const rule: fc.Arbitrary<DiscountRule> = fc.record({
  categoryId: fc.constantFrom(ANY, 1, 2, 3, 4),
  itemId: fc.constantFrom(ANY, 10, 11, 12),
  type: fc.constantFrom("%" as const, "fixed" as const),
  value: fc.integer({ min: -10, max: 120 }),
});

const plain = (facts: Partial<DiscountRule>): DiscountRule => ({
  categoryId: ANY,
  itemId: ANY,
  type: "%",
  value: 10,
  ...facts,
});

test("a discount — is 0 to 100 percent or 0 to 10,000,000 roubles, with at most 5 decimals", () => {
  fc.assert(
    fc.property(fc.double({ min: -200, max: 200, noNaN: true }), (value) => {
      const isDecimal = roundDecimal(value) === value;
      expect(discountValueProblem("%", value) === undefined).toBe(value >= 0 && value <= 100 && isDecimal);
      expect(discountValueProblem("fixed", value) === undefined).toBe(value >= 0 && isDecimal);
    }),
  );
  expect(discountValueProblem("fixed", 1e9)).toBe("Не больше 10 000 000 р.");
  expect(discountValueProblem("%", undefined)).toBe("Укажите число.");
});

test("a discount — may have only one condition with the category 'Все', even for different dishes", () => {
  expect(conditionProblems([plain({}), plain({ categoryId: 1 }), plain({ itemId: 10 })], nameable)).toEqual({
    "detail.2.categoryId": "Категорию «Все» можно выбрать только один раз.",
  });
});

test("the dish of a condition — must belong to the category of the same condition", () => {
  expect(conditionProblems([plain({ categoryId: 2, itemId: 10 }), plain({ itemId: 11 })], nameable)).toEqual({});
  expect(conditionProblems([plain({ categoryId: 3, itemId: 10 })], nameable)).toEqual({
    "detail.0.itemId": "Этой позиции нет в выбранной категории.",
  });
});

test("the validity of the conditions of a discount — does not depend on the sequence of the conditions", () => {
  const shuffled = fc
    .array(rule, { maxLength: 5 })
    .chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })));
  fc.assert(
    fc.property(shuffled, ([rules, others]) => {
      const isGood = (list: readonly DiscountRule[]) => Object.keys(conditionProblems(list, nameable)).length === 0;
      expect(isGood(rules)).toBe(isGood(others));
    }),
  );
});
