import { stringify } from "csv-stringify/sync";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { Invalid, TooLarge } from "../shared/domainErrors.ts";
import { readCsv, readXlsx } from "./readTable.ts";

/** A value of a table; null is an empty cell. */
export type Cell = string | number | boolean | null;

/** A table with the heads of its columns. */
export interface Table {
  /** Name of the sheet, at most 31 characters. */
  readonly name: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Kinds of file that a table is written as. */
export type TableFormat = "csv" | "xlsx";

/** Most rows of a table that is read, its head aside. */
export const MAX_ROWS = 5_000;
const MAX_BYTES = 5 * 1024 * 1024;

const textOf = (cell: Cell): string => (typeof cell === "boolean" ? (cell ? "да" : "нет") : String(cell ?? ""));

/** A spreadsheet takes what begins like a formula for one, whoever typed it; behind an apostrophe it is a text. */
const asText = (text: string): string => (/^['=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** The text that `asText` was given. */
const asTyped = (text: string): string => (/^'['=+\-@\t\r]/.test(text) ? text.slice(1) : text);

const csvOf = ({ head, rows }: Table): Buffer => {
  const lines = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(cell).replace(".", ",") : asText(textOf(cell)))),
  );
  return Buffer.from(stringify(lines, { delimiter: ";", bom: true, record_delimiter: "windows" }));
};

const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** A text as XLSX writes it: what XML cannot hold as its code, and what only looks like such a code with its first character as one. */
const asCoded = (text: string): string =>
  text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, codeOf).replace(/[^\t\n\x20-\uFFFD]/g, codeOf);

/** Every text is written with its type, so that none is ever a formula. */
const xlsxOf = ({ name, head, rows }: Table): Promise<Buffer> => {
  const lines = rows.map((row) =>
    row.map((cell) => {
      if (typeof cell === "number") return { type: Number, value: cell };
      return cell === null || cell === "" ? null : { type: String, value: asCoded(textOf(cell)) };
    }),
  );
  const heads = head.map((value) => ({ type: String, value, fontWeight: "bold" as const }));
  const sheet: SheetData = [heads, ...lines];
  return writeXlsxFile(sheet, { sheet: name, stickyRowsCount: 1 }).toBuffer();
};

/** A table as a file: CSV in UTF-8 with a byte order mark, semicolons and decimal commas as a Russian spreadsheet wants it, or XLSX. */
export const writeTable = async (table: Table, format: TableFormat): Promise<{ mime: string; bytes: Buffer }> =>
  format === "csv"
    ? { mime: "text/csv; charset=utf-8", bytes: csvOf(table) }
    : { mime: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", bytes: await xlsxOf(table) };

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"));

const MAX_COLUMNS = 50;

/**
 * The cells of a table that somebody sent as text, its head first. Throws `Invalid` or `TooLarge` for what is no table, is larger than is
 * allowed, or would become so when it is unpacked.
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
  return rows.slice(0, filled).map((row) => row.map((cell) => (isBook ? cell.trim() : asTyped(cell.trim()))));
};
