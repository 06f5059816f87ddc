import { roundDecimal } from "./money.ts";

/**
 * Parses the text of a decimal field and rounds the number to 5 decimals. Returns undefined if the text is not a number
 * ("", "-", ".").
 */
export const parseDecimal = (text: string): number | undefined => {
  const plain = text.trim().replace(",", ".");
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? roundDecimal(Number(plain)) : undefined;
};

/** Formats a number for a decimal field, with a comma, at most 5 decimals, and without grouping or exponent. */
export const decimalText = (value: number): string => {
  const fixed = roundDecimal(value).toFixed(5);
  return fixed.replace(/\.?0+$/, "").replace(".", ",");
};
