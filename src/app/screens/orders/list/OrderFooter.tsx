import { memo, useMemo } from "react";
import { formatMoney } from "#domain/money.ts";
import { type OrderRow, sumOrders } from "#machines/orders/list/orderList.ts";
import { Button } from "../../../ui/Button.tsx";
import { Pager } from "../../../ui/Pager.tsx";

/**
 * Footer of the order list: page size, pager, average and total. Cancelled orders are counted separately (business,
 * section 9).
 */
export const OrderFooter = memo(
  ({
    rows,
    page,
    size,
    onPage,
    onSize,
  }: {
    rows: readonly OrderRow[];
    page: number;
    size: number;
    onPage: (page: number) => void;
    onSize: () => void;
  }) => {
    const { total, average, canceled } = useMemo(() => sumOrders(rows), [rows]);
    return (
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm text-muted">
        <Button kind="ghost" title="Настройки отображения" onClick={onSize}>
          По {size} на странице
        </Button>
        <Pager page={page} count={rows.length} size={size} onPage={onPage} />
        <span className="flex-1" />
        {canceled > 0 && <span>Отменённых: {canceled}</span>}
        <span>
          Средний чек <b className="text-text">{formatMoney(average)}</b>
        </span>
        <span>
          Итого <b className="text-base text-text">{formatMoney(total)}</b>
        </span>
      </footer>
    );
  },
);
