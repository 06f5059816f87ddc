import { ReceiptText, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import { type CallRow, spansOf } from "#machines/calls/calls.ts";
import { usePermissions, useTimeZone } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";
import type { Column, RowLink } from "../../resource/listParts.ts";
import { ResourceTable } from "../../resource/ResourceTable.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { CallBar } from "./CallBar.tsx";
import { statusWords } from "./callWords.ts";

const Named = ({ name, children }: { name: string | null | undefined; children: ReactNode }) => (
  <span className="block py-1">
    {children}
    {name && <span className="block text-xs font-normal text-muted wrap-anywhere">{name}</span>}
  </span>
);

const columnsFor = (timeZone: string, longest: number): readonly Column<CallRow>[] => [
  {
    head: "Входящий номер",
    cell: ({ number, customerAlias }) => (
      <Named name={customerAlias}>
        <span className="whitespace-nowrap">{number ? formatPhone(number) : "скрыт"}</span>
      </Named>
    ),
    narrow: "lead",
  },
  {
    head: "На телефон",
    cell: ({ operatorPhoneNumber, operatorPhoneColor, operatorPhoneName }) => (
      <Named name={operatorPhoneName}>
        <Badge colour={operatorPhoneColor}>{formatPhone(operatorPhoneNumber)}</Badge>
      </Named>
    ),
  },
  { head: "Дата и время", cell: ({ startRing }) => formatDateTime(startRing, timeZone), narrow: "lead" },
  {
    head: "Статус",
    cell: ({ statusCall }) => <Badge colour={statusWords[statusCall].colour}>{statusWords[statusCall].title}</Badge>,
    narrow: "lead",
  },
  { head: "Ожидание и разговор", cell: (call) => <CallBar call={call} longest={longest} /> },
];

const newOrderPath = (companyId: number, { id, number }: CallRow): string =>
  `/Company/${companyId}/Order/New?${new URLSearchParams({ operatorPhoneCallId: String(id), phone: number })}`;

const useLinks = (companyId: number): readonly RowLink<CallRow>[] => {
  const has = usePermissions(companyId);
  return [
    {
      label: "Открыть заказ",
      icon: <ReceiptText size={16} aria-hidden />,
      isFor: ({ orderId }) => orderId !== null,
      href: ({ orderId }) => `/Company/${companyId}/Order/${orderId}`,
      why: () => (has("order.view") ? undefined : lacks("order.view")),
    },
    {
      label: "Новый заказ",
      icon: <SquarePen size={16} aria-hidden />,
      isFor: ({ orderId }) => orderId === null,
      href: (call) => newOrderPath(companyId, call),
      why: () => (has("order.create") ? undefined : lacks("order.create")),
    },
  ];
};

/** Calls with how long they took and what to do about each: open its order, or begin one. */
export const CallTable = ({
  companyId,
  calls,
  at,
  empty,
}: {
  companyId: number;
  calls: readonly CallRow[];
  /** When the server told of them, milliseconds since 1970. */
  at: number;
  empty: ReactNode;
}) => {
  const longest = Math.max(0, ...calls.map((call) => spansOf(call, at)).map(({ wait, talk }) => wait + talk));
  const links = useLinks(companyId);
  return (
    <ResourceTable
      rows={calls}
      parts={{ columns: columnsFor(useTimeZone(companyId), longest), links, commands: {} }}
      isSkeleton={false}
      empty={empty}
      onCommand={() => undefined}
    />
  );
};
