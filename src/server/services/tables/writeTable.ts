import { stringify } from "csv-stringify/sync";
import writeXlsxFile from "write-excel-file/node";
import { csvLines, csvOptions, type Table, type TableFormat, tableMime, xlsxSheet } from "#domain/table.ts";

/** Content of a written file with its MIME type. */
export interface WrittenTable {
  readonly mime: string;
  readonly bytes: Buffer;
}

const csvOf = (rows: Table["rows"], bom: boolean): Buffer =>
  Buffer.from(stringify(csvLines(rows), { ...csvOptions, bom }));

/**
 * Creates the same CSV file as `writeTable`, from rows that arrive in parts. The server can handle other requests
 * between two parts.
 */
export const writeCsvInParts = async (
  head: readonly string[],
  parts: AsyncIterable<Table["rows"]>,
): Promise<{ mime: string; bytes: Buffer }> => {
  const buffers = [csvOf([head], true)];
  for await (const rows of parts) buffers.push(csvOf(rows, false));
  return { mime: tableMime.csv, bytes: Buffer.concat(buffers) };
};

const xlsxOf = (table: Table): Promise<Buffer> => {
  const { data, options } = xlsxSheet(table);
  return writeXlsxFile(data, options).toBuffer();
};

/**
 * Creates a file from a table: XLSX, or CSV for Russian spreadsheets (UTF-8 with a byte order mark, semicolons,
 * decimal commas).
 */
export const writeTable = async (table: Table, format: TableFormat): Promise<WrittenTable> => ({
  mime: tableMime[format],
  bytes: format === "csv" ? csvOf([table.head, ...table.rows], true) : await xlsxOf(table),
});
