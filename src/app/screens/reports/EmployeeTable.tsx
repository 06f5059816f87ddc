import type { Schemas } from "#api/client.ts";
import { BarSheet, ordersAndMoney } from "./BarSheet.tsx";

/** What an employee is called in a report. */
export const aliasOf = (alias: string | null): string => alias ?? "Система или неизвестно";

/** Orders and money by employee. */
export const EmployeeTable = ({
  title,
  rows,
  measure,
  money,
}: {
  title: string;
  rows: readonly Schemas["EmployeeFigures"][];
  measure: "count" | "amount";
  /** What the column of money is called. */
  money: string;
}) => (
  <BarSheet
    title={title}
    head="Сотрудник"
    rows={rows}
    keyOf={({ employeeId }) => employeeId ?? 0}
    name={({ employeeAlias }) => aliasOf(employeeAlias)}
    size={(row) => row[measure]}
    columns={ordersAndMoney(money)}
    empty="Таких заказов не было."
  />
);
