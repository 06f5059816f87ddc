import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { giveRole } from "../support/server/giveRole.ts";
import { dishOf, givenOrder, lineOf, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await giveRole(world, 7, ["order.view", "order.changeStatus", "payment.accept"]);
});
afterAll(() => world.stop());

const move = (
  order: { id: number },
  orderStatusId: number,
  more: { as?: string; reason?: string; seen?: number } = {},
) =>
  world.ask("changeOrderStatus", {
    as: more.as ?? "operator",
    path: pathOf(order),
    body: { orderStatusId, ...(more.reason !== undefined && { orderStatusReason: more.reason }) },
    ...(more.seen !== undefined && { seen: more.seen }),
  });

const pay = (order: { id: number }, amount: number, as = "cashier") =>
  world.ask("acceptPayment", {
    as,
    path: pathOf(order),
    body: { payment: [{ paymentMethodId: methodIds.cash, amount }] },
  });

const stockOf = async (order: { id: number }) =>
  (
    await sql<{ title: string; count: number; isReserved: boolean; isProcessed: boolean }>`
      select t.title, s.count, s.is_reserved as "isReserved", s.is_processed as "isProcessed"
      from stock_operation s join stock_item t on t.id = s.stock_item_id where order_id = ${order.id} order by t.title`.execute(
      world.db,
    )
  ).rows;

describe("status of an order", () => {
  test("a changed status is saved and recorded in the history, and the operator of the order is notified", async () => {
    const order = await givenOrder(world);
    const { json } = await move(order, statusIds.confirmed, { as: "manager", seen: 1 });
    expect(json).toMatchObject({ statusId: statusIds.confirmed, version: 2 });
    const { json: history } = await world.ask("listOrderHistory", { as: "owner", path: pathOf(order) });
    expect(history[0]).toMatchObject({
      typeElement: "Status",
      type: "Update",
      employeeAlias: "Павел Громов",
      newName: "Подтверждён",
    });
    const { json: notifications } = await world.ask("listNotifications", { as: "operator" });
    expect(notifications[0]).toMatchObject({ code: "order", data: { orderId: order.id, companyId: 1 }, isRead: false });
  });

  test("a change to a technical, removed or unknown status, or to a status of another company, is refused", async () => {
    const order = await givenOrder(world);
    for (const status of [statusIds.awaiting, statusIds.removed, 21, 999]) {
      const { status: code, problem } = await move(order, status);
      expect([status, code, Object.keys(problem.errors ?? {})]).toEqual([status, 400, ["orderStatusId"]]);
    }
  });

  test("the required reason of a status must have 1 to 500 characters", async () => {
    const order = await givenOrder(world);
    expect((await move(order, statusIds.canceled)).problem.errors).toHaveProperty("orderStatusReason");
    expect((await move(order, statusIds.canceled, { reason: "   " })).status).toBe(400);
    expect((await move(order, statusIds.canceled, { reason: "я".repeat(501) })).status).toBe(400);
    expect((await move(order, statusIds.canceled, { reason: "Клиент передумал" })).json).toMatchObject({
      isCanceled: true,
      isClosed: true,
    });
  });

  test("a status change of an outdated order returns 412 with the current order", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.confirmed);
    const { status, problem } = await move(order, statusIds.cooking, { seen: 1 });
    expect([status, problem.order?.version]).toEqual([412, 2]);
  });

  test("the status of a closed order cannot be changed", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.canceled, { reason: "нет" });
    expect((await move(order, statusIds.new)).problem.message).toBe("Заказ закрыт, статус изменить нельзя.");
  });

  test("choosing the current status of an order has no effect", async () => {
    const order = await givenOrder(world);
    expect((await move(order, statusIds.new)).json.version).toBe(1);
  });
});

describe("payments and the status of their order", () => {
  test("an order with payments cannot be cancelled before the payments are refunded", async () => {
    const order = await givenOrder(world);
    await pay(order, 500);
    const { status, problem } = await move(order, statusIds.canceled, { as: "cashier", reason: "нет" });
    expect([status, problem.message]).toEqual([409, expect.stringContaining("500,00")]);
    const { json: payments } = await world.ask("listPayments", { as: "cashier", path: pathOf(order) });
    await world.ask("rejectPayment", { as: "cashier", path: { ...pathOf(order), paymentId: payments[0]?.id ?? 0 } });
    expect((await move(order, statusIds.canceled, { as: "cashier", reason: "нет" })).status).toBe(200);
  });

  test("an unpaid order can be closed only with the permission payment.confirm", async () => {
    const order = await givenOrder(world);
    await pay(order, 100);
    const { status, problem } = await move(order, statusIds.delivered, { as: "courier" });
    expect([status, problem.message]).toEqual([403, expect.stringContaining("880,00")]);
    expect((await move(order, statusIds.delivered, { as: "cashier" })).json.isClosed).toBe(true);
  });

  test("a user without payment.confirm can close an order after its payments are confirmed", async () => {
    const order = await givenOrder(world);
    await pay(order, 980, "courier");
    expect((await move(order, statusIds.delivered, { as: "courier" })).status).toBe(403);
    const { json: payments } = await world.ask("listPayments", { as: "cashier", path: pathOf(order) });
    await world.ask("confirmPayment", { as: "cashier", path: { ...pathOf(order), paymentId: payments[0]?.id ?? 0 } });
    expect((await move(order, statusIds.delivered, { as: "courier" })).json.isClosed).toBe(true);
  });
});

describe("stock operations and the status of their order", () => {
  test("a status that reserves stock adds reserved stock operations to an order, and closing the order marks the operations as processed", async () => {
    const order = await givenOrder(world, { items: [lineOf(await dishOf(world, "Котлета по-киевски"), { count: 2 })] });
    expect(await stockOf(order)).toEqual([]);
    await move(order, statusIds.cooking);
    const reserved = await stockOf(order);
    expect(reserved.find(({ title }) => title === "Курица")).toMatchObject({
      count: 0.4,
      isReserved: true,
      isProcessed: false,
    });
    await move(order, statusIds.ready);
    expect(await stockOf(order)).toEqual(reserved);
    await move(order, statusIds.delivered, { as: "owner" });
    expect((await stockOf(order)).every(({ isReserved, isProcessed }) => !isReserved && isProcessed)).toBe(true);
    expect((await stockOf(order)).length).toBe(reserved.length);
  });

  test("the stock operations of an order are removed by a cancellation and by a status that reserves no stock", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.cooking);
    await move(order, statusIds.confirmed);
    expect(await stockOf(order)).toEqual([]);
    await move(order, statusIds.cooking);
    await move(order, statusIds.canceled, { reason: "нет" });
    expect(await stockOf(order)).toEqual([]);
  });

  test("the stock operations of an order are updated when the lines of the order change", async () => {
    const dish = await dishOf(world, "Маргарита");
    const order = await givenOrder(world);
    await move(order, statusIds.cooking);
    const before = await stockOf(order);
    expect(before.map(({ title }) => title)).not.toContain("Тесто");
    expect(before.find(({ title }) => title === "Мука")?.count).toBeCloseTo(2 * 0.32 * 0.62, 5);
    const bacon = dish.modificators.find(({ name }) => name === "Бекон");
    const items = [lineOf(dish, { count: 1, modificators: [{ modificatorId: bacon?.id ?? 0, count: 3 }] })];
    await world.ask("editOrder", { as: "operator", path: pathOf(order), body: { items, phone: "+79160000001" } });
    const after = await stockOf(order);
    expect(after.find(({ title }) => title === "Мука")?.count).toBeCloseTo(0.32 * 0.62, 5);
    expect(after.find(({ title }) => title === "Бекон")?.count).toBeCloseTo(0.15, 5);
    const { json: used } = await world.ask("listUsedStockItems", { as: "operator", path: pathOf(order) });
    expect(used.map(({ title, count }) => [title, count])).toEqual(after.map(({ title, count }) => [title, count]));
  });
});
