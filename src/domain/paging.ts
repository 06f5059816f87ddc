const DEFAULT_SIZE = 25;
const MAX_SIZE = 1000;
const BOUNDARY = 2;
const SIBLINGS = 2;

/** How many pages a list has; an empty one has none (decisions, section 2). */
export const pageCount = (count: number, size: number): number => Math.ceil(count / size);

/** The rows a page of a countPerPage setting: 1 to 1,000; what is no such number, or 0, becomes 25. */
export const readCountPerPage = (value: unknown): number => {
  const count = Math.trunc(Number(value));
  return count >= 1 ? Math.min(count, MAX_SIZE) : DEFAULT_SIZE;
};

/** The page that a query string names, in digits; the first where it names none. */
export const readPage = (text: string | null): number => (/^[1-9]\d{0,8}$/.test(text ?? "") ? Number(text) : 1);

/** The page a list can really show: the asked one, kept between 1 and the last. */
export const clampPage = (page: number, pages: number): number => Math.max(1, Math.min(page, pages));

/** What a pager shows: page numbers, 2 at each boundary and 2 at each side of the current one, and "gap" for two or more left out. */
export const pageNumbers = (current: number, pages: number): (number | "gap")[] => {
  const near = (page: number): boolean => Math.abs(page - current) <= SIBLINGS;
  const shown = (page: number): boolean => page <= BOUNDARY || page > pages - BOUNDARY || near(page);
  const all = Array.from({ length: pages }, (_, index) => index + 1);
  return all.flatMap((page): (number | "gap")[] => {
    if (shown(page) || (shown(page - 1) && shown(page + 1))) return [page];
    return shown(page - 1) ? ["gap"] : [];
  });
};
