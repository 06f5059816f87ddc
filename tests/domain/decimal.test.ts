import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { acceptDecimalInput } from "#domain/fieldInput.ts";
import { parseAmount } from "#domain/money.ts";

const typed = (text: string): string => [...text].reduce((shown, key) => acceptDecimalInput(shown + key, shown), "");

test("a decimal field — keeps a final dot while the user types", () => {
  expect(typed("12.")).toBe("12.");
  expect(parseDecimal("12.")).toBe(12);
});

test("a decimal field — keeps the first comma or dot as typed and ignores further commas and dots", () => {
  expect(typed("0,25")).toBe("0,25");
  expect(typed("0.25")).toBe("0.25");
  expect(typed("0,2.5")).toBe("0,25");
});

test("a decimal — is shown with a comma", () => {
  expect([1, 1.5, 1234.50001, 0.1 + 0.2, -2.25].map(decimalText)).toEqual(["1", "1,5", "1234,50001", "0,3", "-2,25"]);
});

test("a decimal field — rounds a number with six decimals to five", () => {
  expect(acceptDecimalInput("0.123456", "")).toBe("0,12346");
  expect(parseDecimal("0.123455")).toBe(0.12346);
});

test("a decimal field — shortens a pasted formatted amount to its digits and its comma", () => {
  expect(acceptDecimalInput("1\u00a0234,50\u00a0р.", "")).toBe("1234,50");
});

test("decimal input — ignores letters, and an empty text, a lone minus or a lone dot is not a number", () => {
  expect(typed("1a2")).toBe("12");
  expect(parseDecimal("")).toBeUndefined();
  expect(parseDecimal("-")).toBeUndefined();
  expect(parseDecimal(".")).toBeUndefined();
  expect(typed("-1")).toBe("-1");
});

test("parsing a formatted decimal — returns the original value", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (scaled) => {
      const value = Number(`${scaled}e-5`);
      expect(parseDecimal(decimalText(value))).toBe(value === 0 ? 0 : value);
    }),
  );
});

test("a long text that is not a number — is rejected without catastrophic backtracking of a regular expression", () => {
  const text = `${"1".repeat(200_000)}x`;
  const began = performance.now();
  expect([parseDecimal(text), parseAmount(text), acceptDecimalInput(text, "1")]).toEqual([undefined, undefined, "1"]);
  expect(performance.now() - began).toBeLessThan(500);
});
