import { decimalText } from "./decimal.ts";
import { roundDecimal } from "./money.ts";
import { isValidPhone, strip } from "./phone.ts";

const MAX_TEXT = 18;

/** A sum as it is pasted from where it was shown: without its spaces and the sign of the rouble. */
const bareSum = (text: string): string => text.replace(/\s/g, "").replace(/(р(уб)?\.?|₽)$/i, "");

/** What a decimal field shows after a key: a comma becomes a dot, a trailing dot stays, the 6th decimal is rounded away (business, section 5). */
export const acceptDecimalInput = (text: string, previous: string): string => {
  const plain = bareSum(text).replace(",", ".");
  if (!/^-?\d*\.?\d*$/.test(plain) || plain.length > MAX_TEXT) return previous;
  const [, decimals = ""] = plain.split(".");
  return decimals.length > 5 ? decimalText(roundDecimal(Number(plain))) : plain;
};

/** What an amount field shows after a key or a paste: digits and up to 2 decimals, else the text it had (business, section 5). */
export const acceptAmountInput = (text: string, previous: string): string => {
  const plain = bareSum(text)
    .replace(/^0+(?=\d)/, "")
    .replace(/^(?=[.,])/, "0");
  return /^\d{0,12}([.,]\d{0,2})?$/.test(plain) ? plain : previous;
};

/** What a phone field shows after a key or a paste: an optional plus and up to 12 digits, or up to 11 digits; the one phone among other words; else the text it had. */
export const acceptPhoneInput = (text: string, previous: string): string => {
  const plain = strip(text);
  if (/^(\+\d{0,12}|\d{0,11})$/.test(plain)) return plain;
  const [phone, another] = plain.split(/[^\d+]+/).filter(isValidPhone);
  return phone && !another ? phone : previous;
};
