import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dishOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test("menu page of the shop — is updated after each change of its data and when the stop-list entry of a dish ends", async () => {
  const dish = await dishOf(world, "Маргарита");
  const menu = async () => (await world.app.inject({ url: "/shop/kolos" })).body;
  await sql`delete from item_stop`.execute(world.db);
  await sql`update shop_category set title = null`.execute(world.db);
  const first = await menu();
  expect(await menu()).toBe(first);
  const [modifier] = dish.modificators;
  const categoryId = Number(/<h2 id="c(\d+)"/.exec(first)?.[1]);
  let last = first;
  for (const change of [
    sql`update item set price = price + 1 where id = ${dish.id}`,
    sql`insert into item_price (company_id, item_id, price) values (1, ${dish.id}, 555)`,
    sql`update item_price set price = null`,
    sql`update item set name = 'Бекон кусочками' where id = ${modifier?.id}`,
    sql`update item_modificator set price = 77 where item_id = ${dish.id}`,
    sql`update item_modificator set is_required = true where item_id = ${dish.id}`,
    sql`update category set name = 'Наполнители' where id in (select category_modificator_id from item_modificator
      where item_id = ${dish.id})`,
    sql`update category set name = 'Другое имя' where id = ${categoryId}`,
    sql`update shop_category set title = 'Другой заголовок' where category_id = ${categoryId}`,
    sql`update company set phone = '+79010000000' where id = 1`,
    sql`update shop set is_paused = true`,
    sql`update shop set is_paused = false`,
    sql`insert into item_stop (company_id, item_id, until) values (1, ${dish.id}, now() + interval '1 hour')`,
  ]) {
    await change.execute(world.db);
    const next = await menu();
    expect(next === last, change.compile(world.db).sql).toBe(false);
    last = next;
  }
  expect(last).not.toContain(`name="d${dish.id}"`);
  await sql`update item_stop set until = now() + interval '1 second'`.execute(world.db);
  await vi.waitFor(async () => expect(await menu()).toContain(`name="d${dish.id}"`), { timeout: 30_000 });
});
