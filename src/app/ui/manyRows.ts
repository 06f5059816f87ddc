/** Number of rows above which a table is virtual. With fewer rows a plain table is faster. */
export const MANY_ROWS = 100;
