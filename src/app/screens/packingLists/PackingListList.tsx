import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { packingListsQuery, suppliersQuery } from "#machines/directory/descriptors/packingLists.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { DocumentFilters } from "../stockDocuments/DocumentFilters.tsx";
import { useDocumentFilter } from "../stockDocuments/useDocumentFilter.ts";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { PackingListRows } from "./PackingListRows.tsx";
import { packingListExportColumns } from "./packingListExport.ts";
import { packingStates } from "./packingListTexts.ts";

const TITLE = "Накладные";

const readSupplierId = (query: URLSearchParams): number | undefined => {
  const id = Number(query.get("supplier") ?? "");
  return Number.isInteger(id) && id > 0 ? id : undefined;
};

const SupplierFilter = ({
  companyId,
  supplierId,
  onChoose,
}: {
  companyId: number;
  supplierId: number | undefined;
  onChoose: (supplier: string) => void;
}) => {
  const suppliers = useQuery(suppliersQuery, { companyId }).shown?.answer;
  const choices = useMemo(() => [{ id: 0, name: "Все поставщики" }, ...(suppliers ?? [])], [suppliers]);
  return (
    <Field label="Поставщик" className="w-60 max-w-full">
      {(control) => (
        <Chooser
          control={control}
          label="Поставщик"
          value={supplierId}
          choices={choices}
          empty="Все поставщики"
          onChoose={(id) => onChoose(id === 0 ? "" : String(id))}
        />
      )}
    </Field>
  );
};

/** List of the packing lists of a period (areas, section 2). */
export const PackingListList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/PackingList`;
  const filter = useDocumentFilter(companyId, packingStates);
  const { period, state } = filter;
  const supplierId = readSupplierId(filter.query);
  const reason = useReasonNotToDraft(companyId);
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const view = useQuery(packingListsQuery, { companyId, start: period.start, end: period.end, supplierId, state });
  const addPath = `${path}/New${supplierId === undefined ? "" : `?supplier=${supplierId}`}`;
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: view.refresh },
    { title: "Новая накладная", why: reason, run: () => navigate(addPath) },
  ]);
  return (
    <>
      <QueryHeader title={TITLE} shown={view.shown} timeZone={timeZone} onRefresh={view.refresh}>
        <RowsExport
          name={TITLE}
          columns={() => packingListExportColumns(timeZone)}
          rows={() => view.shown?.answer ?? []}
        />
        <ActionLink href={addPath} kind="primary" why={reason}>
          <Plus size={16} aria-hidden />
          Новая накладная
        </ActionLink>
      </QueryHeader>
      <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
      <DocumentFilters filter={filter} states={packingStates}>
        <SupplierFilter
          companyId={companyId}
          supplierId={supplierId}
          onChoose={(supplier) => filter.change({ supplier })}
        />
      </DocumentFilters>
      <PackingListRows companyId={companyId} view={view} />
    </>
  );
};
