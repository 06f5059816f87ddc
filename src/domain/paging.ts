const DEFAULT_SIZE = 25;
const MAX_SIZE = 1000;
const BOUNDARY = 2;
const SIBLINGS = 2;

/** Returns the number of pages, which is 0 for an empty list (decisions, section 2). */
export const pageCount = (count: number, size: number): number => Math.ceil(count / size);

/**
 * Reads the page size from the setting `countPerPage`. A size above 1,000 becomes 1,000, and an invalid value becomes
 * 25.
 */
export const readCountPerPage = (value: unknown): number => {
  const count = Math.trunc(Number(value));
  return count >= 1 ? Math.min(count, MAX_SIZE) : DEFAULT_SIZE;
};

/** Parses the page number in a query string. An invalid text becomes 1. */
export const readPage = (text: string | null): number => (/^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : 1);

/** Clamps a page number between 1 and the last page. */
export const clampPage = (page: number, pages: number): number => Math.max(1, Math.min(page, pages));

/**
 * Returns the page numbers that a pager shows: the first 2, the last 2, and 2 on each side of the current page. "gap"
 * replaces two or more omitted pages.
 */
export const pageNumbers = (current: number, pages: number): (number | "gap")[] => {
  const near = (page: number): boolean => Math.abs(page - current) <= SIBLINGS;
  const shown = (page: number): boolean => page <= BOUNDARY || page > pages - BOUNDARY || near(page);
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  return all.flatMap((page): (number | "gap")[] => {
    if (shown(page) || (shown(page - 1) && shown(page + 1))) return [page];
    return shown(page - 1) ? ["gap"] : [];
  });
};
