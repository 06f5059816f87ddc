import { stringify } from "csv-stringify/browser/esm/sync";
import writeXlsxFile from "write-excel-file/universal";
import { csvLines, csvOptions, type Table, type TableFormat, tableMime, xlsxSheet } from "#domain/table.ts";

/**
 * Converts a table into a file in the browser. The server exports files in the same format. The universal version of
 * write-excel-file compresses the sheet in the page. Its version for browsers starts a worker from a `blob:` URL, which
 * the content security policy of the pages forbids.
 */
export const makeTableFile = async (table: Table, format: TableFormat): Promise<Blob> => {
  if (format === "csv") {
    const text = stringify(csvLines([table.head, ...table.rows]), { ...csvOptions, bom: true });
    return new Blob([text], { type: tableMime.csv });
  }
  const { data, options } = xlsxSheet(table);
  return writeXlsxFile(data, options).toBlob();
};
