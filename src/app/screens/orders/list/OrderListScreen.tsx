import { useSelector } from "@xstate/react";
import { Suspense, useDeferredValue, useEffect, useMemo } from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import type { ActorRefFrom } from "xstate";
import { formatNumber } from "#domain/figures.ts";
import { counted, formatDate, formatDay, formatTime } from "#domain/format.ts";
import { clampPage, pageCount } from "#domain/paging.ts";
import type { Attention } from "#machines/orders/list/orderAttention.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import {
  filterOrders,
  type OrderListQuery,
  type OrderListView,
  readQuery,
  writeQuery,
} from "#machines/orders/list/orderList.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { lazyComponent, lazyWithRetry } from "../../../routing/lazyComponent.ts";
import {
  useCompany,
  useCountPerPage,
  useIsModuleOn,
  usePermissions,
  useServices,
  useTimeZone,
} from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useNow } from "../../../shared/useNow.ts";
import { useTitle } from "../../../shared/useTitle.ts";
import { markFirstDataShown, useFirstDataShown } from "../../../startup/firstData.ts";
import { BusySheet } from "../../../ui/BusySheet.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { MANY_ROWS } from "../../../ui/manyRows.ts";
import { useMedia } from "../../../ui/useMedia.ts";
import { AttentionChips } from "./AttentionChips.tsx";
import { linkOfRow } from "./linkOfRow.ts";
import { OrderFilters } from "./OrderFilters.tsx";
import { OrderTable } from "./OrderTable.tsx";

const OrderFooter = lazyWithRetry("OrderFooter", () => import("./OrderFooter.tsx"));
const OrderBeside = lazyComponent("OrderBeside", () => import("../detail/OrderDetail.tsx"));
const OrderStatusMenu = lazyComponent("OrderStatusMenu", () => import("../detail/OrderDetail.tsx"));
const OrderSelection = lazyComponent("OrderSelection", () => import("../bulk/OrderSelection.tsx"));

/** Names under which the page sizes of the views are saved (business, section 9). */
const modules: Record<OrderListView, string> = {
  open: "dashBoardOpenOrders",
  summary: "dashBoard",
  medium: "dashBoardMediumSummury",
};

type List = ActorRefFrom<typeof orderListMachine>;

/** Keeps the machine's filters and the URL in sync. */
const useQueryString = (list: List) => {
  const search = useSearch();
  useEffect(() => {
    list.send({ type: "screen.enter", query: readQuery(location.search) });
    return () => list.send({ type: "screen.leave" });
  }, [list]);
  useEffect(() => {
    const { query } = list.getSnapshot().context;
    const wanted = readQuery(search);
    if (writeQuery(query) !== writeQuery(wanted)) list.send({ type: "query.change", patch: wanted });
  }, [list, search]);
  useEmitted(list, {
    "query.changed": ({ query, isStep }) => {
      const text = writeQuery(query);
      if (text !== location.search.slice(1)) navigate(location.pathname + (text && `?${text}`), { replace: !isStep });
    },
  });
};

const titleOf = (view: OrderListView, name: string, from: string | undefined, to: string | undefined): string => {
  const days = from && to && from !== to ? `с ${formatDay(from)} по ${formatDay(to)}` : from && `на ${formatDay(from)}`;
  if (view === "open") return `Открытые заказы ${days ?? "на сегодня"}`;
  const title = view === "medium" ? "Расширенная сводка по компании" : "Сводка по компании";
  return `${title} ${name}${days ? ` ${days}` : ""}`;
};

/** Returns the day of the list as "21.11.2026". Returns undefined if the list covers several days. */
const dayOf = ({ startDate, endDate }: OrderListQuery, today: string): string | undefined => {
  if (startDate !== endDate) return undefined;
  return startDate ? formatDay(startDate) : today;
};

/** Screen of the order list with its views: open orders, summary and extended summary (business, section 2). */
export const OrderListScreen = ({ companyId, view }: { companyId: number; view: OrderListView }) => {
  const list = useServices().orderList(companyId, view);
  useQueryString(list);
  const state = useSelector(list, (snapshot) => snapshot);
  const { query, rows, ticked, shown: shownId, menuOf, at, failure } = state.context;
  const error = failureText(failure);
  const isBusy = useSelector(state.children.orders, (orders) => orders?.hasTag("busy") ?? false);
  const company = useCompany(companyId);
  const timeZone = useTimeZone(companyId);
  // Below 1280 px there is no room for the side panel. In all views except the summary, the address, customer, tags,
  // courier and comment then share one column.
  const isNarrow = useMedia("(max-width: 1279px)");
  const isPanelShown = !isNarrow && shownId !== undefined;
  const size = useCountPerPage(modules[view]);
  const now = useNow(15_000);
  // Rows are filtered in a deferred render, so that typing and clicks on chips get an immediate response.
  const wanted = useDeferredValue(query);
  const left = useMemo(() => filterOrders(rows, wanted, now), [rows, wanted, now]);
  // Only a page with many rows is slow to render. The page number is therefore deferred only for large pages.
  const page = clampPage((size > MANY_ROWS ? wanted : query).page, pageCount(left.length, size));
  const shown = useMemo(() => left.slice((page - 1) * size, page * size), [left, page, size]);
  const isFiltered = left.length < rows.length;
  const hasCouriers = useIsModuleOn(companyId, "delivery") && rows.some(({ courierName }) => courierName !== undefined);
  const mayChangeStatus = usePermissions(companyId)("order.changeStatus");
  // The courier column is also hidden if the delivery module is off, if the server sends no couriers, or if the side
  // panel leaves no room for it.
  const hidden = useMemo(
    () => (hasCouriers && !isPanelShown ? query.hidden : [...query.hidden, "courier" as const]),
    [query.hidden, hasCouriers, isPanelShown],
  );
  const tickedIds = useMemo(() => new Set(ticked), [ticked]);
  const isSkeleton = state.hasTag("skeleton");
  const isFirstDataShown = useFirstDataShown();
  useEffect(() => {
    if (at !== undefined) markFirstDataShown();
  }, [at]);
  const title = titleOf(view, company?.name ?? "", query.startDate, query.endDate);
  useTitle(title);
  const choose = (attention: Attention | undefined) => list.send({ type: "query.change", patch: { attention } });
  const closePanel = () => {
    list.send({ type: "row.show", id: undefined });
    linkOfRow(shownId)?.focus();
  };
  const closeMenu = () => {
    list.send({ type: "menu.show", id: undefined });
    linkOfRow(menuOf)?.focus();
  };
  const sendOfFocused = (type: "row.show" | "menu.show") => {
    const row = document.activeElement?.closest<HTMLElement>("tr[data-row]");
    if (row) list.send({ type, id: Number(row.dataset["row"]) });
  };
  const refresh = () => list.send({ type: "list.refresh" });
  useCommands([
    ...(isNarrow ? [] : [{ title: "Показать заказ сбоку", keys: "o", run: () => sendOfFocused("row.show") }]),
    ...(mayChangeStatus ? [{ title: "Сменить статус заказа", keys: "s", run: () => sendOfFocused("menu.show") }] : []),
    { title: "Обновить список", keys: "r", run: refresh },
    { title: "Поиск в списке", keys: "/", run: () => document.getElementById("order-search")?.focus() },
  ]);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        <p className="text-sm text-muted">
          {at !== undefined && (
            <>
              {isFiltered && `${formatNumber(left.length)} из `}
              {counted(rows.length, isFiltered ? ["заказа", "заказов", "заказов"] : ["заказ", "заказа", "заказов"])}
              {" · "}
              <span className="whitespace-nowrap">данные на {formatTime(new Date(at), timeZone)}</span>
            </>
          )}
        </p>
        {view === "open" && (
          <AttentionChips rows={rows} chosen={query.attention} hasCouriers={hasCouriers} now={now} onChoose={choose} />
        )}
        <Button className="ml-auto max-[1500px]:[&_kbd]:hidden" onClick={refresh} keys="R">
          Обновить
        </Button>
      </header>
      {error && (
        <div className="mb-3">
          <ErrorBox message={error}>
            <Button onClick={refresh}>Повторить</Button>
          </ErrorBox>
        </div>
      )}
      <OrderFilters companyId={companyId} list={list} view={view} rows={rows} query={query} isSkeleton={isSkeleton} />
      {/* If the list could not be read, the table is left out, because it would show the message "no orders". */}
      {!state.hasTag("failed") && (
        <div className={isPanelShown ? "grid grid-cols-[minmax(0,1fr)_420px] items-start gap-4" : undefined}>
          <BusySheet isBusy={isBusy} isSkeleton={isSkeleton}>
            <OrderTable
              companyId={companyId}
              list={list}
              view={view}
              rows={shown}
              ticked={tickedIds}
              now={now}
              timeZone={timeZone}
              day={dayOf(query, formatDate(new Date(now), timeZone))}
              mayChangeStatus={mayChangeStatus}
              hidden={hidden}
              isNarrow={isNarrow}
              shownId={isPanelShown ? shownId : undefined}
              isSkeleton={isSkeleton}
              isFiltered={isFiltered}
            />
            {isFirstDataShown && (
              <Suspense fallback={<div className="h-12" />}>
                <OrderFooter list={list} rows={left} page={page} module={modules[view]} />
              </Suspense>
            )}
          </BusySheet>
          {isPanelShown && (
            <Suspense>
              <OrderBeside key={shownId} companyId={companyId} orderId={shownId} onClose={closePanel} />
            </Suspense>
          )}
        </div>
      )}
      <Suspense>{isFirstDataShown && <OrderSelection companyId={companyId} list={list} left={left} />}</Suspense>
      <Suspense>
        {menuOf !== undefined && (
          <OrderStatusMenu key={menuOf} companyId={companyId} orderId={menuOf} onClose={closeMenu} />
        )}
      </Suspense>
    </>
  );
};
