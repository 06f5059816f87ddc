import { roundDecimal } from "./money.ts";

/** The number of a decimal field, rounded to 5 places; undefined while the text names none ("", "-", "."). */
export const parseDecimal = (text: string): number | undefined => {
  const plain = text.trim().replace(",", ".");
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? roundDecimal(Number(plain)) : undefined;
};

/** A number as a decimal field shows it: a dot, no grouping, no exponent, at most 5 decimals. */
export const decimalText = (value: number): string => {
  const fixed = roundDecimal(value).toFixed(5);
  return fixed.replace(/\.?0+$/, "");
};
