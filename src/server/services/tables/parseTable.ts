import { parse } from "csv-parse/sync";
import { Unzip, UnzipInflate, zipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { decimalText } from "#domain/decimal.ts";
import { removeApostrophe } from "#domain/formulas.ts";
import { DomainError, Invalid, TooLarge } from "../shared/domainErrors.ts";
import { tooComplexError } from "./tableReply.ts";

/** Maximum number of rows in an uploaded table, not counting the heading. */
const MAX_ROWS = 5_000;
const MAX_COLUMNS = 50;
const MAX_UNPACKED = 24 * 1024 * 1024;
/** Maximum number of characters in all cells. A small XLSX file could repeat one long text in every cell. */
const MAX_TEXT = 10_000_000;
/**
 * Maximum number of lines or row tags, including empty ones. The server would take too long to read millions of lines.
 */
const MAX_LINES = 100_000;
/**
 * Maximum number of files in an XLSX archive. A spreadsheet contains a few dozen, and even empty files take time
 * to unpack.
 */
const MAX_FILES = 500;
const CHUNK = 16 * 1024;

const notTableError = () =>
  new Invalid("Это не таблица. Выберите файл XLSX или CSV.", { file: "Файл не читается как таблица." });

const tooLargeError = () =>
  new TooLarge("Таблица слишком велика: не больше 5 000 строк и 50 столбцов. Разделите её на части.");

const tooManyRowsError = () =>
  new Invalid("В таблице больше 5 000 строк. Разделите её на части.", { file: "Больше 5 000 строк." });

/** Throws `Invalid` when the pattern `line` occurs in the text more than `MAX_LINES` times. */
const checkLineCount = (text: string, line: RegExp): void => {
  let count = 0;
  for (const _ of text.matchAll(line)) {
    count += 1;
    if (count > MAX_LINES) throw tooComplexError();
  }
};

/**
 * Unpacks an archive and limits the numbers of files and of unpacked bytes. Counts the actual bytes, because an archive
 * may state false sizes. Throws `Invalid` for too many files, and `TooLarge` for too many bytes.
 */
const unpack = (bytes: Buffer): Record<string, Uint8Array> => {
  const files: Record<string, Uint8Array> = Object.create(null);
  let total = 0;
  let count = 0;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > MAX_FILES) throw notTableError();
    const chunks: Uint8Array[] = [];
    file.ondata = (failure, chunk, isLast) => {
      if (failure) throw failure;
      total += chunk.length;
      if (total > MAX_UNPACKED) throw tooLargeError();
      chunks.push(chunk);
      if (isLast) files[file.name] = Buffer.concat(chunks);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let offset = 0; offset < bytes.length; offset += CHUNK)
    unzip.push(bytes.subarray(offset, offset + CHUNK), offset + CHUNK >= bytes.length);
  return files;
};

const numberOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const ADDRESS_ATTRIBUTE = /\b(?:r|ref)\s*=\s*["']([^"']*)["']/g;
const ADDRESS = /^\$?([A-Za-z]*)\$?(\d*)(?::\$?([A-Za-z]*)\$?(\d*))?$/;

/**
 * Throws `TooLarge` for a cell address beyond the size limits, such as row 1 000 000, and `Invalid` for an address with
 * an XML entity. The library would allocate memory for all empty rows above such a cell.
 */
const checkAddresses = (sheet: string): void => {
  for (const [, value = ""] of sheet.matchAll(ADDRESS_ATTRIBUTE)) {
    if (value.includes("&")) throw notTableError();
    const [, column = "", row = "", lastColumn = "", lastRow = ""] = ADDRESS.exec(value.trim()) ?? [];
    const isOutside =
      Math.max(Number(row), Number(lastRow)) > MAX_ROWS + 1 ||
      Math.max(numberOf(column), numberOf(lastColumn)) > MAX_COLUMNS;
    if (isOutside) throw tooLargeError();
  }
};

const textOf = (cell: unknown): string => {
  if (typeof cell === "number") return decimalText(cell);
  if (typeof cell === "boolean") return cell ? "да" : "нет";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "string" ? cell.trim() : "";
};

/** Reads the cells of the first sheet in an XLSX file. */
const parseXlsx = async (bytes: Buffer): Promise<string[][]> => {
  try {
    const files = unpack(bytes);
    // The workbook may declare any file as its first sheet, so the limits are checked in every file that contains sheet
    // data.
    for (const file of Object.values(files)) {
      const text = Buffer.from(file).toString("utf8");
      if (!text.includes("sheetData")) continue;
      checkLineCount(text, /<(?:\w+:)?row\b/g);
      checkAddresses(text);
    }
    const sheet = await readSheet(Buffer.from(zipSync(files, { level: 0 })));
    return sheet.map((row) => row.map(textOf));
  } catch (failure) {
    throw failure instanceof DomainError ? failure : notTableError();
  }
};

const decodeText = (bytes: Buffer): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1251").decode(bytes);
  }
};

const delimiterOf = (text: string): string => {
  const [head = ""] = text.split("\n", 1);
  const count = (delimiter: string) => head.split(delimiter).length;
  return [";", ",", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
};

const isFilled = (row: readonly string[]): boolean => row.some((cell) => cell.trim() !== "");

/** Reads the cells of a CSV file in UTF-8 or windows-1251. The separator is a semicolon, comma or tab. */
const parseCsv = (bytes: Buffer): string[][] => {
  if (bytes.includes(0)) throw notTableError();
  const text = decodeText(bytes);
  checkLineCount(text, /\r\n?|\n/g);
  let count = 0;
  /**
   * Returns the row with trimmed cells, or null for an empty row after the last allowed row, because millions of kept
   * rows would exhaust the memory. Throws `Invalid` for a filled row after the last allowed row.
   */
  const keepRow = (row: string[]): string[] | null => {
    count += 1;
    if (count <= MAX_ROWS + 1) return row.map((cell) => removeApostrophe(cell.trim()));
    if (isFilled(row)) throw tooManyRowsError();
    return null;
  };
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      max_record_size: 100_000,
      on_record: keepRow,
    });
  } catch (failure) {
    throw failure instanceof DomainError ? failure : notTableError();
  }
};

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from("PK\x03\x04", "latin1"));

/**
 * Parses a table into text cells, including the heading. Throws `Invalid` for a file that is not a table, is empty or
 * too complex, or has too many rows or columns, and `TooLarge` for an XLSX file with a cell address beyond these
 * limits, and for too much data.
 */
export const parseTable = async (bytes: Buffer): Promise<readonly (readonly string[])[]> => {
  const rows = isZip(bytes) ? await parseXlsx(bytes) : parseCsv(bytes);
  const filled = rows.findLastIndex(isFilled) + 1;
  if (filled > MAX_ROWS + 1) throw tooManyRowsError();
  if (filled === 0) throw new Invalid("В таблице нет ни одной строки.", { file: "Таблица пуста." });
  if (rows.some((row) => row.length > MAX_COLUMNS))
    throw new Invalid("В таблице больше 50 столбцов.", { file: "Больше 50 столбцов." });
  let total = 0;
  for (const row of rows) for (const cell of row) total += cell.length;
  if (total > MAX_TEXT) throw tooLargeError();
  return rows.slice(0, filled);
};
