import { stringify } from "csv-stringify/sync";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { formatDay } from "#domain/format.ts";
import { escapeFormula } from "./formulas.ts";

/** Value of a table cell. A `Date` is a day at midnight UTC. Null is an empty cell. */
export type Cell = string | number | boolean | Date | null;

/** Table with column headings that is written to a file. */
export interface Table {
  /** Name of the sheet in the file, at most 31 characters. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** File formats of a written table. */
export type TableFormat = "csv" | "xlsx";

/** Content of a written file with its MIME type. */
export interface WrittenTable {
  readonly mime: string;
  readonly bytes: Buffer;
}

const textOf = (cell: Cell): string => {
  if (cell instanceof Date) return formatDay(cell.toISOString().slice(0, 10));
  return typeof cell === "boolean" ? (cell ? "да" : "нет") : String(cell ?? "");
};

const CSV_MIME = "text/csv; charset=utf-8";

const csvOf = (rows: readonly (readonly Cell[])[], bom: boolean): Buffer => {
  const lines = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(cell).replace(".", ",") : escapeFormula(textOf(cell)))),
  );
  // Without `quoted_match` the library would not quote a cell with a single line feed, because the record delimiter is
  // "\r\n".
  const options = { delimiter: ";", bom, record_delimiter: "windows", quoted_match: /[\r\n]/ } as const;
  return Buffer.from(stringify(lines, options));
};

/**
 * Creates the same CSV file as `writeTable`, from rows that arrive in parts. The server can handle other requests
 * between two parts.
 */
export const writeCsvInParts = async (
  head: readonly string[],
  parts: AsyncIterable<readonly (readonly Cell[])[]>,
): Promise<{ mime: string; bytes: Buffer }> => {
  const buffers = [csvOf([head], true)];
  for await (const rows of parts) buffers.push(csvOf(rows, false));
  return { mime: CSV_MIME, bytes: Buffer.concat(buffers) };
};

const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/**
 * Replaces characters that are not allowed in XML by codes of the form `_xHHHH_`. Also escapes an underscore that would
 * start such a code in the original text.
 */
const escapeForXml = (text: string): string =>
  text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, codeOf).replace(/[^\t\n\x20-\uFFFD]/g, codeOf);

const MAX_WIDTH = 60;

/** Returns the widths of the columns, characters. A spreadsheet shows a date in a too narrow column as "####". */
const widthsOf = ({ head, rows }: Pick<Table, "head" | "rows">): { width: number }[] =>
  head.map((title, index) => {
    const lengths = rows.map((row) => textOf(row[index] ?? null).length);
    return { width: Math.min(MAX_WIDTH, lengths.reduce((most, length) => Math.max(most, length), title.length) + 2) };
  });

/**
 * Creates an XLSX file. Every text has an explicit text type, so that a spreadsheet never evaluates it as a
 * formula.
 */
const xlsxOf = ({ name, head, rows }: Table): Promise<Buffer> => {
  const lines = rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === "number") return { type: Number, value: cell };
      if (cell instanceof Date) return { type: Date, value: cell, format: "dd.mm.yyyy" };
      return cell === null || cell === "" ? null : { type: String, value: escapeForXml(textOf(cell)) };
    }),
  );
  const heads = head.map((value) => ({ type: String, value: escapeForXml(value), fontWeight: "bold" as const }));
  const sheet: SheetData = [heads, ...lines];
  return writeXlsxFile(sheet, { sheet: name, stickyRowsCount: 1, columns: widthsOf({ head, rows }) }).toBuffer();
};

/**
 * Creates a file from a table: XLSX, or CSV for Russian spreadsheets (UTF-8 with a byte order mark, semicolons,
 * decimal commas).
 */
export const writeTable = async (table: Table, format: TableFormat): Promise<WrittenTable> =>
  format === "csv"
    ? { mime: CSV_MIME, bytes: csvOf([table.head, ...table.rows], true) }
    : { mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes: await xlsxOf(table) };
