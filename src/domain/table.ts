import { formatDay } from "./format.ts";
import { escapeFormula } from "./formulas.ts";

/** Value of a table cell, null for an empty one. A `Date` is a day at midnight UTC. */
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

/** MIME types of the file formats. */
export const tableMime: Readonly<Record<TableFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const textOf = (cell: Cell): string => {
  if (cell instanceof Date) return formatDay(cell.toISOString().slice(0, 10));
  return typeof cell === "boolean" ? (cell ? "да" : "нет") : String(cell ?? "");
};

/**
 * Options of csv-stringify for Russian spreadsheets, which expect semicolons. Without `quoted_match` the library would
 * not quote a cell with a single line feed, because the record delimiter is "\r\n".
 */
export const csvOptions = { delimiter: ";", record_delimiter: "windows", quoted_match: /[\r\n]/ } as const;

/** Returns the texts of the cells for a CSV file, with decimal commas and escaped formulas. */
export const csvLines = (rows: Table["rows"]): string[][] =>
  rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(cell).replace(".", ",") : escapeFormula(textOf(cell)))),
  );

const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/**
 * Replaces characters that are not allowed in XML by codes of the form `_xHHHH_`. Also escapes an underscore that would
 * start such a code in the original text.
 */
const escapeForXml = (text: string): string =>
  text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, codeOf).replace(/[^\t\n\x20-\uFFFD]/g, codeOf);

const MAX_WIDTH = 60;

/**
 * Returns the widths of the columns, at most 60 characters. A spreadsheet shows a date in a too narrow column as
 * "####".
 */
const widthsOf = ({ head, rows }: Pick<Table, "head" | "rows">): { width: number }[] =>
  head.map((title, index) => {
    const lengths = rows.map((row) => textOf(row[index] ?? null).length);
    return { width: Math.min(MAX_WIDTH, lengths.reduce((most, length) => Math.max(most, length), title.length) + 2) };
  });

const xlsxCell = (cell: Cell) => {
  if (typeof cell === "number") return { type: Number, value: cell };
  if (cell instanceof Date) return { type: Date, value: cell, format: "dd.mm.yyyy" };
  return cell === null || cell === "" ? null : { type: String, value: escapeForXml(textOf(cell)) };
};

/**
 * Returns the cells and the options of an XLSX sheet for write-excel-file. Every text has an explicit text type, so
 * that a spreadsheet never evaluates it as a formula.
 */
export const xlsxSheet = ({ name, head, rows }: Table) => {
  const heads = head.map((value) => ({ type: String, value: escapeForXml(value), fontWeight: "bold" as const }));
  return {
    data: [heads, ...rows.map((row) => row.map(xlsxCell))],
    options: { sheet: name, stickyRowsCount: 1, columns: widthsOf({ head, rows }) },
  };
};
