import { type KeyboardEvent, lazy, memo, Suspense, useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import type { ActorRefFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import { formatElapsed, formatTime } from "#domain/format.ts";
import { formatMoney } from "#domain/money.ts";
import { formatPhone } from "#domain/phone.ts";
import type { orderListMachine } from "#machines/orders/orderList.machine.ts";
import { lateBy, type OrderListView, type OrderRow } from "#machines/orders/orderList.ts";
import { useReferences } from "../../../context.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { classNames } from "../../../ui/classNames.ts";
import { Link } from "../../../ui/Link.tsx";

const VirtualRows = lazy(() => import("./VirtualRows.tsx").then((module) => ({ default: module.VirtualRows })));

/** Above this many rows only those in sight are drawn. */
const PLAIN_ROWS = 100;

type List = ActorRefFrom<typeof orderListMachine>;

const DueTime = ({ row, now, timeZone }: { row: OrderRow; now: number; timeZone: string }) => {
  const late = lateBy(row, now);
  const time = formatTime(row.date, timeZone);
  if (late === 0) return time;
  return (
    <span className="font-semibold text-negative">
      {time} · +{formatElapsed(late)}
    </span>
  );
};

/** One order; the whole row opens it, the checkbox takes it into the group print. */
const Row = memo(
  ({
    row,
    view,
    companyId,
    status,
    tags,
    isTicked,
    now,
    timeZone,
    onTick,
    onOpen,
  }: {
    row: OrderRow;
    view: OrderListView;
    companyId: number;
    status: Schemas["OrderStatus"] | undefined;
    tags: readonly Schemas["Tag"][];
    isTicked: boolean;
    now: number;
    timeZone: string;
    onTick: (ids: readonly number[], isTicked: boolean) => void;
    onOpen: (id: number) => void;
  }) => {
    const href = `/Company/${companyId}/Order/${row.id}`;
    const isPressable = (target: EventTarget) => target instanceof Element && target.closest("a, button, input, label");
    return (
      <tr
        data-row={row.id}
        className={classNames("cursor-pointer", row.isCanceled && "[&>td]:text-muted [&>td]:line-through")}
        onClick={(event) => !isPressable(event.target) && onOpen(row.id)}
      >
        <td className="font-semibold">
          <Link href={href} data-open title={`Заказ ${row.id}`} className="block py-2">
            {row.internalId}
          </Link>
        </td>
        <td>
          <label className="flex size-7 items-center justify-center pointer-coarse:size-10">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-label={`Печатать предчек заказа ${row.internalId}`}
              checked={isTicked}
              onChange={(event) => onTick([row.id], event.target.checked)}
            />
          </label>
        </td>
        <td className="whitespace-nowrap">
          <DueTime row={row} now={now} timeZone={timeZone} />
          {view !== "summary" && (
            <span className="block max-w-40 truncate text-xs text-muted min-[701px]:hidden">
              {row.deliveryAddress ?? "самовывоз"}
            </span>
          )}
        </td>
        <td className="whitespace-nowrap text-muted max-[700px]:hidden">
          {row.isClosed || row.isCanceled ? "—" : formatElapsed(now - Date.parse(row.creationDate ?? row.date))}
        </td>
        <td>
          <Badge colour={status?.color}>{status?.name ?? "…"}</Badge>
        </td>
        <td className={classNames("max-[1000px]:hidden", view !== "summary" && "w-[11%] max-w-0")}>
          <span className="flex gap-1 overflow-hidden" title={tags.map(({ name }) => name).join(", ")}>
            {tags.map(({ id, name, color }) => (
              <Badge key={id} colour={color}>
                {name}
              </Badge>
            ))}
          </span>
        </td>
        {view !== "summary" && (
          <>
            <td className="w-[36%] max-w-0 truncate max-[700px]:hidden" title={row.deliveryAddress ?? undefined}>
              {row.deliveryAddress ?? <span className="text-muted">самовывоз</span>}
            </td>
            <td className="whitespace-nowrap max-[1100px]:hidden">{formatPhone(row.phone ?? "")}</td>
            <td className="w-[16%] max-w-0 truncate text-muted max-[1000px]:hidden" title={row.note ?? undefined}>
              {row.note}
              {view === "medium" && row.externalOrder && <b> {row.externalOrder}</b>}
            </td>
          </>
        )}
        <td className="num font-semibold whitespace-nowrap">{formatMoney(row.amount)}</td>
        <td className="num">
          <Link href={href} tabIndex={-1} title="Подробнее" className="text-accent hover:underline max-[700px]:hidden">
            <span className="max-[1500px]:sr-only">Подробнее</span>
            <span aria-hidden className="px-1 text-lg min-[1501px]:hidden">
              ›
            </span>
          </Link>
        </td>
      </tr>
    );
  },
);

const Skeleton = ({ columns }: { columns: number }) => (
  <tbody aria-hidden className="animate-pulse">
    {["w-11/12", "w-10/12", "w-11/12", "w-9/12", "w-10/12", "w-8/12"].map((width, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines keep their places
      <tr key={line}>
        <td colSpan={columns}>
          <span className={classNames("block h-3 rounded bg-sunken", width)} />
        </td>
      </tr>
    ))}
  </tbody>
);

/** Arrows walk over the rows; Enter opens the one in focus, Space ticks it. */
const walk = (event: KeyboardEvent<HTMLElement>) => {
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" } as const;
  const row = event.target instanceof Element ? event.target.closest("tr[data-row]") : null;
  if (!row) return;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    row[step[event.key]]?.querySelector<HTMLElement>("[data-open]")?.focus();
  }
  if (event.key === " " && event.target instanceof HTMLAnchorElement) {
    event.preventDefault();
    row.querySelector<HTMLElement>("input")?.click();
  }
};

/** The table of orders; columns by the view (business, section 2). */
export const OrderTable = ({
  companyId,
  list,
  view,
  rows,
  ticked,
  now,
  timeZone,
  isSkeleton,
  isFiltered,
}: {
  companyId: number;
  list: List;
  view: OrderListView;
  rows: readonly OrderRow[];
  ticked: readonly number[];
  now: number;
  timeZone: string;
  isSkeleton: boolean;
  isFiltered: boolean;
}) => {
  const [, navigate] = useLocation();
  const references = useReferences(companyId);
  const statuses = useMemo(
    () => new Map(references.statuses.map((status) => [status.id, status])),
    [references.statuses],
  );
  const tagsOf = useMemo(() => {
    const known = new Map(references.tags.map((tag) => [tag.id, tag]));
    const made = new Map<string, Schemas["Tag"][]>();
    return (ids: readonly number[]) => {
      const key = ids.join();
      const tags = made.get(key) ?? ids.flatMap((id) => known.get(id) ?? []);
      made.set(key, tags);
      return tags;
    };
  }, [references.tags]);
  const tickedIds = useMemo(() => new Set(ticked), [ticked]);
  const tick = useCallback(
    (ids: readonly number[], isTicked: boolean) => list.send({ type: "row.tick", ids, isTicked }),
    [list],
  );
  const open = useCallback((id: number) => navigate(`/Company/${companyId}/Order/${id}`), [companyId, navigate]);
  const areAllTicked = rows.length > 0 && rows.every(({ id }) => tickedIds.has(id));
  const drawn = (row: OrderRow) => (
    <Row
      key={row.id}
      row={row}
      view={view}
      companyId={companyId}
      status={statuses.get(row.statusId)}
      tags={tagsOf(row.tags)}
      isTicked={tickedIds.has(row.id)}
      now={now}
      timeZone={timeZone}
      onTick={tick}
      onOpen={open}
    />
  );
  const columns = view === "summary" ? 8 : 11;
  return (
    <table className="table" onKeyDown={walk}>
      <thead>
        <tr>
          <th scope="col">№</th>
          <th scope="col">
            <label className="flex size-7 items-center justify-center">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                aria-label="Отметить все на странице для печати"
                checked={areAllTicked}
                onChange={(event) =>
                  tick(
                    rows.map(({ id }) => id),
                    event.target.checked,
                  )
                }
              />
            </label>
          </th>
          <th scope="col">Ко времени</th>
          <th scope="col" className="max-[700px]:hidden">
            Прошло
          </th>
          <th scope="col">Статус</th>
          <th scope="col" className="max-[1000px]:hidden">
            Метки
          </th>
          {view !== "summary" && (
            <>
              <th scope="col" className="max-[700px]:hidden">
                Адрес
              </th>
              <th scope="col" className="max-[1100px]:hidden">
                Телефон
              </th>
              <th scope="col" className="max-[1000px]:hidden">
                Комментарий
              </th>
            </>
          )}
          <th scope="col" className="num">
            Сумма
          </th>
          <th scope="col">
            <span className="sr-only">Открыть</span>
          </th>
        </tr>
      </thead>
      {isSkeleton ? (
        <Skeleton columns={columns} />
      ) : rows.length > PLAIN_ROWS ? (
        <Suspense fallback={<tbody>{rows.slice(0, PLAIN_ROWS / 2).map(drawn)}</tbody>}>
          <VirtualRows rows={rows} columns={columns} draw={drawn} />
        </Suspense>
      ) : (
        <tbody>
          {rows.map(drawn)}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns} className="py-8 text-center text-muted">
                {isFiltered ? (
                  "По этим условиям заказов нет."
                ) : (
                  <>
                    Заказов пока нет.{" "}
                    <Link href={`/Company/${companyId}/Order/New`} className="text-accent underline">
                      Принять первый
                    </Link>
                  </>
                )}
              </td>
            </tr>
          )}
        </tbody>
      )}
    </table>
  );
};
