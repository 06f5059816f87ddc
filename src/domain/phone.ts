const separators = /[\s()[\].\-\u00ad\u200b-\u200f\u2010-\u2015\u202a-\u202e\u2066-\u2069]/g;

/** A phone without what is written between its digits. */
export const strip = (text: string): string => text.replace(separators, "");

/** Whether the text is a whole phone: 11 digits, or plus and 11 or 12 digits (decisions, section 7). */
export const isValidPhone = (text: string): boolean => /^(\d{11}|\+\d{11,12})$/.test(strip(text));

/** The form in which a phone is stored and looked up: 8…, 7… and +7… with ten digits are one number, "+7XXXXXXXXXX". */
export const normalizePhone = (text: string): string => strip(text).replace(/^(?:\+7|[78])(\d{10})$/, "+7$1");

/** A phone as the screens show it, "+7 916 123-45-67"; a foreign or unfinished one stays as it is. */
export const formatPhone = (text: string): string =>
  normalizePhone(text).replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, "+7 $1 $2-$3-$4");
