import type { ReactNode } from "react";
import type { Identified } from "#machines/directory/types.ts";
import { usePage } from "../shared/usePage.ts";
import type { QueryView } from "../shared/useQuery.ts";
import { BusySheet } from "../ui/BusySheet.tsx";
import { DirectoryTable } from "./DirectoryTable.tsx";
import { ListFooter } from "./ListFooter.tsx";
import type { TableColumn } from "./listParts.ts";

/** Table of the rows that a query reads, divided into pages. Old rows stay visible while new ones are loading. */
export const QueryTable = <Query, Row extends Identified>({
  view: { shown, error, isBusy },
  module,
  columns,
  open,
  empty,
}: {
  view: QueryView<Query, readonly Row[]>;
  /** Name under which the page size of this list is saved. */
  module: string;
  columns: readonly TableColumn<Row>[];
  /** Returns the path that a click on a row opens. */
  open?: (row: Row) => string;
  /** Text that is shown if the table has no rows. */
  empty: ReactNode;
}) => {
  const rows = shown?.answer ?? [];
  const { page, shown: pageRows, turn } = usePage(rows, module);
  return (
    <BusySheet isBusy={isBusy} isSkeleton={!shown}>
      <DirectoryTable
        rows={pageRows}
        parts={{ columns, links: [], commands: {}, ...(open && { open }) }}
        isSkeleton={!shown && !error}
        empty={shown ? empty : "Данные не загружены."}
        onCommand={() => undefined}
      />
      {(shown || error) && <ListFooter module={module} page={page} count={rows.length} onPage={turn} />}
    </BusySheet>
  );
};
