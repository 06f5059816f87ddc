import { parse } from "csv-parse/sync";
import { Unzip, UnzipInflate, zipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { decimalText } from "#domain/decimal.ts";
import { DomainError, Invalid, TooLarge } from "../shared/domainErrors.ts";

const MAX_UNPACKED = 24 * 1024 * 1024;
/** A spreadsheet has some dozens of files in it; each costs time, an empty one too. */
const MAX_FILES = 500;
const CHUNK = 16 * 1024;

interface Size {
  readonly rows: number;
  readonly columns: number;
}

const noTable = () =>
  new Invalid("Это не таблица. Выберите файл XLSX или CSV.", { file: "Файл не читается как таблица." });

const tooLarge = () =>
  new TooLarge("Таблица слишком велика: не больше 5 000 строк и 50 столбцов. Разделите её на части.");

/** The files of an archive, at most so many bytes of them: what an archive says of its sizes is not believed. */
const unpack = (bytes: Buffer): Record<string, Uint8Array> => {
  const files: Record<string, Uint8Array> = Object.create(null);
  let total = 0;
  let count = 0;
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > MAX_FILES) throw noTable();
    const chunks: Uint8Array[] = [];
    file.ondata = (failure, chunk, isLast) => {
      if (failure) throw failure;
      total += chunk.length;
      if (total > MAX_UNPACKED) throw tooLarge();
      chunks.push(chunk);
      if (isLast) files[file.name] = Buffer.concat(chunks);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for (let at = 0; at < bytes.length; at += CHUNK)
    unzip.push(bytes.subarray(at, at + CHUNK), at + CHUNK >= bytes.length);
  return files;
};

const numberOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const ADDRESS = /\b(?:r|ref)\s*=\s*["']\s*\$?([A-Za-z]*)\$?(\d*)(?::\$?([A-Za-z]*)\$?(\d*))?\s*["']/g;

/** A sheet may claim a cell in its millionth row: whoever believes it fills the memory with empty rows. */
const checkAddresses = (sheet: string, { rows, columns }: Size): void => {
  if (/\b(?:r|ref)\s*=\s*["'][^"']*&/.test(sheet)) throw noTable();
  for (const [, column = "", row = "", lastColumn = "", lastRow = ""] of sheet.matchAll(ADDRESS))
    if (Math.max(Number(row), Number(lastRow)) > rows || Math.max(numberOf(column), numberOf(lastColumn)) > columns)
      throw tooLarge();
};

const textOf = (cell: unknown): string => {
  if (typeof cell === "number") return decimalText(cell);
  if (typeof cell === "boolean") return cell ? "да" : "нет";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === "string" ? cell : "";
};

/** The cells of the first sheet of an XLSX file. */
export const readXlsx = async (bytes: Buffer, size: Size): Promise<string[][]> => {
  try {
    const files = unpack(bytes);
    for (const [name, file] of Object.entries(files))
      if (/worksheets\/[^/]+\.xml$/i.test(name)) checkAddresses(Buffer.from(file).toString("utf8"), size);
    const sheet = await readSheet(Buffer.from(zipSync(files, { level: 0 })));
    return sheet.map((row) => row.map(textOf));
  } catch (failure) {
    throw failure instanceof DomainError ? failure : noTable();
  }
};

const decoded = (bytes: Buffer): string => {
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

/** The cells of a CSV file in UTF-8 or windows-1251, with semicolons, commas or tabs between them. */
export const readCsv = (bytes: Buffer): string[][] => {
  if (bytes.includes(0)) throw noTable();
  const text = decoded(bytes);
  try {
    return parse(text, { bom: true, delimiter: delimiterOf(text), relax_column_count: true, max_record_size: 100_000 });
  } catch {
    throw noTable();
  }
};
