import { useMemo } from "react";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney, sumMoney } from "#domain/money.ts";
import type { PackingListFilter, PackingListRow } from "#machines/directory/descriptors/packingLists.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { QueryTable } from "../../directory/QueryTable.tsx";
import { useTimeZone } from "../../services/context.ts";
import type { QueryView } from "../../shared/useQuery.ts";
import { Badge } from "../../ui/Badge.tsx";
import { packingStates, packingTitle, unpaidAmount } from "./packingListTexts.ts";

const MODULE = "packingList";

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

/** Table of packing lists, with the total of the approved packing lists and the total unpaid amount. */
export const PackingListRows = ({
  companyId,
  view,
}: {
  companyId: number;
  view: QueryView<PackingListFilter, readonly PackingListRow[]>;
}) => {
  const timeZone = useTimeZone(companyId);
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  return (
    <>
      {view.shown && <Totals rows={view.shown.answer} />}
      <QueryTable
        view={view}
        module={MODULE}
        columns={columns}
        open={({ id }) => `/Company/${companyId}/PackingList/${id}`}
        empty="Накладных за эти дни нет. Внесите первую, когда поставщик привезёт товар."
      />
    </>
  );
};
