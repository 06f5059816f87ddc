import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  Suspense,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
} from "react";
import { navigate } from "wouter/use-browser-location";
import type { ActorRefFrom } from "xstate";
import type { Schemas } from "#api/client.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import type { HideableColumn, OrderListView, OrderRow } from "#machines/orders/list/orderList.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { usePermissions, useReferences, useServices } from "../../../services/context.ts";
import { classNames } from "../../../ui/classNames.ts";
import { Link } from "../../../ui/Link.tsx";
import { MANY_ROWS } from "../../../ui/manyRows.ts";
import { SkeletonRows } from "../../../ui/SkeletonRows.tsx";
import { linkOfRow } from "./linkOfRow.ts";
import { OrderTableRow } from "./OrderTableRow.tsx";
import { orderHeadings } from "./orderColumns.ts";

const VirtualBody = lazyComponent("VirtualBody", () => import("../../../ui/VirtualBody.tsx"));

type List = ActorRefFrom<typeof orderListMachine>;

/** Moves the focus between rows with the up and down arrows. Space ticks the focused row. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
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

const idOf = (target: Element) => target.closest<HTMLElement>("tr[data-row]")?.dataset["row"];

/**
 * Returns the id of the order in the row on which the main mouse button is pressed. Returns undefined for another
 * button, and for a press on a checkbox.
 */
const pressed = ({ target, button }: MouseEvent) =>
  button === 0 && target instanceof Element && !target.closest("input, label") ? idOf(target) : undefined;

/** Focuses the row of the order that the user opened last, if no other element has the focus. */
const useFocusOnOpened = (list: List, count: number) =>
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row may appear only after a later response
  useEffect(() => {
    const { opened } = list.getSnapshot().context;
    if (document.activeElement?.matches("body, #main")) linkOfRow(opened)?.focus({ preventScroll: true });
  }, [list, count]);

/** Table of orders with the columns of the current view (business, section 2). */
export const OrderTable = memo(
  ({
    companyId,
    list,
    view,
    rows,
    ticked,
    now,
    timeZone,
    day,
    mayChangeStatus,
    hidden,
    isNarrow,
    shownId,
    isSkeleton,
    isFiltered,
  }: {
    companyId: number;
    list: List;
    view: OrderListView;
    rows: readonly OrderRow[];
    ticked: ReadonlySet<number>;
    now: number;
    timeZone: string;
    day: string | undefined;
    /** True if the user may change statuses. The status of an open order is then a button. */
    mayChangeStatus: boolean;
    hidden: readonly HideableColumn[];
    isNarrow: boolean;
    /** Id of the order that is shown beside the table. While an order is shown there, the table has fewer columns. */
    shownId: number | undefined;
    isSkeleton: boolean;
    isFiltered: boolean;
  }) => {
    const { prefetch } = useServices();
    const hasPermission = usePermissions(companyId);
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
    const layout = view === "summary" ? "short" : isNarrow ? "folded" : "wide";
    const isShownColumn = useCallback((column: HideableColumn) => !hidden.includes(column), [hidden]);
    const headings = orderHeadings(layout, isShownColumn);
    const isLong = rows.length > MANY_ROWS;
    const tick = useCallback(
      (ids: readonly number[], isTicked: boolean) => list.send({ type: "row.tick", ids, isTicked }),
      [list],
    );
    useFocusOnOpened(list, rows.length);
    const pathOf = (id: string) => `/Company/${companyId}/Order/${id}`;
    // A click on a link opens the order, and a click on a status opens the status menu. A click elsewhere in a row
    // shows the order beside the list, or opens it if there is no room. One listener on the table handles the clicks in
    // all rows.
    const press = (event: MouseEvent) => {
      const id = pressed(event);
      if (!id || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      if (event.target instanceof Element && event.target.closest("[data-status]"))
        return list.send({ type: "menu.show", id: Number(id) });
      if (!isNarrow && event.target instanceof Element && !event.target.closest("a"))
        return list.send({ type: "row.show", id: Number(id) });
      list.send({ type: "row.open", id: Number(id) });
      navigate(pathOf(id));
    };
    const near = (event: SyntheticEvent) => {
      const id = event.target instanceof Element && event.target.closest("a") && idOf(event.target);
      if (id) prefetch(pathOf(id));
    };
    // The prefetch begins when the mouse button goes down, to gain the time until the click is complete.
    const begin = (event: MouseEvent) => {
      const id = pressed(event);
      if (id) prefetch(pathOf(id));
    };
    const areAllTicked = rows.length > 0 && rows.every(({ id }) => ticked.has(id));
    const drawn = (row: OrderRow, place?: number, measure?: (row: Element | null) => void) => (
      <OrderTableRow
        key={row.id}
        ref={measure}
        place={place}
        row={row}
        view={view}
        companyId={companyId}
        status={statuses.get(row.statusId)}
        tags={tagsOf(row.tags)}
        mayChangeStatus={mayChangeStatus}
        isTicked={ticked.has(row.id)}
        isShown={row.id === shownId}
        layout={layout}
        isShownColumn={isShownColumn}
        now={now}
        timeZone={timeZone}
        day={day}
        onTick={tick}
      />
    );
    const drawnAt = (place: number, measure: (row: Element | null) => void) =>
      rows[place] && drawn(rows[place], place, measure);
    const columns = headings.length + 5;
    return (
      <table
        className={classNames("table orders max-[1500px]:[&_:is(td,th)]:px-1.5", shownId !== undefined && "beside")}
        onKeyDown={moveFocus}
        onPointerDown={begin}
        onClick={press}
        onPointerOver={near}
        onFocus={near}
      >
        <thead>
          <tr>
            <th scope="col">№</th>
            <th scope="col">
              <label className="flex size-6 items-center justify-center pointer-coarse:size-10">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  aria-label="Отметить все для печати"
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
            {headings.map(({ title, isHidden }) => (
              <th key={title} scope="col" className={isHidden ? "column-hidden" : undefined}>
                {title}
              </th>
            ))}
            <th scope="col" className="num">
              Сумма
            </th>
            <th scope="col">
              <span className="sr-only">Открыть</span>
            </th>
          </tr>
        </thead>
        {isSkeleton ? (
          <SkeletonRows columns={columns} />
        ) : isLong ? (
          <Suspense fallback={<tbody>{rows.slice(0, MANY_ROWS / 2).map((row) => drawn(row))}</tbody>}>
            <VirtualBody count={rows.length} columns={columns} draw={drawnAt} />
          </Suspense>
        ) : (
          <tbody>
            {rows.map((row) => drawn(row))}
            {rows.length === 0 && (
              <tr>
                <td colSpan={columns} className="py-8 text-center text-muted">
                  {isFiltered ? (
                    "По этим условиям заказов нет."
                  ) : (
                    <>
                      {view === "open" ? "Открытых заказов нет." : "Заказов нет."}{" "}
                      {hasPermission("order.create") && (
                        <Link href={`/Company/${companyId}/Order/New`} className="text-accent underline">
                          Принять заказ
                        </Link>
                      )}
                    </>
                  )}
                </td>
              </tr>
            )}
          </tbody>
        )}
      </table>
    );
  },
);
