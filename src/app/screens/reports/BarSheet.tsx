import type { ComponentProps } from "react";
import { formatMoney } from "#domain/money.ts";
import { type BarColumn, BarTable } from "../../ui/charts/BarTable.tsx";

/** Returns two table columns: the number of orders and the amount. */
export const orderAndMoneyColumns = (
  head: string,
): readonly BarColumn<{ readonly count: number; readonly amount: number }>[] => [
  { head: "Заказов", cell: ({ count }) => count },
  { head, cell: ({ amount }) => formatMoney(amount) },
];

/** Section of a report with a title and a table that contains bars. */
export const BarSheet = <Row,>({
  title,
  ...table
}: { title: string } & Omit<ComponentProps<typeof BarTable<Row>>, "caption">) => (
  <section aria-label={title} className="sheet min-w-0">
    <h2 className="px-3 pt-2 font-semibold">{title}</h2>
    <BarTable caption={title} {...table} />
  </section>
);
