import { packingListsQuery } from "#machines/directory/descriptors/packingLists.ts";
import { readPeriod } from "#machines/queries/period.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useTimeZone } from "../../services/context.ts";
import { PeriodFields } from "../../shared/PeriodFields.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useToday } from "../../shared/useToday.ts";
import { PackingListRows } from "../packingLists/PackingListRows.tsx";
import { packingListExportColumns } from "../packingLists/packingListExport.ts";

/** Packing lists of a supplier in a period, which by default is the last year (areas, section 2). */
export const SupplierPackingLists = ({ companyId, supplierId }: { companyId: number; supplierId: number }) => {
  const { search, change } = useQueryString();
  const query = new URLSearchParams(search);
  if (!query.has("startDate") && !query.has("endDate")) query.set("period", "year");
  const { start, end } = readPeriod(query, useToday(companyId));
  const timeZone = useTimeZone(companyId);
  const view = useQuery(packingListsQuery, { companyId, start, end, supplierId, state: undefined });
  return (
    <>
      <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
      <div className="mb-3 flex flex-wrap items-end gap-2">
        <PeriodFields
          period={{ start, end }}
          onDays={(startDate, endDate) => change({ period: "", page: "", startDate, endDate })}
        />
        <span className="flex-1" />
        <RowsExport
          name="Накладные поставщика"
          columns={() => packingListExportColumns(timeZone)}
          rows={() => view.shown?.answer ?? []}
        />
      </div>
      <PackingListRows companyId={companyId} view={view} />
    </>
  );
};
