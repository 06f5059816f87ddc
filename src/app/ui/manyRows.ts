/** Above so many rows only those in sight are drawn; up to them a plain table is quicker. */
export const MANY_ROWS = 100;
