import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { costPercent, estimatedCost } from "#domain/dish.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";

const decimal = (most: number) => fc.integer({ min: 0, max: most * 1e5 }).map((whole) => whole / 1e5);
const ingredient = fc.record({ count: decimal(10_000), cost: decimal(10_000) });

test("estimatedCost — returns the sum of all ingredient costs, rounded once to 5 decimals", () => {
  expect(estimatedCost([])).toBe(0);
  expect(
    estimatedCost([
      { count: 0.12, cost: 690 },
      { count: 0.2, cost: 48 },
    ]),
  ).toBe(92.4);
  expect(estimatedCost([{ count: 0.00001, cost: 0.5 }])).toBe(0.00001);
  expect(estimatedCost([{ count: 0.00001, cost: 0.49999 }])).toBe(0);
});

test("estimatedCost — does not depend on the sequence of the ingredients, and never falls when an ingredient is added", () => {
  fc.assert(
    fc.property(fc.array(ingredient, { maxLength: 30 }), ingredient, (lines, more) => {
      expect(estimatedCost([...lines].reverse())).toBe(estimatedCost(lines));
      expect(estimatedCost([...lines, more])).toBeGreaterThanOrEqual(estimatedCost(lines));
    }),
  );
});

test("estimatedCost — stays the same when an ingredient line is split into two", () => {
  fc.assert(
    fc.property(decimal(5_000), decimal(5_000), decimal(5_000), (one, other, cost) => {
      const count = Number((one + other).toFixed(5));
      expect(
        estimatedCost([
          { count: one, cost },
          { count: other, cost },
        ]),
      ).toBe(estimatedCost([{ count, cost }]));
    }),
  );
});

test("costPercent — returns the cost as a percentage of the price, or undefined for a free dish", () => {
  expect(costPercent(125, 500)).toBe(25);
  expect(costPercent(600, 500)).toBe(120);
  expect(costPercent(10, 0)).toBeUndefined();
});

test("a decimal typed character by character — is parsed exactly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), fc.constantFrom(".", ","), (whole, mark) => {
      const text = decimalText(whole / 1e5).replace(",", mark);
      const shown = [...text].reduce((field, key) => acceptDecimalInput(field + key, field), "");
      expect(parseDecimal(shown)).toBe(whole / 1e5);
    }),
  );
});
