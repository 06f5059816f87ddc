import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteOutdated } from "#server/services/monitoring/retention.ts";
import { notifyFailedPrints, notifyLateOrders } from "#server/services/orders/orderWatch.ts";
import { bestOf } from "../support/server/bestOf.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { manyRows } from "../support/server/manyRows.ts";
import { givenOrder, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await giveRole(world, 7, ["order.view", "order.changeStatus", "payment.accept"]);
});
afterAll(() => world.stop());

const unread = async (as: string) =>
  (await world.ask("listNotifications", { as, query: { isUnreadOnly: "true" } })).json;
const titlesFor = async (as: string, orderId: number) =>
  (await unread(as)).filter(({ data }) => data?.orderId === orderId).map(({ title }) => title);

test("new order — notifies users who may view orders, except its creator", async () => {
  const order = await givenOrder(world);
  const title = `Новый заказ № ${order.internalId}`;
  expect(await titlesFor("courier", order.id)).toEqual([title]);
  expect(await titlesFor("operator", order.id)).toEqual([]);
  expect(await titlesFor("owner2", order.id)).toEqual([]);
});

test("changed order — notifies its operator and its recent viewers, except the user who made the change", async () => {
  const order = await givenOrder(world);
  for (const as of ["cashier", "courier", "manager"]) await world.ask("getOrder", { as, path: pathOf(order) });
  await sql`update order_viewer set seen_at = now() - interval '20 minutes' where user_id = 7`.execute(world.db);
  await world.ask("changeOrderStatus", { as: "manager", path: pathOf(order), body: { orderStatusId: 2 } });
  const title = `Заказ № ${order.internalId}: Подтверждён`;
  expect(await titlesFor("operator", order.id)).toContain(title);
  expect(await titlesFor("cashier", order.id)).toContain(title);
  expect(await titlesFor("courier", order.id)).not.toContain(title);
  expect(await titlesFor("manager", order.id)).not.toContain(title);
});

test("late order — causes one notification for each promised time, even if several processes check the order", async () => {
  const order = await givenOrder(world);
  const promise = (ago: string) =>
    sql`update orders set creation_date = now() - interval '3 hours', date = now() - ${ago}::interval, promised_at = null
      where id = ${order.id}`.execute(world.db);
  const isTold = async () =>
    (await titlesFor("operator", order.id)).filter((title) => title.includes("опаздывает")).length;
  await promise("-5 minutes");
  await notifyLateOrders(world.db);
  expect(await isTold()).toBe(0);
  await promise("1 minute");
  await Promise.all([notifyLateOrders(world.db), notifyLateOrders(world.db)]);
  expect(await isTold()).toBe(1);
  expect((await titlesFor("owner", order.id)).some((title) => title.includes("опаздывает"))).toBe(true);
  expect((await titlesFor("courier", order.id)).some((title) => title.includes("опаздывает"))).toBe(false);
  await promise("30 seconds");
  await notifyLateOrders(world.db);
  expect(await isTold()).toBe(2);
});

test("order that is due when it is created — is late only after its promised time", async () => {
  const order = await givenOrder(world);
  const isTold = async () => (await titlesFor("operator", order.id)).some((title) => title.includes("опаздывает"));
  const passed = (minutes: number) =>
    sql`update orders set date = date - ${minutes} * interval '1 minute',
      promised_at = promised_at - ${minutes} * interval '1 minute' where id = ${order.id}`.execute(world.db);
  await passed(59);
  await notifyLateOrders(world.db);
  expect(await isTold()).toBe(false);
  await passed(2);
  await notifyLateOrders(world.db);
  expect(await isTold()).toBe(true);
});

test("failed print job — notifies its sender once even if two processes check the job", async () => {
  const order = await givenOrder(world);
  await world.ask("printPreBill", { as: "cashier", path: pathOf(order) });
  await sql`update print_job set status = 'failed' where order_id = ${order.id}`.execute(world.db);
  await Promise.all([notifyFailedPrints(world.db), notifyFailedPrints(world.db)]);
  expect(await titlesFor("cashier", order.id)).toContain(`Не напечатано: заказ № ${order.internalId}`);
  expect((await titlesFor("cashier", order.id)).filter((title) => title.startsWith("Не напечатано"))).toHaveLength(1);
});

test("marking all notifications as read — affects only the caller's notifications up to the given notification", async () => {
  const [latest] = await unread("courier");
  await givenOrder(world);
  const latestId = latest?.id ?? 0;
  expect((await world.ask("readAllNotifications", { as: "courier", body: { latestId } })).status).toBe(204);
  expect((await unread("courier")).every(({ id }) => id > latestId)).toBe(true);
  expect((await unread("owner")).length).toBeGreaterThan(1);
  const [foreign] = await unread("owner");
  expect((await world.ask("readNotification", { as: "courier", path: { id: foreign?.id ?? 0 } })).status).toBe(404);
});

test("list of all notifications — can be paged and filtered, and old notifications can be deleted, but only by a global administrator", async () => {
  const { json: first } = await world.ask("listAllNotifications", { as: "admin", query: { limit: "5" } });
  expect(first.rows.length).toBe(5);
  const { json: second } = await world.ask("listAllNotifications", {
    as: "admin",
    query: { limit: "5", cursor: first.next ?? "" },
  });
  expect(second.rows[0]?.id).toBeLessThan(first.rows[4]?.id ?? 0);
  const { json: own } = await world.ask("listAllNotifications", {
    as: "admin",
    query: { userId: "4", isUnreadOnly: "true" },
  });
  expect(new Set(own.rows.map(({ userName }) => userName))).toEqual(new Set(["Анна Орлова"]));
  expect((await world.ask("listAllNotifications", { as: "admin", query: { cursor: "x'" } })).status).toBe(400);
  expect((await world.ask("listAllNotifications", { as: "owner" })).status).toBe(403);
  expect((await world.ask("cleanNotifications", { as: "owner" })).status).toBe(403);
  const { json } = await world.ask("cleanNotifications", { as: "admin" });
  expect(json.count).toBeGreaterThan(0);
  expect((await world.ask("cleanNotifications", { as: "admin" })).json.count).toBe(0);
});

test("many notifications — are listed within 250 ms, and deleted after a month, or after a week if they are read", async () => {
  await sql`insert into notification (user_id, title, message, code, data, date, is_read)
    select 4, 'Много', '', 'order', jsonb_build_object('companyId', 1, 'orderId', 1), now() - (n || ' minutes')::interval, n % 50 > 0
    from generate_series(1, ${manyRows()}::int) n`.execute(world.db);
  await sql`analyze notification`.execute(world.db);
  expect(await bestOf(250, () => unread("operator"))).toBeLessThan(250);
  expect(await bestOf(250, () => world.ask("listAllNotifications", { as: "admin" }))).toBeLessThan(250);
  await deleteOutdated(world.db);
  const { rows } = await sql<{ old: number }>`select count(*)::int as old from notification
    where date < now() - interval '31 days' or (is_read and date < now() - interval '8 days')`.execute(world.db);
  expect(rows[0]?.old).toBe(0);
});
