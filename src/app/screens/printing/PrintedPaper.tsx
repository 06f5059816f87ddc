import { KitchenTicket } from "./KitchenTicket.tsx";
import { PreBill } from "./PreBill.tsx";
import { Head, type Printable, Sheet } from "./paperParts.tsx";

/** List of the stock items that an order uses. */
const UsedStockItems = (printable: Printable) => {
  const { order, stockItems, paper } = printable;
  return (
    <Sheet label={`Позиции склада заказа ${order.internalId}`} paper={paper}>
      <Head title="Позиции склада, заказ" of={printable} />
      <ul>
        {stockItems.map(({ stockItemId, title, unit, count }) => (
          <li key={stockItemId} className="flex justify-between gap-2">
            <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
            <span className="whitespace-nowrap">
              {count.toLocaleString("ru-RU")} {unit}
            </span>
          </li>
        ))}
      </ul>
      {stockItems.length === 0 && <p>Заказ ничего не берёт со склада.</p>}
    </Sheet>
  );
};

const papers = { preBill: PreBill, kitchen: KitchenTicket, usedStockItems: UsedStockItems };

/** Sheet with one printed document of an order. */
export const PrintedPaper = (printable: Printable) => {
  const Paper = papers[printable.document];
  return <Paper {...printable} />;
};
