const separators = /[\s()[\].\-\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2066-\u2069]/g;

/** Removes separators and invisible characters from a phone number. */
export const stripPhone = (text: string): string => text.replace(separators, "");

/** Returns true if the text is a complete phone number: 11 digits, or a plus and 11 or 12 digits (decisions, section 7). */
export const isValidPhone = (text: string): boolean => /^(\d{11}|\+\d{11,12})$/.test(stripPhone(text));

/** Normalises a phone number for storage and search. Ten digits after 8, 7 or +7 become "+7XXXXXXXXXX". */
export const normalizePhone = (text: string): string => stripPhone(text).replace(/^(?:\+7|[78])(\d{10})$/, "+7$1");

/** Formats a phone number, for example "+7 916 123-45-67". A foreign or incomplete number is returned unchanged. */
export const formatPhone = (text: string): string =>
  normalizePhone(text).replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, "+7 $1 $2-$3-$4");
