import { useMemo } from "react";
import { useSearch } from "wouter";
import type { OperationsQuery, StockOperationRow } from "#machines/queries/stockOperations.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import { ListFooter } from "../../directory/ListFooter.tsx";
import { useTimeZone } from "../../services/context.ts";
import { usePage } from "../../shared/usePage.ts";
import type { QueryView } from "../../shared/useQuery.ts";
import { BusySheet } from "../../ui/BusySheet.tsx";
import { operationColumns } from "./operationColumns.tsx";

const MODULE = "stockOperation";
const noRows: readonly StockOperationRow[] = [];

/** Table of the stock operations of a period, divided into pages. Old rows stay visible while new ones are loading. */
export const OperationTable = ({
  companyId,
  view: { shown, error, isBusy },
}: {
  companyId: number;
  view: QueryView<OperationsQuery, readonly StockOperationRow[]>;
}) => {
  const timeZone = useTimeZone(companyId);
  const search = useSearch();
  const rows = shown?.answer ?? noRows;
  const { page, shown: pageRows, turn } = usePage(rows, MODULE);
  const columns = useMemo(() => {
    const path = `/Company/${companyId}`;
    return operationColumns(path, timeZone, (id) => {
      const query = new URLSearchParams(search);
      query.delete("page");
      query.set("stockItem", String(id));
      return `${path}/StockOperation?${query}`;
    });
  }, [companyId, timeZone, search]);
  return (
    <BusySheet isBusy={isBusy} isSkeleton={!shown}>
      <DirectoryTable
        rows={pageRows}
        parts={{ columns, links: [], commands: {} }}
        isSkeleton={!shown && !error}
        empty={shown ? "За эти дни операций не было." : "Данные не загружены."}
        onCommand={() => undefined}
      />
      <ListFooter module={MODULE} page={page} count={rows.length} onPage={turn} />
    </BusySheet>
  );
};
