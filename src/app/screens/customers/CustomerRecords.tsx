import { useSelector } from "@xstate/react";
import { useEffect, useMemo, useRef } from "react";
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

/**
 * Section of a screen with a paginated list, hidden if the server does not offer the list. The list is read again
 * when the version of the customer's card changes.
 */
const PagedPart = <Row extends Identified>({
  title,
  descriptor,
  version,
  columns,
  empty,
}: {
  title: string;
  version: number;
  descriptor: PagedQueryDescriptor<Row>;
  columns: readonly TableColumn<Row>[];
  empty: string;
}) => {
  const list = usePagedQuery(descriptor, NO_FILTERS, NO_COMMANDS);
  const readVersion = useRef(version);
  useEffect(() => {
    if (readVersion.current === version) return;
    readVersion.current = version;
    list.send({ type: "list.refresh" });
  }, [list, version]);
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

/** Part of a customer's card with a list. A new `version` of the card causes a new read of the list. */
interface CardPart {
  readonly path: CustomerPath;
  readonly version: number;
}

/** Orders of a customer, page by page. */
export const CustomerOrders = ({ path, version }: CardPart) => {
  const timeZone = useTimeZone(path.companyId);
  return (
    <PagedPart
      title="Заказы"
      descriptor={useMemo(() => customerOrdersQuery(path), [path])}
      version={version}
      columns={orderColumns(path.companyId, timeZone)}
      empty="Заказов ещё не было."
    />
  );
};

/** Calls from the phones of a customer, page by page. */
export const CustomerCalls = ({ path, version }: CardPart) => {
  const timeZone = useTimeZone(path.companyId);
  return (
    <PagedPart
      title="Звонки"
      descriptor={useMemo(() => customerCallsQuery(path), [path])}
      version={version}
      columns={callColumns(path.companyId, timeZone)}
      empty="Звонков с этих номеров не было."
    />
  );
};
