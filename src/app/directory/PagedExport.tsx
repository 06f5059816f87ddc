import type { Table } from "#domain/table.ts";
import { readAllPages } from "#machines/core/pagedQuery.actors.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { Identified } from "#machines/directory/types.ts";
import { useApi } from "../services/context.ts";
import { RequestExport } from "../shared/TableExport.tsx";
import type { ExportColumn } from "./listParts.ts";
import { tableOfRows } from "./tableOfRows.ts";

/** Props of the export of a list with server-side pagination. */
interface PagedExportProps<Row extends Identified, Command extends string, Argument> {
  name: string;
  descriptor: PagedQueryDescriptor<Row, Command, Argument>;
  filter: ListFilter;
}

/**
 * Menu that exports a table made of all rows that match the current filter of a list with server-side pagination.
 * Changes of `name`, `descriptor` and `table` after the first render have no effect.
 */
export const PagedTableExport = <Row extends Identified, Command extends string, Argument>({
  name,
  descriptor,
  filter,
  table,
}: PagedExportProps<Row, Command, Argument> & { table: (rows: readonly Row[]) => Table }) => {
  const api = useApi();
  return (
    <RequestExport<ListFilter>
      name={name}
      make={async (format, signal, shown) => {
        const [rows, { makeTableFile }] = await Promise.all([
          readAllPages(api, descriptor, shown, signal),
          import("./makeTableFile.ts"),
        ]);
        return makeTableFile(table(rows), format);
      }}
      request={() => filter}
    />
  );
};

/**
 * Menu that exports all rows that match the current filter of a list with server-side pagination. Changes of `name`,
 * `descriptor` and `columns` after the first render have no effect.
 */
export const PagedExport = <Row extends Identified, Command extends string, Argument>({
  columns,
  ...props
}: PagedExportProps<Row, Command, Argument> & { columns: readonly ExportColumn<Row>[] }) => (
  <PagedTableExport {...props} table={(rows) => tableOfRows(props.name, columns, rows)} />
);
