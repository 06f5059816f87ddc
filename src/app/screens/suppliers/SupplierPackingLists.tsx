import { packingListsQuery } from "#machines/directory/descriptors/packingLists.ts";
import { readPeriod } from "#machines/queries/period.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import { PeriodFields } from "../../shared/PeriodFields.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useToday } from "../../shared/useToday.ts";
import { PackingListRows } from "../packingLists/PackingListRows.tsx";

/** Packing lists of a supplier in a period, which by default is the last year (areas, section 2). */
export const SupplierPackingLists = ({ companyId, supplierId }: { companyId: number; supplierId: number }) => {
  const { search, change } = useQueryString();
  const query = new URLSearchParams(search);
  if (!query.has("startDate") && !query.has("endDate")) query.set("period", "year");
  const { start, end } = readPeriod(query, useToday(companyId));
  const view = useQuery(packingListsQuery, { companyId, start, end, supplierId, state: undefined });
  return (
    <>
      <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
      <div className="mb-3">
        <PeriodFields
          period={{ start, end }}
          onDays={(startDate, endDate) => change({ period: "", page: "", startDate, endDate })}
        />
      </div>
      <PackingListRows companyId={companyId} view={view} />
    </>
  );
};
