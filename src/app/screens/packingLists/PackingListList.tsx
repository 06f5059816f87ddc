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
import { Chooser } from "../../ui/Chooser.tsx";
import { DayField } from "../../ui/DayField.tsx";
import { Field } from "../../ui/Field.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { useReasonNotToDraft } from "../stockDocuments/useDocumentRights.ts";
import { packingStates, packingTitle, unpaidAmount } from "./packingListTexts.ts";

const MODULE = "packingList";
const TITLE = "Накладные";
const noRows: readonly PackingListRow[] = [];
const isState = (text: string): text is keyof typeof packingStates => text in packingStates;

const stateOptions = [
  { value: "", title: "Все" },
  ...Object.entries(packingStates).map(([value, { title }]) => ({ value, title })),
];

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

const useFilter = (companyId: number) => {
  const { search, change } = useQueryString();
  const query = new URLSearchParams(search);
  const state = query.get("state") ?? "";
  const supplier = Number(query.get("supplier") ?? "");
  return {
    period: readPeriod(query, useToday(companyId)),
    state: isState(state) ? state : undefined,
    supplierId: Number.isInteger(supplier) && supplier > 0 ? supplier : undefined,
    change: (patch: Readonly<Record<string, string>>) => change({ page: "", ...patch }),
  };
};

const Filters = ({ companyId, filter }: { companyId: number; filter: ReturnType<typeof useFilter> }) => {
  const { period, state, supplierId, change } = filter;
  const suppliers = useQuery(suppliersQuery, { companyId }).shown?.answer;
  const choices = useMemo(() => [{ id: 0, name: "Все поставщики" }, ...(suppliers ?? [])], [suppliers]);
  const { start, end } = period;
  const setDays = (startDate: string, endDate: string) => change({ period: "", startDate, endDate });
  return (
    <div className="mb-3 flex flex-wrap items-start gap-x-3 gap-y-2">
      <Field label="Поставщик" className="w-60 max-w-full">
        {(control) => (
          <Chooser
            control={control}
            label="Поставщик"
            value={supplierId}
            choices={choices}
            empty="Все поставщики"
            onChoose={(id) => change({ supplier: id === 0 ? "" : String(id) })}
          />
        )}
      </Field>
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

/** List of the packing lists of a period (areas, section 2). */
export const PackingListList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/PackingList`;
  const filter = useFilter(companyId);
  const { period, supplierId, state } = filter;
  const reason = useReasonNotToDraft(companyId);
  const timeZone = useTimeZone(companyId);
  const [, navigate] = useLocation();
  const view = useQuery(packingListsQuery, { companyId, start: period.start, end: period.end, supplierId, state });
  const rows = view.shown?.answer ?? noRows;
  const { page, shown, turn } = usePage(rows, MODULE);
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  const addPath = `${path}/New${supplierId === undefined ? "" : `?supplier=${supplierId}`}`;
  useTitle(TITLE);
  useCommands([
    { title: "Обновить список", keys: "r", run: view.refresh },
    { title: "Новая накладная", why: reason, run: () => navigate(addPath) },
  ]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{TITLE}</h1>
        <p className="text-sm text-muted">{freshness(view.shown, timeZone)}</p>
        <span className="flex-1" />
        <Button onClick={view.refresh} keys="R">
          Обновить
        </Button>
        <ActionLink href={addPath} kind="primary" why={reason}>
          <Plus size={16} aria-hidden />
          Новая накладная
        </ActionLink>
      </header>
      <ListErrors error={view.error} refusal={undefined} onRetry={view.refresh} onDismiss={() => undefined} />
      <Filters companyId={companyId} filter={filter} />
      {view.shown && <Totals rows={rows} />}
      <BusySheet isBusy={view.isBusy} isSkeleton={!view.shown}>
        <DirectoryTable
          rows={shown}
          parts={{ columns, links: [], commands: {}, open: ({ id }) => `${path}/${id}` }}
          isSkeleton={!view.shown && !view.error}
          empty={
            view.shown
              ? "Накладных за эти дни нет. Внесите первую, когда поставщик привезёт товар."
              : "Данные не загружены."
          }
          onCommand={() => undefined}
        />
        <ListFooter module={MODULE} page={page} count={rows.length} onPage={turn} />
      </BusySheet>
    </>
  );
};
