import { roundDecimal } from "./money.ts";

/** Parses the text of a decimal field and rounds it to 5 places. Returns undefined for a text that is no number ("", "-", "."). */
export const parseDecimal = (text: string): number | undefined => {
  const plain = text.trim().replace(",", ".");
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? roundDecimal(Number(plain)) : undefined;
};

/** Formats a number for a decimal field: a dot, no grouping, no exponent, at most 5 decimals. */
export const decimalText = (value: number): string => {
  const fixed = roundDecimal(value).toFixed(5);
  return fixed.replace(/\.?0+$/, "");
};
