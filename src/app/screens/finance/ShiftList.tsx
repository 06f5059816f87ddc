import { useMemo } from "react";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { type CashShiftRow, cashShiftsQuery } from "#machines/directory/descriptors/finance.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { useTimeZone } from "../../services/context.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { differenceText } from "./financeTexts.ts";
import { shiftExportColumns } from "./shiftExport.ts";

const FILTERS: readonly string[] = [];

const Result = ({ row: { closedAt, difference } }: { row: CashShiftRow }) => {
  if (!closedAt) return <Badge colour="green">открыта</Badge>;
  return difference ? <Badge colour="red">{differenceText(difference)}</Badge> : <>Сходится</>;
};

const columnsFor = (timeZone: string): readonly TableColumn<CashShiftRow>[] => [
  {
    head: "Смена",
    cell: ({ number, financeSourceName }) => `№ ${number}, ${financeSourceName}`,
    narrow: "lead",
  },
  {
    head: "Открыта",
    cell: ({ openedAt, openedByAlias }) => (
      <>
        <span className="whitespace-nowrap">{formatDateTime(openedAt, timeZone)}</span>{" "}
        <span className="text-xs text-muted">{openedByAlias}</span>
      </>
    ),
  },
  {
    head: "Закрыта",
    cell: ({ closedAt, closedByAlias }) =>
      closedAt ? (
        <>
          <span className="whitespace-nowrap">{formatDateTime(closedAt, timeZone)}</span>{" "}
          <span className="text-xs text-muted">{closedByAlias}</span>
        </>
      ) : (
        "—"
      ),
  },
  {
    head: "Насчитали",
    cell: ({ counted }) => (counted === null ? "—" : <span className="whitespace-nowrap">{formatMoney(counted)}</span>),
    align: "right",
  },
  { head: "Итог", cell: (row) => <Result row={row} />, narrow: "lead" },
];

/** List of a company's cash shifts, the latest first. */
export const ShiftList = ({ companyId }: { companyId: number }) => {
  const timeZone = useTimeZone(companyId);
  const descriptor = useMemo(() => cashShiftsQuery(companyId), [companyId]);
  const path = `/Company/${companyId}/Finance/Shift`;
  return (
    <PagedList
      descriptor={descriptor}
      title="Кассовые смены"
      filters={FILTERS}
      columns={columnsFor(timeZone)}
      open={({ id }) => `${path}/${id}`}
      links={[]}
      commands={{}}
      empty="Смен пока не было."
    >
      {(filter) => (
        <>
          <ActionLink href={path}>К кассе</ActionLink>
          <span className="flex-1" />
          <PagedExport
            key={timeZone}
            name="Кассовые смены"
            descriptor={descriptor}
            columns={shiftExportColumns(timeZone)}
            filter={filter}
          />
        </>
      )}
    </PagedList>
  );
};
