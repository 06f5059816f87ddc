import { normalizePhone } from "#domain/phone.ts";

const DIGITS = /\+?\d[\d\s()-]{4,20}\d/;

/**
 * Returns the first phone number in the query parameters `text`, `title` and `url`, by which another application shares
 * a text with the page. Returns an empty string if there is no number.
 */
export const sharedNumber = (search: string): string => {
  const query = new URLSearchParams(search);
  const texts = ["text", "title", "url"].map((name) => query.get(name) ?? "");
  const found = texts.map((text) => DIGITS.exec(text)?.[0]).find((text) => text !== undefined);
  return found === undefined ? "" : normalizePhone(found);
};
