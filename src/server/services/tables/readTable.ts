import { parse } from "csv-parse/sync";
import { Unzip, UnzipInflate, zipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { decimalText } from "#domain/decimal.ts";
import { DomainError, Invalid, TooLarge } from "../shared/domainErrors.ts";

const MAX_UNPACKED = 24 * 1024 * 1024;
/** Maximum number of files in an archive. A spreadsheet contains a few dozen, and even empty files take time to unpack. */
const MAX_FILES = 500;
const CHUNK = 16 * 1024;

interface Size {
  readonly rows: number;
  readonly columns: number;
}

const notTableError = () =>
  new Invalid("Это не таблица. Выберите файл XLSX или CSV.", { file: "Файл не читается как таблица." });

const tooLargeError = () =>
  new TooLarge("Таблица слишком велика: не больше 5 000 строк и 50 столбцов. Разделите её на части.");

/** Unpacks an archive and limits the bytes that are actually unpacked, because the sizes stated in an archive may be false. */
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

const ADDRESS = /\b(?:r|ref)\s*=\s*["']\s*\$?([A-Za-z]*)\$?(\d*)(?::\$?([A-Za-z]*)\$?(\d*))?\s*["']/g;

/**
 * Rejects a sheet with a cell address outside of the allowed size, such as row 1 000 000, because the reader would
 * allocate all empty rows before it.
 */
const checkAddresses = (sheet: string, { rows, columns }: Size): void => {
  if (/\b(?:r|ref)\s*=\s*["'][^"']*&/.test(sheet)) throw notTableError();
  for (const [, column = "", row = "", lastColumn = "", lastRow = ""] of sheet.matchAll(ADDRESS))
    if (Math.max(Number(row), Number(lastRow)) > rows || Math.max(numberOf(column), numberOf(lastColumn)) > columns)
      throw tooLargeError();
};

const textOf = (cell: unknown): string => {
  if (typeof cell === "number") return decimalText(cell);
  if (typeof cell === "boolean") return cell ? "да" : "нет";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "string" ? cell : "";
};

/** Reads the cells of the first sheet of an XLSX file. */
export const readXlsx = async (bytes: Buffer, size: Size): Promise<string[][]> => {
  try {
    const files = unpack(bytes);
    for (const [name, file] of Object.entries(files))
      if (/worksheets\/[^/]+\.xml$/i.test(name)) checkAddresses(Buffer.from(file).toString("utf8"), size);
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

/** Reads the cells of a CSV file in UTF-8 or windows-1251, separated by semicolons, commas or tabs. */
export const readCsv = (bytes: Buffer): string[][] => {
  if (bytes.includes(0)) throw notTableError();
  const text = decodeText(bytes);
  try {
    return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, max_record_size: 100_000 });
  } catch {
    throw notTableError();
  }
};
