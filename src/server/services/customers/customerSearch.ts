import { normalizePhone, stripPhone } from "#domain/phone.ts";

/** Separators of words, the same as in the database function `customer_words`. */
const SEPARATORS = /[\s,.;:/\\()[\]"'«»„“№#+–—=*!?&|<>-]+/;
const LEAST_DIGITS = 3;
const LONGEST_WORD = 40;

const phonesOf = (digits: string): readonly string[] =>
  digits.startsWith("8") ? [digits, `7${digits.slice(1)}`] : [digits];

/**
 * Returns the `tsquery` text that finds words with the prefix `word`. A number of 3 or more digits also finds phone
 * numbers that contain these digits.
 */
const wordQuery = (companyId: number, word: string): string => {
  const byWord = `'${companyId}:${word.slice(0, LONGEST_WORD)}':*`;
  if (!/^\d+$/.test(word) || word.length < LEAST_DIGITS) return byWord;
  return `(${[byWord, ...phonesOf(word).map((digits) => `'${companyId}#${digits}':*`)].join(" | ")})`;
};

/**
 * Returns the text of a `tsquery` that finds customers of a company by words of a name or address, or by digits of a
 * phone number. Returns undefined for a text without words.
 */
export const toSearchQuery = (companyId: number, text: string): string | undefined => {
  const number = stripPhone(normalizePhone(text)).replace(/^\+/, "");
  if (/^\d+$/.test(number) && number.length >= LEAST_DIGITS) return wordQuery(companyId, number);
  const words = text.toLowerCase().replaceAll("ё", "е").split(SEPARATORS).filter(Boolean);
  return words.length === 0 ? undefined : words.map((word) => wordQuery(companyId, word)).join(" & ");
};
