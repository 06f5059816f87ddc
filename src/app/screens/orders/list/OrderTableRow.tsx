import { memo } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDate, formatElapsed, formatTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { expectedAt, type OrderListView, type OrderRow, overdueMs } from "#machines/orders/list/orderList.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { classNames } from "../../../ui/classNames.ts";

interface DueTimeProps {
  row: OrderRow;
  now: number;
  timeZone: string;
  /**
   * Day of the list, for example "21.11.2026", or undefined if the list covers several days. A row of another day shows
   * its date.
   */
  day: string | undefined;
}

const DueTime = ({ row, now, timeZone, day }: DueTimeProps) => {
  const late = overdueMs(row, now);
  const due = expectedAt(row);
  const date = formatDate(due, timeZone);
  const time = `${date === day ? "" : `${date.slice(0, 5)} `}${formatTime(due, timeZone)}`;
  if (late === 0) return time;
  return (
    <span className="font-semibold text-negative">
      {time} · <span className="whitespace-nowrap">+{formatElapsed(late)}</span>
    </span>
  );
};

/** Table row of an order. The checkbox marks the order for printing; the table handles the clicks. */
export const OrderTableRow = memo(
  ({
    row,
    view,
    companyId,
    status,
    tags,
    isTicked,
    isFolded,
    now,
    timeZone,
    day,
    onTick,
    place,
    ref,
  }: {
    view: OrderListView;
    companyId: number;
    status: Schemas["OrderStatus"] | undefined;
    tags: readonly Schemas["Tag"][];
    isTicked: boolean;
    /** True if phone, tags and comment are shown below the address. */
    isFolded: boolean;
    onTick: (ids: readonly number[], isTicked: boolean) => void;
    place: number | undefined;
    ref: ((row: Element | null) => void) | undefined;
  } & DueTimeProps) => {
    const href = `/Company/${companyId}/Order/${row.id}`;
    const labels = tags.length > 0 && (
      <span className="flex flex-wrap gap-1" title={tags.map(({ name }) => name).join(", ")}>
        {tags.map(({ id, name, color }) => (
          <Badge key={id} colour={color}>
            {name}
          </Badge>
        ))}
      </span>
    );
    const externalOrder = view === "medium" ? row.externalOrder : null;
    const reference = externalOrder && <b className="block wrap-anywhere">{externalOrder}</b>;
    const noteTitle = row.note ?? undefined;
    return (
      <tr
        ref={ref}
        data-row={row.id}
        data-index={place}
        className={classNames(
          "cursor-pointer",
          row.isCanceled && "[&>td]:text-muted [&>td:not(:last-child)]:line-through",
        )}
      >
        <td className="font-semibold">
          <a
            href={href}
            data-open
            title={`Заказ ${row.id}`}
            className="-mx-1.5 block px-1.5 py-2 focus-visible:-outline-offset-2"
          >
            {row.internalId}
          </a>
        </td>
        <td>
          <label className="flex size-6 items-center justify-center pointer-coarse:size-10">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-label={`Печатать предчек заказа ${row.internalId}`}
              checked={isTicked}
              onChange={(event) => onTick([row.id], event.target.checked)}
            />
          </label>
        </td>
        <td>
          <DueTime row={row} now={now} timeZone={timeZone} day={day} />
        </td>
        <td className="text-muted">
          {row.isClosed || row.isCanceled ? "—" : formatElapsed(now - Date.parse(row.creationDate ?? row.date))}
        </td>
        <td>
          <Badge colour={status?.color}>{status?.name ?? "…"}</Badge>
        </td>
        {!isFolded && <td className={view === "summary" ? undefined : "w-[18%] max-w-0"}>{labels}</td>}
        {view !== "summary" && (
          <td
            className={isFolded ? "w-full wrap-anywhere" : "w-[32%] max-w-0 truncate"}
            title={row.deliveryAddress ?? undefined}
          >
            {row.deliveryAddress ?? <span className="text-muted">самовывоз</span>}
            {isFolded && (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
                {formatPhone(row.phone)}
                {labels}
                {reference}
                <span className="line-clamp-2" title={noteTitle}>
                  {row.note}
                </span>
              </span>
            )}
          </td>
        )}
        {view !== "summary" && !isFolded && (
          <>
            <td className="whitespace-nowrap">{formatPhone(row.phone)}</td>
            <td className="w-[11%] max-w-0 text-muted">
              {reference}
              <span className="block truncate" title={noteTitle}>
                {row.note}
              </span>
            </td>
          </>
        )}
        <td className="num font-semibold whitespace-nowrap">{formatMoney(row.amount)}</td>
        <td className="num">
          <a href={href} tabIndex={-1} className="text-accent hover:underline">
            Подробнее
          </a>
        </td>
      </tr>
    );
  },
);
