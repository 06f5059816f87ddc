import type { Table } from "#domain/table.ts";
import type { MakeTable } from "#machines/files/tableExport.actors.ts";
import { RequestExport } from "../shared/TableExport.tsx";
import type { ExportColumn } from "./listParts.ts";
import { tableOfRows } from "./tableOfRows.ts";

const makeFile: MakeTable<Table> = async (format, _signal, table) =>
  (await import("./makeTableFile.ts")).makeTableFile(table, format);

/** Menu that exports loaded rows with the columns of their table. */
export const RowsExport = <Row,>({
  name,
  columns,
  rows,
}: {
  name: string;
  /** Returns the columns of the file. `columns` and `rows` are called when the user chooses a format. */
  columns: () => readonly ExportColumn<Row>[];
  rows: () => readonly Row[];
}) => <RequestExport name={name} make={makeFile} request={() => tableOfRows(name, columns(), rows())} />;
