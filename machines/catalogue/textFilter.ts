/** Minimum length of a search text. A shorter text does not filter (business, section 5). */
export const MIN_LETTERS = 3;

/** Returns the trimmed search text in lower case. A text of fewer than three characters gives an empty string. */
export const searchPart = (text: string): string => {
  const part = text.trim().toLowerCase();
  return part.length < MIN_LETTERS ? "" : part;
};
