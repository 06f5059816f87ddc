import type { Schemas } from "#api/client.ts";
import { sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { readCallFigures } from "./calls.ts";
import { countOrders, readCancellations, readCancellationsByGroup } from "./cancellations.ts";
import { readDiscounts, readDiscountsByEmployee, readDiscountsByGroup } from "./discounts.ts";
import { mergeRows, sumFigures } from "./grouping.ts";
import { groupedSpan } from "./groups.ts";
import { readItemsSold } from "./itemsSold.ts";
import { readPaymentsMoved } from "./paymentsMoved.ts";

type Period = Schemas["ReportPeriod"];

const employeeOf = ({ employeeId, employeeAlias }: Schemas["EmployeeFigures"]) => ({ employeeId, employeeAlias });

/** Returns the report on the money received and refunded in a period. */
export const readPaymentReport = async (
  db: Db,
  company: CompanyScope,
  period: Period,
): Promise<Schemas["PaymentReport"]> => ({ ...period, ...(await readPaymentsMoved(db, groupedSpan(company, period))) });

/** Returns the report on the dishes sold in a period. */
export const readItemReport = async (
  db: Db,
  company: CompanyScope,
  period: Period,
): Promise<Schemas["ItemReport"]> => ({
  ...period,
  ...(await readItemsSold(db, groupedSpan(company, period))),
});

/** Returns the report on the discounts given in a period. */
export const readDiscountReport = async (
  db: Db,
  company: CompanyScope,
  period: Period,
): Promise<Schemas["DiscountReport"]> => {
  const span = groupedSpan(company, period);
  const [rows, employees, groups] = await Promise.all([
    readDiscounts(db, span),
    readDiscountsByEmployee(db, span),
    readDiscountsByGroup(db, span),
  ]);
  const ordersAmount = sumMoney(rows.map((row) => row.ordersAmount));
  return { ...period, rows, employees, groups, total: { ...sumFigures(rows), ordersAmount } };
};

/** Returns the report on the cancelled orders of a period. */
export const readCancellationReport = async (
  db: Db,
  company: CompanyScope,
  period: Period,
): Promise<Schemas["CancellationReport"]> => {
  const span = groupedSpan(company, period);
  const [rows, groups, ordersCount] = await Promise.all([
    readCancellations(db, span),
    readCancellationsByGroup(db, span),
    countOrders(db, span),
  ]);
  const reasons = mergeRows(
    rows,
    ({ reason }) => reason,
    ({ reason }) => ({ reason }),
  );
  const employees = mergeRows(rows, ({ employeeId }) => employeeId, employeeOf);
  return { ...period, rows, reasons, employees, groups, total: { ...sumFigures(rows), ordersCount } };
};

/** Returns the report on the calls of a period and on the resulting orders. */
export const readCallReport = async (db: Db, company: CompanyScope, period: Period): Promise<Schemas["CallReport"]> => {
  const { rows, groups } = await readCallFigures(db, groupedSpan(company, period));
  const total = {
    ...sumFigures(rows),
    answeredCount: sumMoney(rows.map(({ answeredCount }) => answeredCount)),
    orderCount: sumMoney(rows.map(({ orderCount }) => orderCount)),
  };
  return { ...period, rows, groups, total };
};
