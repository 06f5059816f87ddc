/** Truncates a text to a number of UTF-16 units without splitting a surrogate pair, because jsonb rejects half a pair. */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
