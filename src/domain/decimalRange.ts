import { parseDecimal } from "./decimal.ts";

/** Largest quantity or price that the decimal columns of the database can store. */
export const MAX_DECIMAL = 99_999_999.99999;

/** Minimum quantity above zero. */
export const MIN_QUANTITY = 0.00001;

/** Returns true if the text is a number from `least` to `most`, both included. */
export const isDecimalBetween = (text: string, least: number, most = MAX_DECIMAL): boolean => {
  const value = parseDecimal(text);
  return value !== undefined && value >= least && value <= most;
};
