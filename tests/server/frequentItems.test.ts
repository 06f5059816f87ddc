import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const frequent = async (as = "operator", companyId = 1) =>
  (await world.ask("listFrequentItems", { as, path: { companyId } })).json;

const countOf = async (itemId: number) => (await frequent()).find(({ id }) => id === itemId)?.count ?? 0;

/** Creates an order of `count` portions of a dish. Returns the dish and the order. */
const givenMany = async (name: string, count: number) => {
  const dish = await dishOf(world, name);
  return { dish, order: await givenOrder(world, { items: [lineOf(dish, { count })] }) };
};

const moveOrder = (orderId: number, date: string) =>
  sql`update orders set date = now() - ${date}::interval where id = ${orderId}`.execute(world.db);

test("frequent dishes — are at most 24 dishes of the company, the most frequent first", async () => {
  const rows = await frequent();
  expect([rows.length > 0, rows.length <= 24]).toEqual([true, true]);
  const counts = rows.map(({ count }) => count);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  const sold = await sql<{ id: number; count: number }>`
    select l.item_id as id, sum(l.count)::int as count from order_line l join orders o on o.id = l.order_id
    join order_status s on s.id = o.status_id join item i on i.id = l.item_id
    where o.company_id = 1 and not s.is_cancel and o.date between now() - interval '30 days' and now()
      and i.is_active and not i.is_removed group by l.item_id order by count desc limit 24`.execute(world.db);
  expect(counts).toEqual(sold.rows.map(({ count }) => count));
});

test("frequent dishes — count only the portions of orders of the last 30 days", async () => {
  const { dish, order } = await givenMany("Маргарита", 900);
  await moveOrder(order.id, "1 hour");
  expect((await frequent())[0]?.id).toBe(dish.id);
  await moveOrder(order.id, "29 days");
  expect(await countOf(dish.id)).toBeGreaterThanOrEqual(900);
  await moveOrder(order.id, "31 days");
  expect(await countOf(dish.id)).toBeLessThan(900);
  await moveOrder(order.id, "-1 day");
  expect(await countOf(dish.id)).toBeLessThan(900);
});

test("frequent dishes — ignore cancelled orders, include stopped dishes, and exclude removed dishes", async () => {
  const { dish, order } = await givenMany("Борщ", 900);
  await moveOrder(order.id, "1 hour");
  expect(await countOf(dish.id)).toBeGreaterThanOrEqual(900);
  await world.ask("changeOrderStatus", {
    as: "owner",
    path: pathOf(order),
    body: { orderStatusId: statusIds.canceled, orderStatusReason: "Передумали" },
  });
  expect(await countOf(dish.id)).toBeLessThan(900);

  const other = await givenMany("Оливье", 900);
  await moveOrder(other.order.id, "1 hour");
  await world.ask("putItemStop", {
    as: "owner",
    path: { itemId: other.dish.id, companyId: 1 },
    body: { remaining: 0 },
  });
  expect(await countOf(other.dish.id)).toBeGreaterThanOrEqual(900);
  await sql`update item set is_removed = true where id = ${other.dish.id}`.execute(world.db);
  expect(await countOf(other.dish.id)).toBe(0);
});

test("frequent dishes — exclude dishes ordered only in another company, and cannot be read by a user outside the company", async () => {
  const own = new Set((await frequent()).map(({ id }) => id));
  const { rows } = await sql<{ id: number }>`
    select distinct l.item_id as id from order_line l where l.company_id = 3
    except select l.item_id from order_line l where l.company_id = 1`.execute(world.db);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ id }) => own.has(id))).toEqual([]);
  const refused = await world.ask("listFrequentItems", { as: "operator", path: { companyId: 3 } });
  expect(refused.status).toBe(404);
  expect((await frequent("operator2", 3)).length).toBeGreaterThan(0);
});
