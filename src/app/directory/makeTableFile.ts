import { stringify } from "csv-stringify/browser/esm/sync";
import writeXlsxFile from "write-excel-file/browser";
import { csvLines, csvOptions, type Table, type TableFormat, tableMime, xlsxSheet } from "#domain/table.ts";

/** Converts a table into a file in the browser. The server exports files in the same format. */
export const makeTableFile = async (table: Table, format: TableFormat): Promise<Blob> => {
  if (format === "csv") {
    const text = stringify(csvLines([table.head, ...table.rows]), { ...csvOptions, bom: true });
    return new Blob([text], { type: tableMime.csv });
  }
  const { data, options } = xlsxSheet(table);
  return writeXlsxFile(data, options).toBlob();
};
