import type { Schemas } from "#api/client.ts";

/** A file as far as it is looked at before it is sent; a `File` is one. */
export interface TableFile {
  readonly name: string;
  readonly size: number;
}

/** What the server says of a table. */
export type ImportReport = Schemas["ItemImportReport"];

/** How the server took a table: with a report, or not at all. */
export type ImportAnswer =
  | { readonly type: "reported"; readonly report: ImportReport }
  | { readonly type: "refused"; readonly message: string };

const MAX_BYTES = 5 * 1024 * 1024;

/** What the file dialog offers. */
export const TABLES = ".xlsx,.csv";

/** Why a file is not even sent; undefined when it may be. */
export const tableProblem = ({ name, size }: TableFile): string | undefined => {
  if (!/\.(xlsx|csv)$/i.test(name)) return "Это не таблица. Выберите файл XLSX или CSV.";
  if (size > MAX_BYTES) return "Файл больше 5 МБ. Разделите таблицу на части.";
  return size === 0 ? "Файл пуст. Выберите другой." : undefined;
};

/** Whether there is anything to write, and nothing in its way. */
export const isWritable = ({ errors, added, updated }: ImportReport): boolean =>
  errors.length === 0 && added + updated > 0;
