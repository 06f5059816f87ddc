import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { acceptAmountInput } from "#domain/fieldInput.ts";
import { formatMoney, parseAmount, roundDecimal, roundMoney, splitMoney, sumMoney } from "#domain/money.ts";

const plain = (text: string): string => text.replace(/\u00a0/g, " ");

describe("roundMoney and roundDecimal", () => {
  test.each([
    [1.005, 1.01],
    [1.004999, 1],
    [0.335 * 3, 1.01],
    [1.15 * 3, 3.45],
    [-1.005, -1.01],
    [-0.004, 0],
    [1e-9, 0],
    [123456789.125, 123456789.13],
  ])("roundMoney — rounds %d to %d", (value, rounded) => {
    expect(roundMoney(value)).toBe(rounded);
  });

  test("roundMoney — rounds half a kopeck up despite the inexact binary representation", () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 0, max: 9 }), (kopecks, digit) => {
        const text = `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, "0")}`;
        const expected = digit >= 5 ? Number(`${kopecks + 1}e-2`) : Number(text);
        expect(roundMoney(Number(`${text}${digit}`))).toBe(expected);
      }),
    );
  });

  test("roundMoney — removes the binary errors from sums of whole kopecks", () => {
    const kopecks = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 });
    fc.assert(
      fc.property(kopecks, kopecks, (a, b) => {
        expect(roundMoney(a / 100 + b / 100)).toBe((a + b) / 100);
      }),
    );
  });

  test("roundMoney — is idempotent and symmetric around 0, and changes an amount by at most half a kopeck", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (value) => {
        const rounded = roundMoney(value);
        expect(roundMoney(rounded)).toBe(rounded);
        expect(roundMoney(-value)).toBe(rounded === 0 ? 0 : -rounded);
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.00500001);
      }),
    );
  });

  test("roundDecimal — rounds to five decimals", () => {
    expect(roundDecimal(0.123455)).toBe(0.12346);
    expect(roundDecimal(0.1 + 0.2)).toBe(0.3);
  });
});

describe("formatted amount", () => {
  test("formatted amount — contains grouping spaces, a comma, two decimals and the currency", () => {
    expect(plain(formatMoney(1234.5))).toBe("1 234,50 р.");
    expect(plain(formatMoney(0))).toBe("0,00 р.");
    expect(plain(formatMoney(-1840))).toBe("-1 840,00 р.");
  });

  test("formatted amount — can be parsed to the original amount after its currency is removed", () => {
    fc.assert(
      fc.property(fc.nat(1e11), (kopecks) => {
        const amount = roundMoney(kopecks / 100);
        expect(parseAmount(formatMoney(amount).replace("р.", ""))).toBe(amount);
      }),
    );
  });
});

describe("amount field", () => {
  const typed = (text: string): string => [...text].reduce((shown, key) => acceptAmountInput(shown + key, shown), "");

  test.each([
    ["1,5", "1,5", 1.5],
    ["1.", "1.", 1],
    ["abc", "", undefined],
    ["-1", "1", 1],
    ["00", "0", 0],
    ["007", "7", 7],
    ["1.234", "1.23", 1.23],
    ["1,2,3", "1,23", 1.23],
    [",5", "0,5", 0.5],
    ["", "", undefined],
  ])("amount field — typing %j leaves the text %j, which is parsed as %s", (keys, shown, amount) => {
    expect(typed(keys)).toBe(shown);
    expect(parseAmount(shown)).toBe(amount);
  });

  test("amount field — accepts a pasted amount with grouping spaces", () => {
    expect(acceptAmountInput("1\u00a0234,50", "")).toBe("1234,50");
  });

  test.each(["1\u00a0234,50\u00a0р.", "1 234,50 руб.", "1234,50₽"])(
    "amount field — accepts the pasted formatted amount %j",
    (text) => {
      expect(acceptAmountInput(text, "")).toBe("1234,50");
    },
  );

  test("amount field — keeps its text when the user types a letter", () => {
    expect(acceptAmountInput("12a", "12")).toBe("12");
  });
});

test.each([
  [100, 3, [33.34, 33.33, 33.33]],
  [0.05, 2, [0.03, 0.02]],
  [1000, 4, [250, 250, 250, 250]],
  [0, 2, [0, 0]],
  [19.99, 1, [19.99]],
])("splitMoney — divides %d roubles by %d into parts that add up to the amount", (amount, count, parts) => {
  expect(splitMoney(amount, count)).toEqual(parts);
  expect(sumMoney(parts)).toBe(amount);
});
