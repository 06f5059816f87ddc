import { useSelector } from "@xstate/react";
import { useMemo } from "react";
import { formatDateTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import type { PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import {
  type CustomerCallRow,
  type CustomerOrderRow,
  type CustomerPath,
  customerCallsQuery,
  customerOrdersQuery,
} from "#machines/directory/descriptors/customers.ts";
import type { Identified } from "#machines/directory/types.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import type { TableColumn } from "../../directory/listParts.ts";
import { usePagedQuery } from "../../directory/usePagedQuery.ts";
import { useTimeZone } from "../../services/context.ts";
import { failureText } from "../../services/failureText.ts";
import { BusySheet } from "../../ui/BusySheet.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Link } from "../../ui/Link.tsx";

const NO_FILTERS: readonly string[] = [];
const NO_COMMANDS = {};

/** Section of a screen with a paginated list. */
const PagedPart = <Row extends Identified>({
  title,
  descriptor,
  columns,
  empty,
}: {
  title: string;
  descriptor: PagedQueryDescriptor<Row>;
  columns: readonly TableColumn<Row>[];
  empty: string;
}) => {
  const list = usePagedQuery(descriptor, NO_FILTERS, NO_COMMANDS);
  const state = useSelector(list, (snapshot) => snapshot);
  const { rows, next, failure } = state.context;
  const error = failureText(failure);
  if (failure?.kind === "notOffered") return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="mb-2 text-sm font-semibold">{title}</h2>
      {error && (
        <div className="mb-2">
          <ErrorBox message={error}>
            <Button onClick={() => list.send({ type: "list.refresh" })}>Повторить</Button>
          </ErrorBox>
        </div>
      )}
      <BusySheet isBusy={state.hasTag("busy")} isSkeleton={state.hasTag("skeleton")}>
        <DirectoryTable
          rows={rows}
          parts={{ columns, links: [], commands: NO_COMMANDS }}
          isSkeleton={state.hasTag("skeleton")}
          empty={state.hasTag("failed") ? "Данные не загружены." : empty}
          onCommand={() => undefined}
        />
        {next !== null && (
          <footer className="px-3 py-2">
            <Button why={state.hasTag("busy") && "Загружается"} onClick={() => list.send({ type: "more.load" })}>
              Показать ещё
            </Button>
          </footer>
        )}
      </BusySheet>
    </section>
  );
};

const OrderLink = ({ companyId, id, number }: { companyId: number; id: number; number: number | null }) => (
  <Link href={`/Company/${companyId}/Order/${id}`} className="text-accent whitespace-nowrap hover:underline">
    № {number}
  </Link>
);

const orderColumns = (companyId: number, timeZone: string): readonly TableColumn<CustomerOrderRow>[] => [
  {
    head: "Заказ",
    narrow: "lead",
    cell: ({ id, internalId }) => <OrderLink companyId={companyId} id={id} number={internalId} />,
  },
  { head: "Срок", cell: ({ date }) => formatDateTime(date, timeZone) },
  { head: "Статус", cell: ({ statusName }) => <span className="wrap-anywhere">{statusName}</span> },
  {
    head: "Сумма",
    align: "right",
    narrow: "lead",
    cell: ({ amount, isCanceled }) => (
      <span className={isCanceled ? "whitespace-nowrap text-muted line-through" : "whitespace-nowrap"}>
        {formatMoney(amount)}
      </span>
    ),
  },
];

const callColumns = (companyId: number, timeZone: string): readonly TableColumn<CustomerCallRow>[] => [
  { head: "Звонок", narrow: "lead", cell: ({ startRing }) => formatDateTime(startRing, timeZone) },
  { head: "Номер", cell: ({ number }) => <span className="whitespace-nowrap">{formatPhone(number)}</span> },
  { head: "Линия", cell: ({ operatorPhoneName }) => <span className="wrap-anywhere">{operatorPhoneName}</span> },
  {
    head: "Итог",
    cell: ({ call, orderId, orderInternalId }) =>
      orderId === null ? (
        call === null ? (
          "пропущен"
        ) : (
          "без заказа"
        )
      ) : (
        <OrderLink companyId={companyId} id={orderId} number={orderInternalId} />
      ),
  },
];

/** Orders of a customer, page by page. */
export const CustomerOrders = ({ path }: { path: CustomerPath }) => {
  const timeZone = useTimeZone(path.companyId);
  const descriptor = useMemo(() => customerOrdersQuery(path), [path]);
  const columns = orderColumns(path.companyId, timeZone);
  return <PagedPart title="Заказы" descriptor={descriptor} columns={columns} empty="Заказов ещё не было." />;
};

/** Calls from the phones of a customer, page by page. */
export const CustomerCalls = ({ path }: { path: CustomerPath }) => {
  const timeZone = useTimeZone(path.companyId);
  const descriptor = useMemo(() => customerCallsQuery(path), [path]);
  const columns = callColumns(path.companyId, timeZone);
  return <PagedPart title="Звонки" descriptor={descriptor} columns={columns} empty="Звонков с этих номеров не было." />;
};
