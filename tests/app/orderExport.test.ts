import { expect, test } from "vitest";
import { tableOfRows } from "#app/directory/tableOfRows.ts";
import { orderExportColumns } from "#app/screens/orders/list/orderExport.ts";
import type { HideableColumn, OrderListView, OrderRow } from "#machines/orders/list/orderList.ts";

const order: OrderRow = {
  id: 3517,
  internalId: 17,
  date: "2026-11-21T10:50:00Z",
  creationDate: "2026-11-21T10:05:00Z",
  promisedAt: "2026-11-21T11:05:00Z",
  tags: [2, 9, 1],
  statusId: 3,
  amount: 1840.5,
  isCanceled: false,
  isClosed: false,
  deliveryAddress: "ул. Садовая, 12",
  phone: "+79161234567",
  note: "Без лука",
  externalOrder: "WEB-5",
  customerName: "Мария",
  requiredAmount: 840.5,
  courierName: null,
};

const named = (id: number, name: string) => ({ id, name, color: null, order: id, isRemoved: false });
const flags = { isEditable: true, isClosed: false, isCancel: false, isAddStockOperation: false };
const status = { ...named(3, "Готовится"), ...flags, isRequireReason: false, isTechnical: false, customField: {} };

const exported = (view: OrderListView, rows: readonly OrderRow[], hidden: readonly HideableColumn[] = []) => {
  const columns = orderExportColumns({
    view,
    isShown: (column) => !hidden.includes(column),
    statuses: [status],
    tags: [named(1, "Самовывоз"), named(2, "Срочно")],
    timeZone: "Europe/Moscow",
    now: Date.parse("2026-11-21T10:50:00Z"),
  });
  const { head, rows: cells } = tableOfRows("Заказы", columns, rows);
  return cells.map((row) => Object.fromEntries(head.map((title, at) => [title, row[at]])));
};

test("exported order of the extended summary — has a separate column for each value", () => {
  expect(exported("medium", [order])).toEqual([
    {
      "№": 17,
      Id: 3517,
      "Ко времени": "21.11.2026 14:05",
      Прошло: "45 мин",
      Статус: "Готовится",
      Теги: "Срочно, Самовывоз",
      Клиент: "Мария",
      Телефон: "+7 916 123-45-67",
      Адрес: "ул. Садовая, 12",
      Комментарий: "Без лука",
      "Внешний заказ": "WEB-5",
      Курьер: null,
      Сумма: 1840.5,
      "Не оплачено": 840.5,
    },
  ]);
});

test("order export of the summary with a hidden courier column — has only the columns number, id, times, status, tags and amount", () => {
  const [row] = exported("summary", [order], ["courier"]);
  expect(Object.keys(row ?? {})).toEqual(["№", "Id", "Ко времени", "Прошло", "Статус", "Теги", "Сумма"]);
});

test("exported open orders — have only the columns that the user shows", () => {
  const [row] = exported("open", [order], ["elapsed", "tags", "customer", "address", "courier"]);
  expect(Object.keys(row ?? {})).toEqual(["№", "Id", "Ко времени", "Статус", "Сумма", "Не оплачено"]);
});

test("exported order — leaves out values that do not apply, and has 'самовывоз' or 'в зале' instead of a missing address", () => {
  const rows = exported("open", [
    { ...order, isClosed: true },
    { ...order, isCanceled: true, deliveryAddress: null },
    { ...order, deliveryAddress: null, isInHall: true },
  ]);
  expect(rows).toMatchObject([
    { Прошло: null, "Не оплачено": 840.5, Адрес: "ул. Садовая, 12" },
    { Прошло: null, "Не оплачено": null, Адрес: "самовывоз" },
    { Адрес: "в зале" },
  ]);
});
