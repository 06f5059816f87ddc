import { decimalText } from "./decimal.ts";
import { roundDecimal } from "./money.ts";
import { isValidPhone, stripPhone } from "./phone.ts";

const MAX_TEXT = 18;

/** Removes spaces and the rouble sign from a pasted amount. */
const stripSum = (text: string): string => text.replace(/\s/g, "").replace(/(р(уб)?\.?|₽)$/i, "");

/**
 * Returns the text that a decimal field shows after an input: without spaces and rouble sign, with the comma or dot as
 * typed (business, section 5). A number with more than 5 decimals is rounded to 5 decimals and gets a comma. Returns
 * `previous` for invalid input and for more than 18 characters.
 */
export const acceptDecimalInput = (text: string, previous: string): string => {
  const plain = stripSum(text);
  if (plain.length > MAX_TEXT || !/^-?\d*([.,]\d*)?$/.test(plain)) return previous;
  const [, decimals = ""] = plain.split(/[.,]/);
  return decimals.length > 5 ? decimalText(roundDecimal(Number(plain.replace(",", ".")))) : plain;
};

/**
 * Returns the text that an amount field shows after an input: without spaces, rouble sign and leading zeros, and with a
 * 0 before a leading comma or dot (business, section 5). Returns `previous` if the input has more than 12 digits before
 * the comma, more than 2 decimals or any other character.
 */
export const acceptAmountInput = (text: string, previous: string): string => {
  const plain = stripSum(text)
    .replace(/^0+(?=\d)/, "")
    .replace(/^(?=[.,])/, "0");
  return /^\d{0,12}([.,]\d{0,2})?$/.test(plain) ? plain : previous;
};

/**
 * Returns the text that a phone field shows after an input: up to 11 digits, or a plus and up to 12 digits. For any
 * other text that contains exactly one phone number, returns this number. Otherwise returns `previous`.
 */
export const acceptPhoneInput = (text: string, previous: string): string => {
  const plain = stripPhone(text);
  if (/^(\+\d{0,12}|\d{0,11})$/.test(plain)) return plain;
  const [phone, another] = plain.split(/[^\d+]+/).filter(isValidPhone);
  return phone && !another ? phone : previous;
};
