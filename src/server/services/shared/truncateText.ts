/**
 * Truncates a text to a number of UTF-16 units. Never splits a surrogate pair, because jsonb rejects a lone surrogate.
 */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
