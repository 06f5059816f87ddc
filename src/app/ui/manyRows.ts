/** Number of rows above which a table is virtual. Up to it a plain table is faster. */
export const MANY_ROWS = 100;
