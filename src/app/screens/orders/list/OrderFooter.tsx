import { memo, Suspense, useMemo, useState } from "react";
import type { ActorRefFrom } from "xstate";
import { formatMoney } from "#domain/money.ts";
import type { orderListMachine } from "#machines/orders/list/orderList.machine.ts";
import { type OrderRow, sumOrders } from "#machines/orders/list/orderList.ts";
import { lazyComponent, lazyWithRetry } from "../../../routing/lazyComponent.ts";
import { useCountPerPage } from "../../../services/context.ts";
import { Button } from "../../../ui/Button.tsx";
import { Pager } from "../../../ui/Pager.tsx";

const OrderExport = lazyWithRetry("OrderExport", () => import("./OrderExport.tsx"));
const DisplaySettings = lazyComponent("DisplaySettings", () => import("../../../shared/DisplaySettings.tsx"));

/**
 * Footer of the order list: page size, pager, export, average and total. Cancelled orders are counted separately
 * (business, section 9).
 */
export const OrderFooter = memo(
  ({
    list,
    rows,
    page,
    module,
  }: {
    list: ActorRefFrom<typeof orderListMachine>;
    rows: readonly OrderRow[];
    page: number;
    /** Name under which the page size is saved. */
    module: string;
  }) => {
    const size = useCountPerPage(module);
    const [isSettingSize, setSettingSize] = useState(false);
    const { total, average, canceled } = useMemo(() => sumOrders(rows), [rows]);
    return (
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm text-muted">
        <Button kind="ghost" title="Настройки отображения" onClick={() => setSettingSize(true)}>
          По {size} на странице
        </Button>
        <Pager
          page={page}
          count={rows.length}
          size={size}
          onPage={(next) => list.send({ type: "query.change", patch: { page: next } })}
        />
        <Suspense>
          <OrderExport list={list} rows={rows} />
        </Suspense>
        <span className="flex-1" />
        {canceled > 0 && <span>Отменённых: {canceled}</span>}
        <span>
          Средний чек <b className="text-text">{formatMoney(average)}</b>
        </span>
        <span>
          Итого <b className="text-base text-text">{formatMoney(total)}</b>
        </span>
        <Suspense>
          {isSettingSize && <DisplaySettings module={module} onClose={() => setSettingSize(false)} />}
        </Suspense>
      </footer>
    );
  },
);
