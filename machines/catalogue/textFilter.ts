/** Minimum number of letters in a text filter (business, section 5). */
export const MIN_LETTERS = 3;

/** Returns the trimmed search text in lower case. Returns an empty string if the text is shorter than three letters. */
export const searchPart = (text: string): string => {
  const part = text.trim().toLowerCase();
  return part.length < MIN_LETTERS ? "" : part;
};
