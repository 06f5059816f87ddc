import type { Schemas } from "#api/client.ts";
import { roundMoney } from "#domain/money.ts";
import type { Table, TableFormat } from "#domain/table.ts";
import type { Db } from "../../database/connection.ts";
import type { CompanyScope } from "../session/caller.ts";
import { type WrittenTable, writeTable } from "../tables/writeTable.ts";
import { groupedSpan } from "./groups.ts";
import { type OrderSums, readOrdersByGroup, sumOrderGroups } from "./orderGroups.ts";
import { readPaymentsMoved } from "./paymentsMoved.ts";

type Movement = Schemas["Movement"];

const HEAD = [
  "Начало",
  "Конец",
  "Заказов",
  "Отменено",
  "Сумма заказов, р.",
  "Средний чек, р.",
  "Скидки, р.",
  "Себестоимость, р.",
  "Принято, р.",
  "Возвращено, р.",
  "Доход, р.",
];

const columnsOf = ({ count, canceledCount, amount, discountAmount, cost }: OrderSums, moved: Movement) => [
  count,
  canceledCount,
  amount,
  count === 0 ? 0 : roundMoney(amount / count),
  discountAmount,
  cost,
  moved.received,
  moved.refunded,
  moved.amount,
];

const tableOf = async (db: Db, company: CompanyScope, period: Schemas["ReportPeriod"]): Promise<Table> => {
  const span = groupedSpan(company, period);
  const [orders, moved] = await Promise.all([readOrdersByGroup(db, span), readPaymentsMoved(db, span)]);
  const amounts = new Map(moved.rows.map((row) => [`${row.date} ${row.paymentMethodId}`, row.amount]));
  const lines = orders.map((group, index) => [
    new Date(group.date),
    new Date(group.endDate),
    ...columnsOf(group, moved.groups[index] ?? moved.total),
    ...moved.methods.map(({ paymentMethodId }) => amounts.get(`${group.date} ${paymentMethodId}`) ?? 0),
  ]);
  const total = [
    "Итого",
    null,
    ...columnsOf(sumOrderGroups(orders), moved.total),
    ...moved.methods.map((one) => one.amount),
  ];
  return {
    name: "Общий отчёт",
    head: [...HEAD, ...moved.methods.map(({ paymentMethodName }) => `${paymentMethodName}, р.`)],
    rows: [...lines, total],
  };
};

/** Creates a file with the general report of a period. */
export const createGeneralReport = async (
  db: Db,
  company: CompanyScope,
  period: Schemas["ReportPeriod"],
  format: TableFormat,
): Promise<WrittenTable> => writeTable(await tableOf(db, company, period), format);
