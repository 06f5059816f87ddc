import { Plus } from "lucide-react";
import { useMemo } from "react";
import { useLocation } from "wouter";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { type InventoryRow, inventoriesQuery } from "#machines/directory/descriptors/inventories.ts";
import { readPeriod } from "#machines/queries/period.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import { ListErrors } from "../../directory/ListErrors.tsx";
import { ListFooter } from "../../directory/ListFooter.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { useCommands } from "../../keyboard/commands.ts";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { freshness } from "../../shared/freshness.ts";
import { usePage } from "../../shared/usePage.ts";
import { useQuery } from "../../shared/useQuery.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { useToday } from "../../shared/useToday.ts";
import { Badge } from "../../ui/Badge.tsx";
import { BusySheet } from "../../ui/BusySheet.tsx";
import { Button } from "../../ui/Button.tsx";
import { DayField } from "../../ui/DayField.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { NotOffered } from "../../ui/NotOffered.tsx";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { inventoryStates } from "./inventoryTexts.ts";
import { UnsentCounts } from "./UnsentCounts.tsx";

const MODULE = "inventory";
const TITLE = "Инвентаризации";
const noRows: readonly InventoryRow[] = [];
const isState = (text: string): text is keyof typeof inventoryStates => text in inventoryStates;

const stateOptions = [
  { value: "", title: "Все" },
  ...Object.entries(inventoryStates).map(([value, { title }]) => ({ value, title })),
];

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

const useFilter = (companyId: number) => {
  const { search, change } = useQueryString();
  const query = new URLSearchParams(search);
  const state = query.get("state") ?? "";
  return {
    period: readPeriod(query, useToday(companyId)),
    state: isState(state) ? state : undefined,
    change: (patch: Readonly<Record<string, string>>) => change({ page: "", ...patch }),
  };
};

const Filters = ({ filter: { period, state, change } }: { filter: ReturnType<typeof useFilter> }) => {
  const { start, end } = period;
  const setDays = (startDate: string, endDate: string) => change({ period: "", startDate, endDate });
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
      <DayField key={`start ${start}`} label="С" value={start} onDay={(day) => setDays(day, end < day ? day : end)} />
      <DayField key={`end ${end}`} label="По" value={end} onDay={(day) => setDays(start > day ? day : start, day)} />
      <span className="min-[700px]:pt-5">
        <FilterChips
          label="Состояние"
          options={stateOptions}
          value={state ?? ""}
          onChoose={(value) => change({ state: value })}
        />
      </span>
    </div>
  );
};

/** List of the inventory counts of a period (areas, section 4). */
export const InventoryList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Inventory`;
  const filter = useFilter(companyId);
  const { period, state } = filter;
  const reason = useReasonNotToDraft(companyId);
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const view = useQuery(inventoriesQuery, { companyId, start: period.start, end: period.end, state });
  const rows = view.shown?.answer ?? noRows;
  const { page, shown, turn } = usePage(rows, MODULE);
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: view.refresh },
    { title: "Начать подсчёт", why: reason, run: () => navigate(`${path}/New`) },
  ]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{TITLE}</h1>
        <p className="text-sm text-muted">{freshness(view.shown, timeZone)}</p>
        <span className="flex-1" />
        <ActionLink href={`${path}/DashBoard`}>Обзор</ActionLink>
        <Button onClick={view.refresh} keys="R">
          Обновить
        </Button>
        <ActionLink href={`${path}/New`} kind="primary" why={reason}>
          <Plus size={16} aria-hidden />
          Начать подсчёт
        </ActionLink>
      </header>
      <UnsentCounts companyId={companyId} />
      {!view.isOffered && <NotOffered />}
      {view.isOffered && (
        <>
          <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
          <Filters filter={filter} />
          <BusySheet isBusy={view.isBusy} isSkeleton={!view.shown}>
            <DirectoryTable
              rows={shown}
              parts={{ columns, links: [], commands: {}, open: ({ id }) => `${path}/${id}` }}
              isSkeleton={!view.shown && !view.error}
              empty={
                view.shown ? "Инвентаризаций за эти дни нет. Начните подсчёт любой группы." : "Данные не загружены."
              }
              onCommand={() => undefined}
            />
            <ListFooter module={MODULE} page={page} count={rows.length} onPage={turn} />
          </BusySheet>
        </>
      )}
    </>
  );
};
