import { ReceiptText, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import { type CallRow, callDurations } from "#machines/queries/calls.ts";
import { DirectoryTable } from "../../directory/DirectoryTable.tsx";
import type { RowLink, TableColumn } from "../../directory/listParts.ts";
import { usePermissions, useTimeZone } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { Badge } from "../../ui/Badge.tsx";
import { CallBar } from "./CallBar.tsx";
import { callStatuses } from "./callTexts.ts";

const WithName = ({ name, children }: { name: string | null | undefined; children: ReactNode }) => (
  <span className="block py-1">
    {children}
    {name && <span className="block text-xs font-normal text-muted wrap-anywhere">{name}</span>}
  </span>
);

const columnsFor = (timeZone: string, longest: number): readonly TableColumn<CallRow>[] => [
  {
    head: "Входящий номер",
    cell: ({ number, customerAlias }) => (
      <WithName name={customerAlias}>
        <span className="whitespace-nowrap">{number ? formatPhone(number) : "скрыт"}</span>
      </WithName>
    ),
    narrow: "lead",
  },
  {
    head: "На телефон",
    cell: ({ operatorPhoneNumber, operatorPhoneColor, operatorPhoneName }) => (
      <WithName name={operatorPhoneName}>
        <Badge colour={operatorPhoneColor}>{formatPhone(operatorPhoneNumber)}</Badge>
      </WithName>
    ),
  },
  { head: "Дата и время", cell: ({ startRing }) => formatDateTime(startRing, timeZone), narrow: "lead" },
  {
    head: "Статус",
    cell: ({ statusCall }) => <Badge colour={callStatuses[statusCall].colour}>{callStatuses[statusCall].title}</Badge>,
    narrow: "lead",
  },
  { head: "Ожидание и разговор", cell: (call) => <CallBar call={call} longest={longest} /> },
];

const newOrderPath = (companyId: number, { id, number }: CallRow): string =>
  `/Company/${companyId}/Order/New?${new URLSearchParams({ operatorPhoneCallId: String(id), phone: number })}`;

const useLinks = (companyId: number): readonly RowLink<CallRow>[] => {
  const hasPermission = usePermissions(companyId);
  return [
    {
      label: "Открыть заказ",
      icon: <ReceiptText size={16} aria-hidden />,
      isFor: ({ orderId }) => orderId !== null,
      href: ({ orderId }) => `/Company/${companyId}/Order/${orderId}`,
      why: () => (hasPermission("order.view") ? undefined : missingPermission("order.view")),
    },
    {
      label: "Новый заказ",
      icon: <SquarePen size={16} aria-hidden />,
      isFor: ({ orderId }) => orderId === null,
      href: (call) => newOrderPath(companyId, call),
      why: () => (hasPermission("order.create") ? undefined : missingPermission("order.create")),
    },
  ];
};

/** Table of calls. A call links to its order or, without an order, to the form of a new order. */
export const CallTable = ({
  companyId,
  calls,
  at,
  empty,
}: {
  companyId: number;
  calls: readonly CallRow[];
  /** Server time at which the calls were read, ms since 1970. */
  at: number;
  empty: ReactNode;
}) => {
  const longest = Math.max(0, ...calls.map((call) => callDurations(call, at)).map(({ wait, talk }) => wait + talk));
  const links = useLinks(companyId);
  return (
    <DirectoryTable
      rows={calls}
      parts={{ columns: columnsFor(useTimeZone(companyId), longest), links, commands: {} }}
      isSkeleton={false}
      empty={empty}
      onCommand={() => undefined}
    />
  );
};
