import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bestOf } from "../support/server/bestOf.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const ITEMS = 3_000;
const CATEGORIES = 200;
const STOCK_ITEMS = 2_000;
const BOUND_MS = 700;

/** Company with many catalogue records. Some records belong to the company, others to its company group. */
const COMPANY = 2;

let world: World;
let token = "";
beforeAll(async () => {
  world = await startWorld();
  await world.db.insertInto("company_user").values({ company_id: COMPANY, user_id: 2, role_id: 1 }).execute();
  token = await world.tokenOf("owner");
  await sql`insert into category (id, company_id, name, parent_id)
    select 10000 + n, ${COMPANY}::int, 'Категория ' || n, case when n > 20 then 10000 + n % 20 + 1 end
    from generate_series(1, ${CATEGORIES}::int) n`.execute(world.db);
  await sql`insert into item (id, company_id, name, price, default_category_id, vendor_code)
    select 10000 + n, ${COMPANY}::int, 'Блюдо ' || n, n, 10001 + n % ${CATEGORIES}::int, 'А-' || n
    from generate_series(1, ${ITEMS}::int) n`.execute(world.db);
  await sql`insert into item_category (item_id, category_id)
    select 10000 + n, 10001 + n % ${CATEGORIES}::int from generate_series(1, ${ITEMS}::int) n`.execute(world.db);
  await sql`insert into item_composition (item_id, stock_item_id, count)
    select 10000 + n, s, 0.1 from generate_series(1, ${ITEMS}::int) n, generate_series(1, 5) s`.execute(world.db);
  await sql`insert into stock_item (id, company_id, title, unit, group_name)
    select 10000 + n, ${COMPANY}::int, 'Товар ' || n, 'кг', 'Группа ' || n % 30
    from generate_series(1, ${STOCK_ITEMS}::int) n`.execute(world.db);
  await sql`insert into stock_item_part (stock_item_id, part_id, count)
    select 10000 + n, s, 0.1 from generate_series(1, ${STOCK_ITEMS}::int) n, generate_series(1, 5) s`.execute(world.db);
  await sql`analyze`.execute(world.db);
}, 240_000);
afterAll(() => world.stop());

/** Requests a list and returns the number of rows. */
const ask = async (url: string): Promise<number> => {
  const answer = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return JSON.parse(answer.body).length;
};

test.each([
  ["categories", `/api/Category/Company/${COMPANY}`, CATEGORIES],
  ["categories with their numbers of dishes", `/api/Category/Company/${COMPANY}/Summury`, CATEGORIES],
  ["categories of all companies of the user", "/api/Category/Summury", CATEGORIES],
  ["dishes to order", `/api/Item/Company/${COMPANY}`, ITEMS],
  ["dish summaries", `/api/Item/Company/${COMPANY}/Summury`, ITEMS],
  ["estimated costs of dishes", `/api/Item/Company/${COMPANY}/EstimatedCost`, ITEMS],
  ["stock items", `/api/StockItem/Company/${COMPANY}`, STOCK_ITEMS],
  ["estimated costs of stock items", `/api/StockItem/Company/${COMPANY}/EstimatedCost`, STOCK_ITEMS],
  ["groups of stock items", `/api/StockGroup/Company/${COMPANY}`, 30],
])("list of %s — is read within 700 ms, with at most one query of dishes or stock items", async (_, url, least) => {
  const spy = vi.spyOn(pg.Client.prototype, "query");
  expect(await ask(url)).toBeGreaterThanOrEqual(least);
  const texts = spy.mock.calls.map(([first]): unknown => first).filter((one) => JSON.stringify(one).includes("item"));
  spy.mockRestore();
  expect(texts.length).toBeLessThanOrEqual(1);
  expect(await bestOf(BOUND_MS, () => ask(url))).toBeLessThan(BOUND_MS);
});
