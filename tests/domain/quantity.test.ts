import { expect, test } from "vitest";
import { formatQuantity } from "#domain/quantity.ts";

const plain = (text: string): string => text.replace(/\u00a0/g, " ");

test.each([
  [12_500.5, "кг", "12 500,5 кг"],
  [-43.9656, "кг", "−43,9656 кг"],
  [0.1 + 0.2, "л", "0,3 л"],
  [7, "", "7"],
  [-0.000_001, "", "0"],
])("the quantity %d with the unit '%s' — is formatted as '%s'", (value, unit, text) => {
  expect(plain(formatQuantity(value, unit))).toBe(text);
});
