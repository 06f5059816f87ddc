import type { Cell, Table } from "#domain/table.ts";
import type { ExportColumn, ListColumn } from "./listParts.ts";

/** Sign that a list shows in a cell without a value. */
const NOTHING = "—";

const exportedCell = (shown: string | number): Cell => (shown === NOTHING ? null : shown);

/** Converts the columns of a list into the columns of an exported table. */
export const exportColumnsOf = <Row>(columns: readonly ListColumn<Row>[]): readonly ExportColumn<Row>[] =>
  columns.map((column) =>
    column.value !== undefined ? column : { head: column.head, value: (row) => exportedCell(column.cell(row)) },
  );

/**
 * Returns rows as a table with the given columns. The name is cut to 31 characters, because it is also the name of
 * the sheet in an Excel file.
 */
export const tableOfRows = <Row>(name: string, columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Table => ({
  name: name.slice(0, 31),
  head: columns.map(({ head }) => head),
  rows: rows.map((row) => columns.map(({ value }) => value(row))),
});
