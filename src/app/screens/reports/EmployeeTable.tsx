import type { Schemas } from "#api/client.ts";
import { BarSheet, orderAndMoneyColumns } from "./BarSheet.tsx";

/** Returns the name of an employee in a report. Null means the system or an unknown user. */
export const employeeName = (alias: string | null): string => alias ?? "Система или неизвестно";

/** Table with the number of orders and an amount of money for each employee. The bars show `measure`. */
export const EmployeeTable = ({
  title,
  rows,
  measure,
  money,
}: {
  title: string;
  rows: readonly Schemas["EmployeeFigures"][];
  measure: "count" | "amount";
  /** Heading of the amount column. */
  money: string;
}) => (
  <BarSheet
    title={title}
    head="Сотрудник"
    rows={rows}
    keyOf={({ employeeId }) => employeeId ?? 0}
    name={({ employeeAlias }) => employeeName(employeeAlias)}
    size={(row) => row[measure]}
    columns={orderAndMoneyColumns(money)}
    empty="Таких заказов не было."
  />
);
