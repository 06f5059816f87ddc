import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney, sumMoney } from "#domain/money.ts";
import {
  type PackingListRow,
  packingListsQuery,
  suppliersQuery,
} from "#machines/directory/descriptors/packingLists.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { QueryTable } from "../../directory/QueryTable.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { DocumentFilters } from "../stockDocuments/DocumentFilters.tsx";
import { useDocumentFilter } from "../stockDocuments/useDocumentFilter.ts";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { packingStates, packingTitle, unpaidAmount } from "./packingListTexts.ts";

const MODULE = "packingList";
const TITLE = "Накладные";

/** Returns the columns of the list of packing lists. */
const columnsFor = (timeZone: string): readonly TableColumn<PackingListRow>[] => [
  {
    head: "Накладная",
    narrow: "lead",
    cell: (row) => (
      <>
        <span className="wrap-anywhere">{packingTitle(row)}</span>
        <span className="block text-xs font-normal whitespace-nowrap text-muted">
          {formatDateTime(row.date, timeZone)}
        </span>
      </>
    ),
  },
  {
    head: "Поставщик",
    cell: ({ supplierName, comment }) => (
      <span className="block min-w-28 wrap-anywhere">
        {supplierName}
        {comment && <span className="line-clamp-2 text-xs text-muted">{comment}</span>}
      </span>
    ),
  },
  {
    head: "Состояние",
    cell: ({ state, kind, isDuplicate }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge colour={packingStates[state].colour}>{packingStates[state].title}</Badge>
        {kind === "return" && <Badge colour="purple">Возврат</Badge>}
        {isDuplicate && <Badge colour="red">Повтор номера</Badge>}
      </span>
    ),
  },
  { head: "Строк", align: "right", narrow: "hidden", cell: ({ itemCount }) => itemCount },
  {
    head: "Не оплачено",
    align: "right",
    cell: (row) => {
      const unpaid = unpaidAmount(row);
      return <span className="whitespace-nowrap">{unpaid === 0 ? "—" : formatMoney(unpaid)}</span>;
    },
  },
  {
    head: "Сумма",
    align: "right",
    narrow: "lead",
    cell: ({ amount }) => <b className="whitespace-nowrap">{formatMoney(amount)}</b>,
  },
];

const signed = (row: PackingListRow, amount: number): number => (row.kind === "return" ? -amount : amount);

const Totals = ({ rows }: { rows: readonly PackingListRow[] }) => {
  const approved = rows.filter(({ state }) => state === "approved");
  const amount = sumMoney(approved.map((row) => signed(row, row.amount)));
  const unpaid = sumMoney(rows.map((row) => signed(row, unpaidAmount(row))));
  return (
    <p role="status" className="mb-2 text-sm text-muted">
      Проведено на <b className="whitespace-nowrap text-text">{formatMoney(amount)}</b> Не оплачено{" "}
      <b className="whitespace-nowrap text-text">{formatMoney(unpaid)}</b>
    </p>
  );
};

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
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  const addPath = `${path}/New${supplierId === undefined ? "" : `?supplier=${supplierId}`}`;
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: view.refresh },
    { title: "Новая накладная", why: reason, run: () => navigate(addPath) },
  ]);
  return (
    <>
      <QueryHeader title={TITLE} shown={view.shown} timeZone={timeZone} onRefresh={view.refresh}>
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
      {view.shown && <Totals rows={view.shown.answer} />}
      <QueryTable
        view={view}
        module={MODULE}
        columns={columns}
        open={({ id }) => `${path}/${id}`}
        empty="Накладных за эти дни нет. Внесите первую, когда поставщик привезёт товар."
      />
    </>
  );
};
