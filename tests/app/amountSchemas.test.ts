import { safeParse } from "valibot";
import { expect, test } from "vitest";
import {
  amountSchema,
  optionalAmountSchema,
  positiveAmountSchema,
  signedAmountSchema,
} from "#app/screens/finance/amountSchemas.ts";

const schemas = {
  amount: amountSchema,
  "positive amount": positiveAmountSchema,
  "optional amount": optionalAmountSchema,
  "signed amount": signedAmountSchema,
};

const INVALID = "Сумма в рублях, не больше двух знаков после запятой.";
const TOO_LARGE = "Сумма не больше 100 000 000 рублей.";
const NOT_POSITIVE = "Сумма больше нуля.";

test.each([
  ["amount", "1500,50", undefined],
  ["amount", "0", undefined],
  ["amount", "", INVALID],
  ["amount", "1,555", INVALID],
  ["amount", "-1", INVALID],
  ["amount", "100000000", undefined],
  ["amount", "100000000,01", TOO_LARGE],
  ["positive amount", "0", NOT_POSITIVE],
  ["positive amount", "0,01", undefined],
  ["positive amount", "200000000", TOO_LARGE],
  ["positive amount", "двести", INVALID],
  ["optional amount", " ", undefined],
  ["optional amount", "1,555", INVALID],
  ["optional amount", "200000000", TOO_LARGE],
  ["signed amount", "-1500,50", undefined],
  ["signed amount", "-200000000", TOO_LARGE],
  ["signed amount", "минус", INVALID],
] as const)("%s '%s' — has the error message: %s", (kind, text, message) => {
  expect(safeParse(schemas[kind], text).issues?.[0]?.message).toBe(message);
});
