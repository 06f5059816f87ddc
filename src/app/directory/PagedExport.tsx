import { readAllPages } from "#machines/core/pagedQuery.actors.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import type { Identified } from "#machines/directory/types.ts";
import { useApi } from "../services/context.ts";
import { RequestExport } from "../shared/TableExport.tsx";
import type { ExportColumn } from "./listParts.ts";
import { tableOfRows } from "./tableOfRows.ts";

/**
 * Menu that exports all rows that match the current filter of a list with server-side pagination. Changes of `name`,
 * `descriptor` and `columns` after the first render have no effect.
 */
export const PagedExport = <Row extends Identified, Command extends string, Argument>({
  name,
  descriptor,
  columns,
  filter,
}: {
  name: string;
  descriptor: PagedQueryDescriptor<Row, Command, Argument>;
  columns: readonly ExportColumn<Row>[];
  filter: ListFilter;
}) => {
  const api = useApi();
  return (
    <RequestExport<ListFilter>
      name={name}
      make={async (format, signal, shown) => {
        const [rows, { makeTableFile }] = await Promise.all([
          readAllPages(api, descriptor, shown, signal),
          import("./makeTableFile.ts"),
        ]);
        return makeTableFile(tableOfRows(name, columns, rows), format);
      }}
      request={() => filter}
    />
  );
};
