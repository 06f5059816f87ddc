/** The beginning of a text, at most so many UTF-16 units; a sign that takes two is not parted, for jsonb refuses half of one. */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
