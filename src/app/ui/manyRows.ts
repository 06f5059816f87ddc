/**
 * Number of rows above which a table renders only the visible rows. A table with fewer rows is faster if all rows are
 * rendered.
 */
export const MANY_ROWS = 100;
