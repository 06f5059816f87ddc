import { check, maxLength, pipe, string } from "valibot";
import { parseAmount, roundMoney } from "#domain/money.ts";
import { parseSignedAmount } from "#machines/directory/descriptors/finance.ts";

const MESSAGE = "Сумма в рублях, не больше двух знаков после запятой.";

/** Returns true for an amount in whole kopecks of at most 100,000,000 roubles. */
const isMoney = (amount: number | undefined): boolean =>
  amount !== undefined && roundMoney(amount) === amount && Math.abs(amount) <= 100_000_000;

/** Validation schema of a typed amount above zero. */
export const positiveAmountSchema = pipe(
  string(),
  check((text) => isMoney(parseAmount(text)), MESSAGE),
  check((text) => parseAmount(text) !== 0, "Сумма больше нуля."),
);

/** Validation schema of a typed amount that is not negative. */
export const amountSchema = pipe(
  string(),
  check((text) => isMoney(parseAmount(text)), MESSAGE),
);

/** Validation schema of a typed amount that may be empty. */
export const optionalAmountSchema = pipe(
  string(),
  check((text) => text.trim() === "" || isMoney(parseAmount(text)), MESSAGE),
);

/** Validation schema of a typed amount that may be negative. */
export const signedAmountSchema = pipe(
  string(),
  check((text) => isMoney(parseSignedAmount(text)), MESSAGE),
);

/** Validation schema of a comment or a reason. */
export const noteSchema = pipe(string(), maxLength(500, "Не длиннее 500 знаков."));
