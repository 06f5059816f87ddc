import { formatAmount, formatMoney } from "#domain/money.ts";
import { orderedCount, orderSum, type SupplierOrder, type TypedCounts } from "#machines/stock/toOrder.ts";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { PrintedTable } from "../stockDocuments/PrintedTable.tsx";
import { purchaseText, supplierTitle } from "./toOrderTexts.ts";

/** Button that prints a list on A4. The list contains the stock items with a quantity to order, grouped by supplier. */
export const PrintToOrder = ({
  orders,
  typed,
  company,
}: {
  orders: readonly SupplierOrder[];
  typed: TypedCounts;
  company: string;
}) => (
  <PrintButton paper="a4">
    <h1 className="mb-3 text-base font-bold">Что заказать: {company}</h1>
    {orders.map((order) => (
      <section key={order.supplierId ?? 0} className="mb-4 break-inside-avoid">
        <h2 className="mb-1 font-bold">{supplierTitle(order)}</h2>
        <PrintedTable
          rows={order.rows
            .filter((row) => orderedCount(row, typed) > 0)
            .map((row) => ({ ...row, stockItemId: row.id }))}
          titleOf={({ title }) => title}
          columns={[
            { head: "Заказать", cell: (row) => purchaseText(row, orderedCount(row, typed)) },
            { head: "Цена", cell: ({ price }) => (price === null ? "" : formatAmount(price)) },
            { head: "Сумма", cell: (row) => formatAmount(orderSum([row], typed)) },
          ]}
        />
        <p className="mt-1 text-right">Итого {formatMoney(orderSum(order.rows, typed))}</p>
      </section>
    ))}
  </PrintButton>
);
