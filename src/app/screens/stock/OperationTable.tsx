import { useMemo } from "react";
import { useSearch } from "wouter";
import type { OperationsQuery, StockOperationRow } from "#machines/stock/operations.ts";
import { useTimeZone } from "../../context.ts";
import { ListFooter } from "../../resource/ListFooter.tsx";
import { ResourceTable } from "../../resource/ResourceTable.tsx";
import { usePage } from "../../resource/usePage.ts";
import type { View } from "../../resource/useView.ts";
import { BusySheet } from "../../ui/BusySheet.tsx";
import { operationColumns } from "./operationColumns.tsx";

const MODULE = "stockOperation";
const none: readonly StockOperationRow[] = [];

/** The operations of a period by pages; the old ones stay while others are on their way. */
export const OperationTable = ({
  companyId,
  view: { shown, error, isBusy },
}: {
  companyId: number;
  view: View<OperationsQuery, readonly StockOperationRow[]>;
}) => {
  const timeZone = useTimeZone(companyId);
  const search = useSearch();
  const rows = shown?.answer ?? none;
  const { page, shown: ofPage, turn } = usePage(rows, MODULE);
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
      <ResourceTable
        rows={ofPage}
        parts={{ columns, links: [], commands: {} }}
        isSkeleton={!shown && !error}
        empty={shown ? "За эти дни операций не было." : "Данные не загружены."}
        onCommand={() => undefined}
      />
      <ListFooter module={MODULE} page={page} count={rows.length} onPage={turn} />
    </BusySheet>
  );
};
