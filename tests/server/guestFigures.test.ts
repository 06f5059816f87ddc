import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenOrder, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const readShop = async (date?: string) =>
  (await world.ask("getDashboardShop", { as: "operator", ...(date && { query: { date } }) })).json;
const readReviews = async () => (await world.ask("getDashboardReviews", { as: "owner" })).json;

/** Creates an order and marks it as an order of a guest, and with `isReview` also as waiting for review. */
const givenGuestOrder = async (isReview = false) => {
  const order = await givenOrder(world);
  await sql`insert into shop_order (company_id, key, request_hash, token, order_id, phone, status_id, is_review)
    select 1, id::text, '', id::text, id, '', status_id, ${isReview} from orders where id = ${order.id}`.execute(
    world.db,
  );
  return order;
};

test("shop figures of a day — count the guests' orders, the cancelled orders, and the orders that wait for a review by an employee", async () => {
  const before = await readShop();
  const first = await givenGuestOrder();
  const second = await givenGuestOrder(true);
  await givenOrder(world);
  const body = { orderStatusId: statusIds.canceled, orderStatusReason: "Проверка" };
  await world.ask("changeOrderStatus", { as: "owner", path: { companyId: 1, orderId: first.id }, body });
  expect(await readShop()).toEqual({
    orderCount: before.orderCount + 1,
    amount: before.amount + second.amount,
    cancelledCount: before.cancelledCount + 1,
    reviewCount: (before.reviewCount ?? 0) + 1,
  });
});

test("shop figures of a past day — have no number of orders that wait for a review by an employee", async () => {
  expect(await readShop("2020-01-01")).toEqual({ orderCount: 0, amount: 0, cancelledCount: 0, reviewCount: null });
});

test("figures of guests' reviews — are the number and averages of the reviews of the last 30 days, and the number of all open cases", async () => {
  const { rows } = await sql<{ food: number; delivery: number; service: number; state: string; isRecent: boolean }>`
    select food, delivery, service, case_state as state, created_at > now() - interval '30 days' as "isRecent"
    from guest_review where company_id = 1`.execute(world.db);
  const recent = rows.filter(({ isRecent }) => isRecent);
  const averageOf = (name: "food" | "delivery" | "service") =>
    Math.round((recent.reduce((sum, row) => sum + row[name], 0) / recent.length) * 10) / 10;
  expect(recent.length).toBeGreaterThan(2);
  expect(await readReviews()).toEqual({
    count: recent.length,
    food: averageOf("food"),
    delivery: averageOf("delivery"),
    service: averageOf("service"),
    openCount: rows.filter(({ state }) => state === "open").length,
  });
});

test("figures of guests' reviews — have no averages in a company without reviews", async () => {
  await sql`delete from guest_review where company_id = 1`.execute(world.db);
  expect(await readReviews()).toEqual({ count: 0, food: null, delivery: null, service: null, openCount: 0 });
});

test("shop figures and figures of guests' reviews — require order.view and feedback.answer, and membership in the company", async () => {
  expect((await world.ask("getDashboardShop", { as: "kitchen" })).status).toBe(403);
  expect((await world.ask("getDashboardReviews", { as: "operator" })).status).toBe(403);
  expect((await world.ask("getDashboardShop", { as: "owner2" })).status).toBe(404);
  expect((await world.ask("getDashboardReviews", { as: "owner2" })).status).toBe(404);
});
