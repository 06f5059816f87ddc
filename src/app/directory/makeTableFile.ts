import { stringify } from "csv-stringify/browser/esm/sync";
import writeXlsxFile from "write-excel-file/browser";
import { csvLines, csvOptions, type Table, type TableFormat, tableMime, xlsxSheet } from "#domain/table.ts";

/** Makes a file from a table in the browser, in the same form as the server does. */
export const makeTableFile = async (table: Table, format: TableFormat): Promise<Blob> => {
  if (format === "csv") {
    const text = stringify(csvLines([table.head, ...table.rows]), { ...csvOptions, bom: true });
    return new Blob([text], { type: tableMime.csv });
  }
  const { data, options } = xlsxSheet(table);
  return writeXlsxFile(data, options).toBlob();
};
