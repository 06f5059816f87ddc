import { HandCoins } from "lucide-react";
import { useMemo } from "react";
import { counted } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { type PendingCashRow, pendingCashQuery } from "#machines/directory/descriptors/finance.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedTableExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { tableOfRows } from "../../directory/tableOfRows.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Link } from "../../ui/Link.tsx";
import { handInExportColumns, handInExportRows } from "./handInExport.ts";

const TITLE = "Наличные сотрудников";
const FILTERS: readonly string[] = [];

const columnsFor = (companyId: number): readonly TableColumn<PendingCashRow>[] => [
  { head: "Сотрудник", cell: ({ alias }) => <span className="wrap-anywhere">{alias}</span>, narrow: "lead" },
  {
    head: "Заказы",
    cell: ({ payments }) => (
      <span className="flex flex-wrap gap-x-3">
        {payments.map(({ paymentId, orderId, internalOrderId, amount }) => (
          <span key={paymentId} className="whitespace-nowrap">
            <Link href={`/Company/${companyId}/Order/${orderId}`} className="text-accent underline">
              № {internalOrderId}
            </Link>{" "}
            <span className="text-xs text-muted">{formatMoney(amount)}</span>
          </span>
        ))}
      </span>
    ),
  },
  {
    head: "Сумма",
    cell: ({ amount }) => <b className="whitespace-nowrap">{formatMoney(amount)}</b>,
    align: "right",
    narrow: "lead",
  },
];

/** List of the cash that employees have not handed in. One command confirms all cash payments of an employee. */
export const HandIn = ({ companyId }: { companyId: number }) => {
  const descriptor = useMemo(() => pendingCashQuery(companyId), [companyId]);
  return (
    <PagedList
      descriptor={descriptor}
      title={TITLE}
      filters={FILTERS}
      columns={columnsFor(companyId)}
      links={[]}
      commands={{
        handIn: {
          label: "Принять",
          icon: <HandCoins size={16} aria-hidden />,
          title: ({ alias, amount }) => `Принять ${formatMoney(amount)} от «${alias}»?`,
          question: ({ payments }) =>
            `Подтвердится ${counted(payments.length, ["оплата", "оплаты", "оплат"])}. Пересчитайте деньги до подтверждения.`,
          done: ({ amount }) => `Принято ${formatMoney(amount)}`,
        },
      }}
      empty="Все наличные сданы."
    >
      {(filter) => (
        <>
          <ActionLink href={`/Company/${companyId}/Finance/Shift`}>К кассе</ActionLink>
          <span className="flex-1" />
          <PagedTableExport
            name={TITLE}
            descriptor={descriptor}
            filter={filter}
            table={(rows) => tableOfRows(TITLE, handInExportColumns, handInExportRows(rows))}
          />
        </>
      )}
    </PagedList>
  );
};
