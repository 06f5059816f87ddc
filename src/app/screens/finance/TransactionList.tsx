import { Plus, Undo2 } from "lucide-react";
import { useMemo } from "react";
import { formatDate, formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import type { ListFilter } from "#machines/core/pagedQuery.ts";
import { readFinanceChoices, type TransactionRow, transactionsQuery } from "#machines/directory/descriptors/finance.ts";
import { financeTotalsQuery } from "#machines/queries/finance.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { SelectFilter } from "../../directory/SelectFilter.tsx";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useToday } from "../../shared/useToday.ts";
import { Badge } from "../../ui/Badge.tsx";
import { DayField } from "../../ui/DayField.tsx";
import { Link } from "../../ui/Link.tsx";
import { transactionKinds } from "./financeTexts.ts";
import { transactionExportColumns } from "./transactionExport.ts";
import { useReasonNotToEditFinance } from "./useReasonNotToEditFinance.ts";

const FILTERS = ["startDate", "endDate", "source", "kind", "category"];

const signOf = ({ kind, amount }: TransactionRow): string => {
  if (kind === "transfer") return formatMoney(amount);
  const signed = kind === "expense" ? -amount : amount;
  return `${signed < 0 ? "−" : "+"}${formatMoney(Math.abs(signed))}`;
};

const Subject = ({ row, companyId }: { row: TransactionRow; companyId: number }) => {
  const { orderId, internalOrderId, packingListId, packingListNumber, categoryName, comment, reversalOf, isReversed } =
    row;
  return (
    <span className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
      {orderId !== null && (
        <Link href={`/Company/${companyId}/Order/${orderId}`} className="whitespace-nowrap text-accent hover:underline">
          Заказ № {internalOrderId}
        </Link>
      )}
      {packingListId !== null && (
        <Link href={`/Company/${companyId}/PackingList/${packingListId}`} className="text-accent hover:underline">
          Накладная {packingListNumber === null ? "без номера" : `№ ${packingListNumber}`}
        </Link>
      )}
      {categoryName && <span>{categoryName}</span>}
      {comment && <span className="text-xs text-muted">{comment}</span>}
      {reversalOf !== null && <Badge colour="grey">отмена</Badge>}
      {isReversed && <Badge colour="grey">отменена</Badge>}
    </span>
  );
};

const columnsFor = (companyId: number, timeZone: string): readonly TableColumn<TransactionRow>[] => [
  {
    head: "Операция",
    cell: (row) => (
      <>
        {transactionKinds[row.kind]}
        <span className="block text-xs font-normal text-muted whitespace-nowrap">
          {formatDateTime(row.date, timeZone)}
        </span>
      </>
    ),
    narrow: "lead",
  },
  {
    head: "Источник",
    cell: ({ financeSourceName, toFinanceSourceName }) =>
      toFinanceSourceName === null ? financeSourceName : `${financeSourceName} → ${toFinanceSourceName}`,
  },
  { head: "За что", cell: (row) => <Subject row={row} companyId={companyId} /> },
  { head: "Сотрудник", cell: ({ employeeAlias }) => employeeAlias ?? "—" },
  {
    head: "Сумма",
    cell: (row) => <b className="whitespace-nowrap">{signOf(row)}</b>,
    align: "right",
    narrow: "lead",
  },
];

const Totals = ({ companyId, filter }: { companyId: number; filter: ListFilter }) => {
  const { shown, isOffered } = useQuery(financeTotalsQuery, { companyId, filter });
  if (!shown || !isOffered) return null;
  const { count, income, expense, transfer, correction } = shown.answer;
  return (
    <p role="status" className="w-full text-sm text-muted">
      Операций: {count}. Приход {formatMoney(income)} Расход {formatMoney(expense)} Перемещено {formatMoney(transfer)}
      {correction !== 0 && ` Пересчёт ${formatMoney(correction)}`}
    </p>
  );
};

const choicesQuery = {
  name: "financeChoices",
  load: readFinanceChoices,
};

const Filters = ({
  companyId,
  filter,
  change,
}: {
  companyId: number;
  filter: ListFilter;
  change: (patch: ListFilter) => void;
}) => {
  const today = useToday(companyId);
  const choices = useQuery(choicesQuery, { companyId }).shown?.answer;
  const { startDate = "", endDate = "", source = "", kind = "", category = "" } = filter;
  const [start, end] = [startDate || endDate || today, endDate || today];
  const setDays = (first: string, last: string) => change({ startDate: first, endDate: last < first ? first : last });
  return (
    <>
      <DayField label="С" value={start} latest={today} onDay={(day) => setDays(day, end)} />
      <DayField label="По" value={end} latest={today} onDay={(day) => setDays(start > day ? day : start, day)} />
      <SelectFilter
        label="Источник"
        empty="Все"
        value={source}
        choices={(choices?.sources ?? []).map(({ id, name }) => [String(id), name])}
        onChoose={(id) => change({ source: id })}
      />
      <SelectFilter
        label="Вид"
        empty="Все"
        value={kind}
        choices={Object.entries(transactionKinds)}
        onChoose={(value) => change({ kind: value })}
      />
      <SelectFilter
        label="Категория"
        empty="Все"
        value={category}
        choices={(choices?.categories ?? []).map(({ id, name }) => [String(id), name])}
        onChoose={(id) => change({ category: id })}
      />
    </>
  );
};

/** List of the transactions of a period, by default today, with totals (areas, section 6). */
export const TransactionList = ({ companyId }: { companyId: number }) => {
  const reason = useReasonNotToEditFinance(companyId);
  const timeZone = useTimeZone(companyId);
  const descriptor = useMemo(() => transactionsQuery(companyId), [companyId]);
  const whyNotToReverse = ({ paymentId, kind, reversalOf, isReversed }: TransactionRow): string | undefined => {
    if (paymentId !== null) return "Верните оплату в заказе";
    if (kind === "correction") return "Результат пересчёта не отменяется";
    if (reversalOf !== null) return "Это уже отмена";
    return isReversed ? "Уже отменена" : reason;
  };
  return (
    <PagedList
      descriptor={descriptor}
      title="Движение денег"
      filters={FILTERS}
      columns={columnsFor(companyId, timeZone)}
      links={[]}
      commands={{
        reverse: {
          label: "Отменить",
          icon: <Undo2 size={16} aria-hidden />,
          why: whyNotToReverse,
          title: (row) => `Отменить операцию на ${formatMoney(row.amount)}?`,
          question: ({ date }) =>
            `Появится обратная операция с той же датой, ${formatDate(date, timeZone)}. Сама операция останется в списке.`,
          done: () => "Операция отменена",
        },
      }}
      empty="За эти дни денег не двигали."
    >
      {(filter, change) => (
        <>
          <Filters companyId={companyId} filter={filter} change={change} />
          <span className="flex-1" />
          <PagedExport
            key={timeZone}
            name="Движение денег"
            descriptor={descriptor}
            columns={transactionExportColumns(timeZone)}
            filter={filter}
          />
          <ActionLink href={`/Company/${companyId}/Finance/Report`}>Доходы и расходы</ActionLink>
          <ActionLink href={`/Company/${companyId}/Finance/Transaction/New`} kind="primary" why={reason}>
            <Plus size={16} aria-hidden />
            Новая операция
          </ActionLink>
          <Totals companyId={companyId} filter={filter} />
        </>
      )}
    </PagedList>
  );
};
