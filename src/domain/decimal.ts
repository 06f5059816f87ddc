import { roundDecimal } from "./money.ts";

const MAX_TEXT = 18;

/** What a decimal field shows after a key: a comma becomes a dot, a trailing dot stays, the 6th decimal is rounded away (business, section 5). */
export const acceptDecimalInput = (text: string, previous: string): string => {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  if (!/^-?\d*\.?\d*$/.test(plain) || plain.length > MAX_TEXT) return previous;
  const [, decimals = ""] = plain.split(".");
  return decimals.length > 5 ? decimalText(roundDecimal(Number(plain))) : plain;
};

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
