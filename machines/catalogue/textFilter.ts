/** Minimum length of a text filter (business, section 5). */
export const MIN_LETTERS = 3;

/** Returns the text to search for, in lower case. A text that is too short gives an empty one. */
export const searchPart = (text: string): string => {
  const part = text.trim().toLowerCase();
  return part.length < MIN_LETTERS ? "" : part;
};
