import { useMemo } from "react";
import { useSearch } from "wouter";
import type { OperationsQuery, StockOperationRow } from "#machines/queries/stockOperations.ts";
import { QueryTable } from "../../directory/QueryTable.tsx";
import { useTimeZone } from "../../services/context.ts";
import type { QueryView } from "../../shared/useQuery.ts";
import { operationColumns } from "./operationColumns.tsx";

/** Table of the stock operations of a period, divided into pages. Old rows stay visible while new ones are loading. */
export const OperationTable = ({
  companyId,
  view,
}: {
  companyId: number;
  view: QueryView<OperationsQuery, readonly StockOperationRow[]>;
}) => {
  const timeZone = useTimeZone(companyId);
  const search = useSearch();
  const columns = useMemo(() => {
    const path = `/Company/${companyId}`;
    return operationColumns(path, timeZone, (id) => {
      const query = new URLSearchParams(search);
      query.delete("page");
      query.set("stockItem", String(id));
      return `${path}/StockOperation?${query}`;
    });
  }, [companyId, timeZone, search]);
  return <QueryTable view={view} module="stockOperation" columns={columns} empty="За эти дни операций не было." />;
};
