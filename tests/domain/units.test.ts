import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { roundDecimal, roundMoney, sumMoney } from "#domain/money.ts";
import { documentSums, lineSums } from "#domain/packingList.ts";
import { findUnit, formatPack, formatUnitCount, isSameUnit, packProblem, toBaseUnits, unitsOf } from "#domain/units.ts";

const flour = { unit: "кг", packs: [{ name: "мешок", factor: 25 }] };

test.each([
  ["мешка", "мешок"],
  ["Мешков", "мешок"],
  ["кг.", "кг"],
  ["г", "г"],
  ["коробка", undefined],
  ["", undefined],
])("findUnit — the unit of flour for the text '%s' is %s", (text, name) => {
  expect(findUnit(flour, text)?.name).toBe(name);
});

test.each(["кг", "г", "л", "мл"])(
  "unitsOf — converts %s into the other metric unit and back without a loss",
  (unit) => {
    const [base, other] = unitsOf({ unit });
    const [, back] = unitsOf({ unit: other?.name ?? "" });
    expect(base).toEqual({ name: unit, factor: 1 });
    expect(back?.name).toBe(unit);
    expect((other?.factor ?? 0) * (back?.factor ?? 0)).toBe(1);
  },
);

test("unitsOf — returns only the base unit and the pack units if the base unit has no metric counterpart", () => {
  expect(unitsOf({ unit: "шт", packs: [{ name: "коробка", factor: 12 }] })).toEqual([
    { name: "шт", factor: 1 },
    { name: "коробка", factor: 12 },
  ]);
});

test("packProblem — refuses a pack name that is empty, begins with a digit or equals another unit of the item", () => {
  const problems = (...names: string[]) => {
    const packs = names.map((name) => ({ name, factor: 2 }));
    return names.map((_, at) => packProblem({ unit: "кг", packs }, at));
  };
  expect(problems("мешок", "ведро")).toEqual([undefined, undefined]);
  expect(problems("КГ", "г", " ", "мешок", "мешков", "2 кг")).toEqual([
    "Это основная единица товара.",
    "Эта единица пересчитывается сама.",
    "Укажите название.",
    undefined,
    "Такая единица у товара уже есть.",
    "Название не может начинаться с цифры.",
  ]);
});

test("names of units — have the plural form that matches the number, if the plural forms of the name are known", () => {
  const texts = [1, 2, 5, 21, 2.5].map((count) => formatUnitCount(count, "мешок"));
  expect(texts.map((text) => text.replace("\u00a0", " "))).toEqual([
    "1 мешок",
    "2 мешка",
    "5 мешков",
    "21 мешок",
    "2,5 мешка",
  ]);
  expect(formatPack({ name: "тетрапак", count: 3, factor: 0.5 }, "л").replaceAll("\u00a0", " ")).toBe(
    "3 тетрапак × 0,5 л",
  );
  expect(isSameUnit("тетрапак", "Тетрапак.")).toBe(true);
});

describe("line in a pack unit", () => {
  const decimal = (max: number) => fc.integer({ min: 1, max }).map((value) => value / 100_000);
  const kopecks = fc.integer({ min: 0, max: 100_000_00 }).map((value) => value / 100);
  const count = fc.oneof(fc.integer({ min: 1, max: 1000 }), decimal(100_000_000));
  const pack = fc.record({ name: fc.constant("мешок"), factor: decimal(1_000_000_000), count, price: kopecks });

  test("the amount of a line is the number of packs times the pack price, and is rounded to kopecks only in the sum of the packing list", () => {
    fc.assert(
      fc.property(pack, fc.constantFrom(0, 10, 20), (entered, vat) => {
        const line = { ...toBaseUnits(entered), vat, pack: entered };
        const cost = roundDecimal(entered.count * entered.price);
        expect(lineSums(line, true).amount).toBe(cost);
        expect(documentSums([line], true).amount).toBe(roundMoney(cost));
        expect(lineSums(line, false)).toEqual(lineSums({ ...entered, vat }, false));
      }),
    );
  });

  test("the amount of whole packs is exact if their prices are whole kopecks", () => {
    const whole = fc.record({
      name: fc.constant("мешок"),
      factor: decimal(1_000_000_000),
      count: fc.integer({ min: 1, max: 1000 }),
      price: kopecks,
    });
    fc.assert(
      fc.property(fc.array(whole, { minLength: 1, maxLength: 8 }), (packs) => {
        const lines = packs.map((entered) => ({ ...toBaseUnits(entered), vat: 0, pack: entered }));
        const kopecksOf = packs.reduce((total, entered) => total + entered.count * Math.round(entered.price * 100), 0);
        expect(documentSums(lines, true).amount).toBe(kopecksOf / 100);
        expect(sumMoney(lines.map((line) => lineSums(line, true).amount))).toBe(kopecksOf / 100);
      }),
    );
  });

  test("conversion to base units changes the price and the count only by rounding to 5 decimals", () => {
    fc.assert(
      fc.property(pack, (entered) => {
        const { count: base, price } = toBaseUnits(entered);
        expect(Math.abs(price - entered.price / entered.factor)).toBeLessThanOrEqual(0.0000051 + price * 1e-12);
        expect(Math.abs(base - entered.count * entered.factor)).toBeLessThanOrEqual(0.0000051 + base * 1e-12);
      }),
    );
  });

  test("a rounded price of the base unit does not change the amount of a line in packs", () => {
    const entered = { name: "коробка", factor: 12, count: 7, price: 100 };
    const base = toBaseUnits(entered);
    expect(base).toEqual({ count: 84, price: 8.33333 });
    expect(roundMoney(lineSums({ ...base, vat: 0, pack: entered }, true).amount)).toBe(700);
    expect(lineSums({ ...base, vat: 0 }, true).amount).toBe(699.99972);
  });
});
