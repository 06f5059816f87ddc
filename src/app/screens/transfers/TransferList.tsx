import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { type TransferRow, transfersQuery } from "#machines/directory/descriptors/transfers.ts";
import { readPeriod } from "#machines/queries/period.ts";
import { ListErrors } from "../../directory/ListErrors.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { QueryTable } from "../../directory/QueryTable.tsx";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { PeriodFields } from "../../shared/PeriodFields.tsx";
import { QueryHeader } from "../../shared/QueryHeader.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useToday } from "../../shared/useToday.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Tabs, tabId } from "../../ui/Tabs.tsx";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { transferExportColumns } from "./transferExport.ts";
import { transferStates, transferTitle } from "./transferTexts.ts";

const MODULE = "transferList";
const TITLE = "Перемещения";

const tabs = [
  { name: "underWay", title: "В пути" },
  { name: "incoming", title: "Входящие" },
  { name: "sent", title: "Отправленные" },
] as const;
type TabName = (typeof tabs)[number]["name"];

const emptyTexts: Readonly<Record<TabName, string>> = {
  underWay: "В пути ничего нет: всё отправленное принято.",
  incoming: "Вам за эти дни ничего не отправляли.",
  sent: "Отправленных перемещений за эти дни нет.",
};

const tabOf = (name: string | null): TabName => tabs.find((tab) => tab.name === name)?.name ?? "underWay";

/** Returns the columns of a company's list of transfers. */
const columnsFor = (companyId: number, timeZone: string): readonly TableColumn<TransferRow>[] => [
  {
    head: "Перемещение",
    narrow: "lead",
    cell: (row) => (
      <>
        <span className="whitespace-nowrap">{transferTitle(row)}</span>
        <span className="block text-xs font-normal whitespace-nowrap text-muted">
          {formatDateTime(row.sendingDate ?? row.creationDate, timeZone)}
        </span>
      </>
    ),
  },
  {
    head: "Компания",
    cell: ({ fromCompanyId, fromCompanyName, toCompanyName, comment }) => (
      <span className="block min-w-28 wrap-anywhere">
        <span className="text-muted">{fromCompanyId === companyId ? "Кому: " : "От кого: "}</span>
        {fromCompanyId === companyId ? toCompanyName : fromCompanyName}
        {comment && <span className="line-clamp-2 text-xs text-muted">{comment}</span>}
      </span>
    ),
  },
  {
    head: "Состояние",
    cell: ({ state, toCompanyId }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge colour={transferStates[state].colour}>{transferStates[state].title}</Badge>
        {state === "sent" && toCompanyId === companyId && <Badge colour="orange">Ждёт приёмки</Badge>}
      </span>
    ),
  },
  { head: "Строк", align: "right", narrow: "hidden", cell: ({ itemCount }) => itemCount },
  {
    head: "Сумма",
    align: "right",
    narrow: "lead",
    cell: ({ amount }) => <b className="whitespace-nowrap">{amount === null ? "—" : formatMoney(amount)}</b>,
  },
];

const useFilter = (companyId: number) => {
  const { search, change } = useQueryString();
  const query = new URLSearchParams(search);
  return {
    tab: tabOf(query.get("tab")),
    period: readPeriod(query, useToday(companyId)),
    change: (patch: Readonly<Record<string, string>>) => change({ page: "", ...patch }),
  };
};

/** List of a company's transfers: in transit, incoming or sent (areas, section 3). */
export const TransferList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/TransferList`;
  const filter = useFilter(companyId);
  const { tab, period } = filter;
  const reason = useReasonNotToDraft(companyId);
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const view = useQuery(transfersQuery, {
    companyId,
    start: period.start,
    end: period.end,
    direction: tab === "underWay" ? undefined : tab,
    state: tab === "underWay" ? "sent" : undefined,
  });
  const columns = useMemo(() => columnsFor(companyId, timeZone), [companyId, timeZone]);
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: view.refresh },
    { title: "Новое перемещение", why: reason, run: () => navigate(`${path}/New`) },
  ]);
  return (
    <>
      <QueryHeader title={TITLE} shown={view.shown} timeZone={timeZone} onRefresh={view.refresh}>
        <RowsExport
          name={TITLE}
          columns={() => transferExportColumns(timeZone)}
          rows={() => view.shown?.answer ?? []}
        />
        <ActionLink href={`${path}/New`} kind="primary" why={reason}>
          <Plus size={16} aria-hidden />
          Новое перемещение
        </ActionLink>
      </QueryHeader>
      <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
      <div className="mb-3">
        <Tabs label="Перемещения" tabs={tabs} chosen={tab} onChoose={(name) => filter.change({ tab: name })} />
      </div>
      <section role="tabpanel" aria-labelledby={tabId(tab)}>
        {tab !== "underWay" && (
          <div className="mb-3">
            <PeriodFields
              period={period}
              onDays={(startDate, endDate) => filter.change({ period: "", startDate, endDate })}
            />
          </div>
        )}
        <QueryTable
          view={view}
          module={MODULE}
          columns={columns}
          open={({ id }) => `${path}/${id}`}
          empty={emptyTexts[tab]}
        />
      </section>
    </>
  );
};
