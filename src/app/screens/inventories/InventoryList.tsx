import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { type InventoryRow, inventoriesQuery } from "#machines/directory/descriptors/inventories.ts";
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
import { NotOffered } from "../../ui/NotOffered.tsx";
import { DocumentFilters } from "../stockDocuments/DocumentFilters.tsx";
import { useDocumentFilter } from "../stockDocuments/useDocumentFilter.ts";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { inventoryExportColumns } from "./inventoryExport.ts";
import { inventoryStates } from "./inventoryTexts.ts";
import { UnsentCounts } from "./UnsentCounts.tsx";

const MODULE = "inventory";
const TITLE = "Инвентаризации";

const moneyCell = (amount: number) => (
  <span className="whitespace-nowrap">{amount === 0 ? "—" : formatMoney(amount)}</span>
);

const columnsFor = (timeZone: string): readonly TableColumn<InventoryRow>[] => [
  {
    head: "Группа",
    narrow: "lead",
    cell: ({ groupName, startedAt }) => (
      <>
        <span className="wrap-anywhere">{groupName}</span>
        <span className="block text-xs font-normal whitespace-nowrap text-muted">
          {formatDateTime(startedAt, timeZone)}
        </span>
      </>
    ),
  },
  {
    head: "Состояние",
    cell: ({ state, isBlind, comment }) => (
      <span className="block min-w-28 wrap-anywhere">
        <Badge colour={inventoryStates[state].colour}>{inventoryStates[state].title}</Badge>{" "}
        {isBlind && <Badge colour={undefined}>Вслепую</Badge>}
        {comment && <span className="line-clamp-2 text-xs text-muted">{comment}</span>}
      </span>
    ),
  },
  {
    head: "Посчитано",
    align: "right",
    cell: ({ countedItems, itemCount }) => (
      <span className="whitespace-nowrap">
        {countedItems} из {itemCount}
      </span>
    ),
  },
  { head: "Излишек", align: "right", cell: ({ surplusAmount }) => moneyCell(surplusAmount) },
  { head: "Недостача", align: "right", cell: ({ lossAmount }) => <b>{moneyCell(lossAmount)}</b> },
];

/** List of the inventories of a period (areas, section 4). */
export const InventoryList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Inventory`;
  const filter = useDocumentFilter(companyId, inventoryStates);
  const { period, state } = filter;
  const reason = useReasonNotToDraft(companyId);
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const view = useQuery(inventoriesQuery, { companyId, start: period.start, end: period.end, state });
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: view.refresh },
    { title: "Начать подсчёт", why: reason, run: () => navigate(`${path}/New`) },
  ]);
  return (
    <>
      <QueryHeader
        title={TITLE}
        shown={view.shown}
        timeZone={timeZone}
        onRefresh={view.refresh}
        links={<ActionLink href={`${path}/DashBoard`}>Обзор</ActionLink>}
      >
        <RowsExport
          name={TITLE}
          columns={() => inventoryExportColumns(timeZone)}
          rows={() => view.shown?.answer ?? []}
        />
        <ActionLink href={`${path}/New`} kind="primary" why={reason}>
          <Plus size={16} aria-hidden />
          Начать подсчёт
        </ActionLink>
      </QueryHeader>
      <UnsentCounts companyId={companyId} />
      {!view.isOffered && <NotOffered />}
      {view.isOffered && (
        <>
          <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
          <DocumentFilters filter={filter} states={inventoryStates} />
          <QueryTable
            view={view}
            module={MODULE}
            columns={columns}
            open={({ id }) => `${path}/${id}`}
            empty="Инвентаризаций за эти дни нет. Начните подсчёт любой группы."
          />
        </>
      )}
    </>
  );
};
