import { stringify } from "csv-stringify/sync";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { Invalid, TooLarge } from "../shared/domainErrors.ts";
import { readCsv, readXlsx } from "./readTable.ts";

/** Value of a table cell; null is an empty cell. */
export type Cell = string | number | boolean | null;

/** Table with column headings. */
export interface Table {
  /** Name of the sheet, at most 31 characters. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** File formats of a written table. */
export type TableFormat = "csv" | "xlsx";

/** Maximum number of rows of an uploaded table, without the heading. */
export const MAX_ROWS = 5_000;
const MAX_BYTES = 5 * 1024 * 1024;

const textOf = (cell: Cell): string => (typeof cell === "boolean" ? (cell ? "да" : "нет") : String(cell ?? ""));

/** Prefixes text that a spreadsheet would evaluate as a formula with an apostrophe, to prevent CSV injection. */
const escapeFormula = (text: string): string => (/^['=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormula` adds. */
const withoutApostrophe = (text: string): string => (/^'['=+\-@\t\r]/.test(text) ? text.slice(1) : text);

const csvOf = ({ head, rows }: Table): Buffer => {
  const lines = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(cell).replace(".", ",") : escapeFormula(textOf(cell)))),
  );
  return Buffer.from(stringify(lines, { delimiter: ";", bom: true, record_delimiter: "windows" }));
};

const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** Escapes characters that XML cannot contain as `_xHHHH_` codes, and underscores that would start such a code. */
const escapeForXml = (text: string): string =>
  text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, codeOf).replace(/[^\t\n\x20-\uFFFD]/g, codeOf);

/** Writes every text with an explicit type, so that a spreadsheet never evaluates it as a formula. */
const xlsxOf = ({ name, head, rows }: Table): Promise<Buffer> => {
  const lines = rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === "number") return { type: Number, value: cell };
      return cell === null || cell === "" ? null : { type: String, value: escapeForXml(textOf(cell)) };
    }),
  );
  const heads = head.map((value) => ({ type: String, value, fontWeight: "bold" as const }));
  const sheet: SheetData = [heads, ...lines];
  return writeXlsxFile(sheet, { sheet: name, stickyRowsCount: 1 }).toBuffer();
};

/** Writes a table as a file: XLSX, or CSV in UTF-8 with a byte order mark, semicolons and decimal commas for Russian spreadsheets. */
export const writeTable = async (table: Table, format: TableFormat): Promise<{ mime: string; bytes: Buffer }> =>
  format === "csv"
    ? { mime: "text/csv; charset=utf-8", bytes: csvOf(table) }
    : { mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes: await xlsxOf(table) };

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"));

const MAX_COLUMNS = 50;

/**
 * Reads the cells of an uploaded table as text, including the heading. Throws `Invalid` for a file that is not a table and
 * `TooLarge` for one that exceeds the limits when unpacked.
 */
export const readTable = async (bytes: Buffer | undefined): Promise<readonly (readonly string[])[]> => {
  if (!bytes?.length) throw new Invalid("Выберите файл с таблицей.", { file: "Файл пуст." });
  if (bytes.length > MAX_BYTES) throw new TooLarge("Файл больше 5 МБ. Разделите таблицу на части.");
  const isBook = isZip(bytes);
  const rows = isBook ? await readXlsx(bytes, { rows: MAX_ROWS + 1, columns: MAX_COLUMNS }) : readCsv(bytes);
  const filled = rows.findLastIndex((row) => row.some((cell) => cell.trim() !== "")) + 1;
  if (filled > MAX_ROWS + 1)
    throw new Invalid("В таблице больше 5 000 строк. Разделите её на части.", { file: "Больше 5 000 строк." });
  if (filled === 0) throw new Invalid("В таблице нет ни одной строки.", { file: "Таблица пуста." });
  if (rows.some((row) => row.length > MAX_COLUMNS))
    throw new Invalid("В таблице больше 50 столбцов.", { file: "Больше 50 столбцов." });
  return rows.slice(0, filled).map((row) => row.map((cell) => (isBook ? cell.trim() : withoutApostrophe(cell.trim()))));
};
