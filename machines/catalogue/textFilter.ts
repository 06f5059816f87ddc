/** Texts of fewer letters do not narrow a list (business, section 5). */
export const MIN_LETTERS = 3;

/** What a filter's text looks for, in small letters; an empty text while it is too short to narrow. */
export const searchPart = (text: string): string => {
  const part = text.trim().toLowerCase();
  return part.length < MIN_LETTERS ? "" : part;
};
