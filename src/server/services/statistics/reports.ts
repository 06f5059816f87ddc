import type { Schemas } from "#api/client.ts";
import { sumMoney } from "#domain/money.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { callsIn } from "./calls.ts";
import { cancellationsBy, cancellationsByGroup, countOrders } from "./cancellations.ts";
import { discountsBy, discountsByEmployee, discountsByGroup } from "./discounts.ts";
import { together, totalOf } from "./grouping.ts";
import { groupedSpan } from "./groups.ts";
import { itemsSold } from "./itemsSold.ts";
import { paymentsMoved } from "./paymentsMoved.ts";

type Period = Schemas["ReportPeriod"];

const employeeOf = ({ employeeId, employeeAlias }: Schemas["EmployeeFigures"]) => ({ employeeId, employeeAlias });

/** Money that moved in a period. */
export const paymentReport = async (
  db: Db,
  company: CompanyScope,
  period: Period,
): Promise<Schemas["PaymentReport"]> => ({ ...period, ...(await paymentsMoved(db, groupedSpan(company, period))) });

/** Dishes of the orders of a period. */
export const itemReport = async (db: Db, company: CompanyScope, period: Period): Promise<Schemas["ItemReport"]> => ({
  ...period,
  ...(await itemsSold(db, groupedSpan(company, period))),
});

/** Discounts of the orders of a period. */
export const discountReport = async (
  db: Db,
  company: CompanyScope,
  period: Period,
): Promise<Schemas["DiscountReport"]> => {
  const span = groupedSpan(company, period);
  const [rows, employees, groups] = await Promise.all([
    discountsBy(db, span),
    discountsByEmployee(db, span),
    discountsByGroup(db, span),
  ]);
  const ordersAmount = sumMoney(rows.map((row) => row.ordersAmount));
  return { ...period, rows, employees, groups, total: { ...totalOf(rows), ordersAmount } };
};

/** Orders of a period that are cancelled. */
export const cancellationReport = async (
  db: Db,
  company: CompanyScope,
  period: Period,
): Promise<Schemas["CancellationReport"]> => {
  const span = groupedSpan(company, period);
  const [rows, groups, ordersCount] = await Promise.all([
    cancellationsBy(db, span),
    cancellationsByGroup(db, span),
    countOrders(db, span),
  ]);
  const reasons = together(
    rows,
    ({ reason }) => reason,
    ({ reason }) => ({ reason }),
  );
  const employees = together(rows, ({ employeeId }) => employeeId, employeeOf);
  return { ...period, rows, reasons, employees, groups, total: { ...totalOf(rows), ordersCount } };
};

/** Calls of a period and what came of them. */
export const callReport = async (db: Db, company: CompanyScope, period: Period): Promise<Schemas["CallReport"]> => {
  const { rows, groups } = await callsIn(db, groupedSpan(company, period));
  const total = {
    ...totalOf(rows),
    answeredCount: sumMoney(rows.map(({ answeredCount }) => answeredCount)),
    orderCount: sumMoney(rows.map(({ orderCount }) => orderCount)),
  };
  return { ...period, rows, groups, total };
};
