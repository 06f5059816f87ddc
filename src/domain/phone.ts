const separators = /[\s()[\].\-\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2066-\u2069]/g;

/** Removes separators and invisible characters from a phone number. */
export const stripPhone = (text: string): string => text.replace(separators, "");

/**
 * Regular expression for a Russian phone number of ten digits without the country code. Numbers that begin with 79, 89,
 * 78, 88, 749 or 849 are excluded, because they have a country code and lack their last digit.
 */
const TEN_DIGITS = "(?![78](?:[89]|49))\\d{10}";
const complete = new RegExp(`^(?:\\d{11}|\\+\\d{11,12}|${TEN_DIGITS})$`);
const russian = new RegExp(`^(?:(?:\\+7|[78])(?=\\d{10}$)|(?=${TEN_DIGITS}$))`);

/**
 * Returns true if the text is a complete phone number (decisions, section 7): 11 digits, a plus with 11 or 12 digits,
 * or ten digits without the country code.
 */
export const isValidPhone = (text: string): boolean => complete.test(stripPhone(text));

/**
 * Normalises a phone number for storage and search. A Russian number becomes "+7" and ten digits, even if the text has
 * a leading 8 or 7 or no country code. Any other number only loses its separators.
 */
export const normalizePhone = (text: string): string => stripPhone(text).replace(russian, "+7");

/**
 * Formats a phone number, for example "+7 916 123-45-67". A foreign or incomplete number is returned without
 * separators.
 */
export const formatPhone = (text: string): string =>
  normalizePhone(text).replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, "+7 $1 $2-$3-$4");
