import type { ReactNode } from "react";
import { formatQuantity } from "#domain/quantity.ts";
import type { StockRow } from "#machines/directory/descriptors/stock.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Link } from "../../ui/Link.tsx";

/**
 * Stock item of the dialog, and the list to show: `uses` (dishes and stock items that contain the item) or `orders`
 * (orders for which the item is reserved).
 */
export interface StockRowTopic {
  readonly row: StockRow;
  readonly about: "uses" | "orders";
}

interface Entry {
  readonly id: number;
  readonly href: string;
  readonly text: string;
  readonly note?: ReactNode;
}

const Entries = ({ title, entries }: { title: string; entries: readonly Entry[] }) =>
  entries.length > 0 && (
    <section aria-label={title} className="mb-3 last:mb-0">
      <h3 className="mb-1 text-sm text-muted">{title}</h3>
      <ul className="grid gap-1">
        {entries.map(({ id, href, text, note }) => (
          <li key={id} className="wrap-anywhere">
            <Link href={href} className="text-accent underline">
              {text}
            </Link>
            {note}
          </li>
        ))}
      </ul>
    </section>
  );

const Uses = ({ row, path }: { row: StockRow; path: string }) => (
  <>
    <Entries
      title="В составе позиций меню"
      entries={row.usedInItems.map(({ id, name }) => ({ id, text: name, href: `${path}/Item/${id}/Edit` }))}
    />
    <Entries
      title="В составе полуфабрикатов"
      entries={row.usedInStockItems.map(({ id, name }) => ({ id, text: name, href: `${path}/StockItem/${id}/Edit` }))}
    />
  </>
);

const Orders = ({ row, path }: { row: StockRow; path: string }) => (
  <Entries
    title={`Всего зарезервировано ${formatQuantity(row.reservedCount, row.unit)}`}
    entries={row.reservedOrders.map(({ orderId, internalOrderId, count }) => ({
      id: orderId,
      text: `Заказ № ${internalOrderId}`,
      href: `${path}/Order/${orderId}`,
      note: count !== undefined && ` — ${formatQuantity(count, row.unit)}`,
    }))}
  />
);

const bodies = {
  uses: { title: "Где используется", Body: Uses },
  orders: { title: "Заказы с резервом", Body: Orders },
};

/**
 * Dialog with the dishes and stock items that contain a stock item, or with the orders for which the item is reserved.
 */
export const StockRowDialog = ({
  topic: { row, about },
  path,
  onClose,
}: {
  topic: StockRowTopic;
  /** Path prefix of the company's screens. */
  path: string;
  onClose: () => void;
}) => {
  const { title, Body } = bodies[about];
  return (
    <Dialog
      title={`${title}: ${row.title}`}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          Закрыть
        </Button>
      }
    >
      <Body row={row} path={path} />
    </Dialog>
  );
};
