import { formatMoney } from "#domain/money.ts";
import { createCalls } from "./calls.ts";
import { demoIdOf, demoMethodIds, demoStatusIds, statusNames } from "./configuration.ts";
import { type DemoOrder, orderDayOf } from "./orders.ts";
import type { Chance } from "./random.ts";

type Row = Record<string, unknown>;

/** Rows for all tables that hold data of demo orders. */
export interface OrderRows {
  readonly orders: Row[];
  readonly lines: Row[];
  readonly history: Row[];
  readonly payments: Row[];
  readonly days: Row[];
  readonly calls: Row[];
}

const MINUTE = 60_000;
const after = (moment: Date, minutes: number): string => new Date(moment.getTime() + minutes * MINUTE).toISOString();

const orderRow = (
  order: DemoOrder,
  { id, internalId, callId, reason }: { id: number; internalId: number; callId: number | null; reason: string | null },
): Row => ({
  id,
  company_id: order.company.id,
  day: orderDayOf(order),
  internal_id: internalId,
  version: 1,
  date: order.due.toISOString(),
  creation_date: order.created.toISOString(),
  status_id: demoIdOf(order.company.id, order.status),
  is_open: order.status !== demoStatusIds.delivered && order.status !== demoStatusIds.canceled,
  customer_id: order.customer.id,
  phone: order.customer.phone,
  note: order.note,
  external_note: id % 23 === 0 ? "Заказ с сайта: оплата при получении" : null,
  external_system: id % 23 === 0 ? { name: "Сайт", id: `S-${10_000 + id}`, orderUrl: null } : null,
  ...(order.isPickup
    ? Object.fromEntries(Object.keys(order.customer.address).map((name) => [name, null]))
    : order.customer.address),
  persons: 1 + (id % 4),
  is_in_hall: order.isInHall,
  delivery_change: id % 9 === 0 && !order.isInHall ? 5000 : null,
  tags: order.tags,
  discount_id: order.discount ? demoIdOf(order.company.id, order.discount.position) : null,
  discount_name: order.discount?.name ?? null,
  discount_amount: order.price.discountAmount,
  amount: order.price.amount,
  cost: order.cost,
  operator_id: order.operatorId,
  operator_phone_call_id: callId,
  status_reason: reason,
  status_employee_id: order.status === demoStatusIds.new ? null : order.operatorId,
});

const lineRows = (order: DemoOrder, orderId: number, nextId: () => number, nextModificatorId: () => number): Row[] =>
  order.lines.map((line, index) => ({
    id: nextId(),
    company_id: order.company.id,
    order_id: orderId,
    date: order.due.toISOString(),
    position: index + 1,
    item_id: line.itemId,
    category_id: line.categoryId,
    category_name: line.dish.categoryName,
    name: line.dish.name,
    price: line.price,
    count: line.count,
    amount: order.price.lines[index]?.amount ?? 0,
    discount_value: order.price.lines[index]?.discountValue ?? 0,
    discount_description: order.price.lines[index]?.discountDescription ?? "",
    cost: line.dish.cost,
    note: line.note,
    modificators: line.modificators.map((one, at) => ({
      id: nextModificatorId(),
      modificatorId: one.dish.id,
      name: one.dish.name,
      price: one.price,
      count: one.count,
      amount: order.price.lines[index]?.modificators[at]?.amount ?? 0,
      portion: 1,
      cost: one.dish.cost,
    })),
  }));

const REASONS = ["Клиент передумал", "Не дозвонились", "Долго ждать", "Ошибка в адресе"] as const;

const historyRows = (order: DemoOrder, orderId: number, reason: string | null): Row[] => {
  const entry = (minutes: number, typeElement: string, type: string, newName: string): Row => ({
    order_id: orderId,
    company_id: order.company.id,
    type_element: typeElement,
    type,
    date: after(order.created, minutes),
    employee_id: order.operatorId,
    new_name: newName,
  });
  const steps = reason ? [demoStatusIds.confirmed] : Array.from({ length: order.status - 1 }, (_, index) => index + 2);
  return [
    entry(0, "Order", "Add", `Заказ на ${formatMoney(order.price.amount)}`),
    ...steps.map((status, index) => entry(3 + index * 11, "Status", "Update", statusNames[status] ?? "")),
    ...(reason ? [entry(20, "Status", "Update", `Отменён: ${reason}`)] : []),
  ];
};

const paymentRow = (order: DemoOrder, orderId: number, method: number, amount: number, minutes: number): Row => ({
  company_id: order.company.id,
  order_id: orderId,
  payment_method_id: demoIdOf(order.company.id, method),
  amount,
  creation_date: after(order.created, minutes),
  completed_date: after(order.created, minutes),
  refunded_date: null,
  status: "completed",
  operator_id: order.operatorId,
});

/**
 * Creates the payments of an order. Delivered orders are paid, some cancelled orders are paid and refunded, and some
 * open orders are paid or have a pending cash payment.
 */
const paymentRows = (order: DemoOrder, orderId: number, chance: Chance): Row[] => {
  const { amount } = order.price;
  const method = chance.happens(0.45) ? demoMethodIds.cash : demoMethodIds.card;
  if (amount === 0) return [];
  if (order.status === demoStatusIds.canceled)
    return chance.happens(0.3)
      ? [
          {
            ...paymentRow(order, orderId, method, amount, 10),
            status: "rejected",
            refunded_date: after(order.created, 19),
          },
        ]
      : [];
  if (order.status === demoStatusIds.delivered) {
    const half = Math.floor(amount / 2);
    if (half > 0 && chance.happens(0.06))
      return [
        paymentRow(order, orderId, demoMethodIds.cash, half, 45),
        paymentRow(order, orderId, demoMethodIds.card, amount - half, 46),
      ];
    return [paymentRow(order, orderId, method, amount, 45)];
  }
  if (chance.happens(0.25)) return [paymentRow(order, orderId, demoMethodIds.card, amount, 2)];
  return chance.happens(0.2)
    ? [{ ...paymentRow(order, orderId, demoMethodIds.cash, amount, 5), completed_date: null, status: "pending" }]
    : [];
};

const counter = () => {
  let last = 0;
  return () => ++last;
};

/** Converts demo orders into table rows. The order numbers of each company start at 1 every day. */
export const createOrderRows = (orders: readonly DemoOrder[], chance: Chance): OrderRows => {
  const rows: OrderRows = { orders: [], lines: [], history: [], payments: [], days: [], calls: [] };
  const numbers = new Map<string, number>();
  const nextOrder = counter();
  const nextLine = counter();
  const nextModificator = counter();
  const nextCall = counter();
  for (const order of orders) {
    const id = nextOrder();
    const key = `${order.company.id} ${orderDayOf(order)}`;
    const internalId = (numbers.get(key) ?? 0) + 1;
    numbers.set(key, internalId);
    const reason = order.status === demoStatusIds.canceled ? chance.pick(REASONS) : null;
    const { calls, callId } = createCalls(order, id, nextCall);
    rows.calls.push(...calls);
    rows.orders.push(orderRow(order, { id, internalId, callId, reason }));
    rows.lines.push(...lineRows(order, id, nextLine, nextModificator));
    rows.history.push(...historyRows(order, id, reason));
    rows.payments.push(...paymentRows(order, id, chance));
  }
  rows.history.forEach((row, index) => {
    row["id"] = index + 1;
  });
  rows.payments.forEach((row, index) => {
    row["id"] = index + 1;
  });
  for (const [key, last] of numbers) {
    const [company = "", day] = key.split(" ");
    rows.days.push({ company_id: Number(company), day, last_internal_id: last });
  }
  return rows;
};
