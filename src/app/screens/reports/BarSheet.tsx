import type { ComponentProps } from "react";
import { formatMoney } from "#domain/money.ts";
import { type BarColumn, BarTable } from "../../ui/charts/BarTable.tsx";

/** Returns the two table columns "number of orders" and "amount". */
export const orderAndMoneyColumns = (
  head: string,
): readonly BarColumn<{ readonly count: number; readonly amount: number }>[] => [
  { head: "Заказов", cell: ({ count }) => count },
  { head, cell: ({ amount }) => formatMoney(amount) },
];

/** Titled section with a table that has bars. */
export const BarSheet = <Row,>({
  title,
  ...table
}: { title: string } & Omit<ComponentProps<typeof BarTable<Row>>, "caption">) => (
  <section aria-label={title} className="sheet min-w-0">
    <h2 className="px-3 pt-2 font-semibold">{title}</h2>
    <BarTable caption={title} {...table} />
  </section>
);
