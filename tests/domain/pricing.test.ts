import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundMoney } from "#domain/money.ts";
import { ANY, type Discount, type DiscountRule, findRule, type PricedLine, priceOrder } from "#domain/pricing.ts";

const price = fc.nat(500_000).map((kopecks) => roundMoney(kopecks / 100));
const type = fc.constantFrom("%" as const, "fixed" as const);
const id = fc.integer({ min: 1, max: 4 });
const anyOr = fc.oneof(fc.constant(ANY), id);
const value = fc.nat(20_000).map((hundredths) => hundredths / 100);
const rule: fc.Arbitrary<DiscountRule> = fc.record({ categoryId: anyOr, itemId: anyOr, type, value });
const line: fc.Arbitrary<PricedLine> = fc.record({
  itemId: id,
  categoryId: id,
  price,
  count: fc.integer({ min: 1, max: 20 }),
  modificators: fc.array(fc.record({ price, count: fc.integer({ min: 1, max: 9 }) }), { maxLength: 3 }),
});
const lines = fc.array(line, { maxLength: 8 });
const discount: fc.Arbitrary<Discount> = fc.record({
  type,
  value,
  detail: fc.option(fc.array(rule, { maxLength: 6 })),
});

const pizza: PricedLine = { itemId: 1, categoryId: 10, price: 490, count: 2, modificators: [] };
const custom = (...detail: DiscountRule[]): Discount => ({ type: "%", value: 0, detail });
const total = (values: number[]): number => roundMoney(values.reduce((all, one) => all + one, 0));

describe("price of an order", () => {
  test("the price is never negative, and a discount never raises the price", () => {
    fc.assert(
      fc.property(lines, discount, (lines, discount) => {
        const priced = priceOrder({ lines, discount });
        for (const one of [priced.amount, priced.discountAmount]) expect(one).toBeGreaterThanOrEqual(0);
        for (const one of priced.lines) {
          expect(one.amount).toBeGreaterThanOrEqual(0);
          expect(one.discountValue).toBeGreaterThanOrEqual(0);
        }
        expect(priced.amount).toBeLessThanOrEqual(priceOrder({ lines, discount: null }).amount);
      }),
    );
  });

  test("the price does not depend on the sequence of the discount conditions", () => {
    const shuffled = fc
      .array(rule, { maxLength: 6 })
      .chain((rules) => fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })));
    fc.assert(
      fc.property(lines, shuffled, (lines, [rules, others]) => {
        const one = priceOrder({ lines, discount: custom(...rules) });
        const other = priceOrder({ lines, discount: custom(...others) });
        expect(other.amount).toBe(one.amount);
        expect(other.lines.map(({ amount }) => amount)).toEqual(one.lines.map(({ amount }) => amount));
      }),
    );
  });

  test("the price and the discount of an order add up to the undiscounted sum", () => {
    fc.assert(
      fc.property(lines, discount, (lines, discount) => {
        const priced = priceOrder({ lines, discount });
        const parts = lines
          .flatMap((one) => [one, ...one.modificators])
          .map(({ price, count }) => roundMoney(price * count));
        expect(roundMoney(priced.amount + priced.discountAmount)).toBe(total(parts));
        const charged = priced.lines.flatMap((one) => [one.amount, ...one.modificators.map(({ amount }) => amount)]);
        if (discount.detail) expect(priced.amount).toBe(total(charged));
      }),
    );
  });

  test("each line gets the most specific discount condition that applies", () => {
    fc.assert(
      fc.property(line, value, value, value, (line, exact, category, any) => {
        const rules: DiscountRule[] = [
          { categoryId: ANY, itemId: ANY, type: "%", value: any },
          { categoryId: line.categoryId, itemId: ANY, type: "%", value: category },
          { categoryId: line.categoryId, itemId: line.itemId, type: "%", value: exact },
        ];
        expect(findRule(rules, line)?.value).toBe(exact);
        expect(findRule(rules.slice(0, 2), line)?.value).toBe(category);
        expect(findRule(rules.slice(0, 1), line)?.value).toBe(any);
      }),
    );
  });

  test("discount conditions for a category other than the line's category are ignored", () => {
    fc.assert(
      fc.property(line, rule, (line, rule) => {
        const foreign = { ...rule, categoryId: line.categoryId + 100 };
        expect(priceOrder({ lines: [line], discount: custom(foreign) })).toEqual(
          priceOrder({ lines: [line], discount: null }),
        );
      }),
    );
  });
});

describe("types of discounts", () => {
  test("a condition of the type 'fixed' subtracts roubles from the price of each unit", () => {
    const priced = priceOrder({
      lines: [pizza],
      discount: custom({ categoryId: 10, itemId: ANY, type: "fixed", value: 50 }),
    });
    expect(priced.lines[0]).toMatchObject({ amount: 880, discountValue: 100 });
    expect(priced.lines[0]?.discountDescription.replace(/\u00a0/g, " ")).toBe("−50,00 р. за единицу");
  });

  test("a condition of the type '%' reduces the price of the dish, but not of its modifiers", () => {
    const withCrust = { ...pizza, modificators: [{ price: 90, count: 2 }] };
    const priced = priceOrder({
      lines: [withCrust],
      discount: custom({ categoryId: ANY, itemId: ANY, type: "%", value: 10 }),
    });
    expect(priced).toEqual({
      lines: [{ amount: 882, discountValue: 98, discountDescription: "−10 %", modificators: [{ amount: 180 }] }],
      amount: 1062,
      deliveryPrice: 0,
      discountAmount: 98,
    });
  });

  test("a discount without conditions reduces the price of the dishes and of their modifiers, but not below 0", () => {
    const withCrust = { ...pizza, modificators: [{ price: 90, count: 2 }] };
    expect(priceOrder({ lines: [withCrust], discount: { type: "%", value: 10, detail: null } })).toMatchObject({
      amount: 1044,
      discountAmount: 116,
    });
    expect(priceOrder({ lines: [pizza], discount: { type: "fixed", value: 5000, detail: null } })).toMatchObject({
      amount: 0,
      discountAmount: 980,
    });
  });
});
