import { check, maxLength, pipe, string } from "valibot";
import { parseAmount, roundMoney } from "#domain/money.ts";
import { parseSignedAmount } from "#machines/directory/descriptors/finance.ts";

const MESSAGE = "Сумма в рублях, не больше двух знаков после запятой.";
const TOO_LARGE = "Сумма не больше 100 000 000 рублей.";
const LARGEST_AMOUNT = 100_000_000;

/** Returns true for an amount in whole kopecks. */
const isMoney = (amount: number | undefined): boolean => amount !== undefined && roundMoney(amount) === amount;

/** Returns false for an amount of more than 100,000,000 roubles. Texts that are no amounts have their own message. */
const isInRange = (amount: number | undefined): boolean => amount === undefined || Math.abs(amount) <= LARGEST_AMOUNT;

/** Validation schema of a typed amount that is not negative. */
export const amountSchema = pipe(
  string(),
  check((text) => isMoney(parseAmount(text)), MESSAGE),
  check((text) => isInRange(parseAmount(text)), TOO_LARGE),
);

/** Validation schema of a typed amount above zero. */
export const positiveAmountSchema = pipe(
  amountSchema,
  check((text) => parseAmount(text) !== 0, "Сумма больше нуля."),
);

/** Validation schema of a typed amount that may be empty. */
export const optionalAmountSchema = pipe(
  string(),
  check((text) => text.trim() === "" || isMoney(parseAmount(text)), MESSAGE),
  check((text) => isInRange(parseAmount(text)), TOO_LARGE),
);

/** Validation schema of a typed amount that may be negative. */
export const signedAmountSchema = pipe(
  string(),
  check((text) => isMoney(parseSignedAmount(text)), MESSAGE),
  check((text) => isInRange(parseSignedAmount(text)), TOO_LARGE),
);

/** Validation schema of a comment or a reason. */
export const noteSchema = pipe(string(), maxLength(500, "Не длиннее 500 знаков."));
