import { memo } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDate, formatElapsed, formatTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import { pickupText } from "#domain/pickup.ts";
import { expectedAt, overdueMs } from "#machines/orders/list/orderAttention.ts";
import type { HideableColumn, OrderListView, OrderRow } from "#machines/orders/list/orderList.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { classNames } from "../../../ui/classNames.ts";
import type { OrderLayout } from "./orderColumns.ts";

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

const elapsedOf = (row: OrderRow, now: number): string => formatElapsed(now - Date.parse(row.creationDate ?? row.date));

const TagBadges = ({ tags }: { tags: readonly Schemas["Tag"][] }) => (
  <span className="flex flex-wrap gap-1">
    {tags.map(({ id, name, color }) => (
      <Badge key={id} colour={color}>
        {name}
      </Badge>
    ))}
  </span>
);

/** Coloured dots of the tags. The tooltip and the text for screen readers contain the names of the tags. */
const TagDots = ({ tags }: { tags: readonly Schemas["Tag"][] }) => (
  <span className="flex flex-wrap gap-1 py-1">
    {tags.map(({ id, name, color }) => (
      <span key={id} className="badge dot" data-colour={color ?? undefined} title={name}>
        <span className="sr-only">{name}</span>
      </span>
    ))}
  </span>
);

/**
 * Payment state of an order: "оплачен", "не оплачен", or the unpaid amount. Nothing is shown for a cancelled or free
 * order, or if the server does not send `requiredAmount`.
 */
const PaidState = ({ amount, requiredAmount, isCanceled }: OrderRow) => {
  if (requiredAmount === undefined || isCanceled || amount === 0) return null;
  if (requiredAmount === 0) return <span className="second text-positive">оплачен</span>;
  return (
    <span className="second text-warning">
      {requiredAmount < amount ? `ещё ${formatMoney(requiredAmount)}` : "не оплачен"}
    </span>
  );
};

/**
 * Table row of an order, with clicks handled by the table. The checkbox selects the order for printing and bulk
 * changes.
 */
export const OrderTableRow = memo(
  ({
    row,
    view,
    layout,
    isShownColumn,
    companyId,
    status,
    tags,
    mayChangeStatus,
    isTicked,
    isShown,
    now,
    timeZone,
    day,
    onTick,
    place,
    ref,
  }: {
    view: OrderListView;
    layout: OrderLayout;
    isShownColumn: (column: HideableColumn) => boolean;
    companyId: number;
    status: Schemas["OrderStatus"] | undefined;
    tags: readonly Schemas["Tag"][];
    /** True if the user may change statuses. The status of an open order is then a button. */
    mayChangeStatus: boolean;
    isTicked: boolean;
    /** True if the order is shown beside the table. */
    isShown: boolean;
    onTick: (ids: readonly number[], isTicked: boolean) => void;
    place: number | undefined;
    ref: ((row: Element | null) => void) | undefined;
  } & DueTimeProps) => {
    const href = `/Company/${companyId}/Order/${row.id}`;
    const externalOrder = view === "medium" ? row.externalOrder : null;
    const address = row.deliveryAddress ?? <span className="text-muted">{pickupText(row.isInHall)}</span>;
    const isOpen = !row.isClosed && !row.isCanceled;
    const hasCustomer = isShownColumn("customer");
    const hasAddress = isShownColumn("address");
    const hasCourier = isShownColumn("courier");
    const hasTags = isShownColumn("tags") && tags.length > 0;
    const elapsed = isShownColumn("elapsed") && (isOpen ? elapsedOf(row, now) : "—");
    const courier = hasCourier && (row.courierName ?? (isOpen && row.deliveryAddress !== null && "без курьера"));
    const noteTitle = row.note ?? undefined;
    const badge = <Badge colour={status?.color}>{status?.name ?? "…"}</Badge>;
    const due = <DueTime row={row} now={now} timeZone={timeZone} day={day} />;
    return (
      <tr
        ref={ref}
        data-row={row.id}
        data-index={place}
        aria-current={isShown || undefined}
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
            className="-mx-1.5 block px-1.5 py-0.5 min-[561px]:py-2 focus-visible:-outline-offset-2"
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
        {layout === "wide" ? (
          <td>
            {due}
            <span className="second">{isOpen && elapsed && `прошло ${elapsed}`}</span>
          </td>
        ) : (
          <>
            <td>{due}</td>
            <td className={elapsed ? "text-muted" : "column-hidden"}>{elapsed}</td>
          </>
        )}
        <td>
          {isOpen && mayChangeStatus ? (
            <button type="button" data-status className="max-w-full" aria-haspopup="dialog" tabIndex={-1}>
              {badge}
            </button>
          ) : (
            badge
          )}
          {layout === "wide" && hasTags && <TagDots tags={tags} />}
        </td>
        {layout === "short" && (
          <td className={isShownColumn("tags") ? undefined : "column-hidden"}>
            {hasTags && <TagBadges tags={tags} />}
          </td>
        )}
        {layout === "wide" && (
          <>
            {hasCustomer && (
              <td className="w-[17%] max-w-0">
                <span className="block truncate" title={row.customerName ?? undefined}>
                  {row.customerName}
                </span>
                <span className="whitespace-nowrap text-muted">{formatPhone(row.phone)}</span>
              </td>
            )}
            {hasAddress && (
              <td className="w-[45%] max-w-0">
                <span className="block truncate" title={row.deliveryAddress ?? undefined}>
                  {address}
                </span>
                <span className="second truncate" title={noteTitle}>
                  {externalOrder && <b>{externalOrder} </b>}
                  {row.note}
                </span>
              </td>
            )}
            {hasCourier && (
              <td className="w-[12%] max-w-0">
                <span className={classNames("line-clamp-2", !row.courierName && "text-muted")}>{courier}</span>
              </td>
            )}
          </>
        )}
        {layout === "folded" && (
          <td className="w-full wrap-anywhere">
            {hasAddress && address}
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
              {hasCustomer && row.customerName && <span>{row.customerName}</span>}
              {hasCustomer && <span className="whitespace-nowrap">{formatPhone(row.phone)}</span>}
              {hasTags && <TagBadges tags={tags} />}
              {courier && <span>{courier}</span>}
              {externalOrder && <b className="block">{externalOrder}</b>}
              {hasAddress && (
                <span className="line-clamp-2" title={noteTitle}>
                  {row.note}
                </span>
              )}
            </span>
          </td>
        )}
        <td className="num font-semibold whitespace-nowrap">
          {formatMoney(row.amount)}
          <PaidState {...row} />
        </td>
        <td className="num">
          <a href={href} tabIndex={-1} className="text-accent hover:underline">
            Подробнее
          </a>
        </td>
      </tr>
    );
  },
);
