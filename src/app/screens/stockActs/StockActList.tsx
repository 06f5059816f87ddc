import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney, sumMoney } from "#domain/money.ts";
import { type StockActKind, type StockActRow, stockActsQuery } from "#machines/directory/descriptors/stockActs.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { QueryTable } from "../../directory/QueryTable.tsx";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { DocumentFilters } from "../stockDocuments/DocumentFilters.tsx";
import { useDocumentFilter } from "../stockDocuments/useDocumentFilter.ts";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { stockActExportColumns } from "./stockActExport.ts";
import { actReasons, actStates, actTitle, readActKind } from "./stockActTexts.ts";

const MODULE = "stockAct";
const TITLE = "Списания и приготовления";

const kindOptions = [
  { value: "", title: "Все акты" },
  { value: "writeOff", title: "Списания" },
  { value: "production", title: "Приготовления" },
];

const columnsFor = (timeZone: string): readonly TableColumn<StockActRow>[] => [
  {
    head: "Акт",
    narrow: "lead",
    cell: (row) => (
      <>
        <span className="whitespace-nowrap">{actTitle(row)}</span>
        <span className="block text-xs font-normal whitespace-nowrap text-muted">
          {formatDateTime(row.date, timeZone)}
        </span>
      </>
    ),
  },
  {
    head: "Причина",
    cell: ({ reason, comment }) => (
      <span className="block min-w-28 wrap-anywhere">
        {reason === null ? "—" : actReasons[reason]}
        {comment && <span className="line-clamp-2 text-xs text-muted">{comment}</span>}
      </span>
    ),
  },
  {
    head: "Состояние",
    cell: ({ state }) => <Badge colour={actStates[state].colour}>{actStates[state].title}</Badge>,
  },
  { head: "Строк", align: "right", narrow: "hidden", cell: ({ itemCount }) => itemCount },
  {
    head: "Сумма",
    align: "right",
    narrow: "lead",
    cell: ({ amount }) => <b className="whitespace-nowrap">{amount === null ? "—" : formatMoney(amount)}</b>,
  },
];

const Totals = ({ rows }: { rows: readonly StockActRow[] }) => {
  const sumOf = (kind: StockActKind) =>
    sumMoney(rows.flatMap((row) => (row.state === "approved" && row.kind === kind ? [row.amount ?? 0] : [])));
  return (
    <p role="status" className="mb-2 text-sm text-muted">
      Списано на <b className="whitespace-nowrap text-text">{formatMoney(sumOf("writeOff"))}</b> Приготовлено на{" "}
      <b className="whitespace-nowrap text-text">{formatMoney(sumOf("production"))}</b>
    </p>
  );
};

/** List of the stock acts (write-off acts and production acts) of a period. */
export const StockActList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/StockAct`;
  const filter = useDocumentFilter(companyId, actStates);
  const { period, state } = filter;
  const kind = readActKind(filter.query);
  const reason = useReasonNotToDraft(companyId);
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const view = useQuery(stockActsQuery, { companyId, start: period.start, end: period.end, kind, state });
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  const [writeOffPath, productionPath] = [`${path}/New?kind=writeOff`, `${path}/New?kind=production`];
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: view.refresh },
    { title: "Новое списание", why: reason, run: () => navigate(writeOffPath) },
    { title: "Новое приготовление", why: reason, run: () => navigate(productionPath) },
  ]);
  return (
    <>
      <QueryHeader title={TITLE} shown={view.shown} timeZone={timeZone} onRefresh={view.refresh}>
        <RowsExport
          name={TITLE}
          columns={() => stockActExportColumns(timeZone)}
          rows={() => view.shown?.answer ?? []}
        />
        <ActionLink href={productionPath} why={reason}>
          <Plus size={16} aria-hidden />
          Приготовление
        </ActionLink>
        <ActionLink href={writeOffPath} kind="primary" why={reason}>
          <Plus size={16} aria-hidden />
          Списание
        </ActionLink>
      </QueryHeader>
      <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
      <DocumentFilters filter={filter} states={actStates}>
        <span className="min-[700px]:pt-5">
          <FilterChips
            label="Вид акта"
            options={kindOptions}
            value={kind ?? ""}
            onChoose={(value) => filter.change({ kind: value })}
          />
        </span>
      </DocumentFilters>
      {view.shown && <Totals rows={view.shown.answer} />}
      <QueryTable
        view={view}
        module={MODULE}
        columns={columns}
        open={({ id }) => `${path}/${id}`}
        empty="Актов за эти дни нет. Спишите испорченное или запишите, что приготовили впрок."
      />
    </>
  );
};
