import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#server/database/connection.ts";
import { multipartForm } from "../../support/server/form.ts";
import { dishOf, givenOrder, lineOf, pathOf } from "../../support/server/orders.ts";
import { statusesOf } from "../../support/server/races.ts";
import { allowCompanies, startWorld, type World } from "../../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await allowCompanies(world, "operator");
});
afterAll(() => world.stop());

/** First key of the advisory lock for order numbers, as in orderNumber.ts. */
const NUMBERING_LOCK = 20_261_123;
const PRINTER = 1;

const untilWaiting = (count: number): Promise<void> =>
  expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`select count(distinct pid)::int as count from pg_locks
          where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
          world.db,
        );
        return rows[0]?.count;
      },
      { timeout: 3000 },
    )
    .toBe(count);

/** Runs `work` in a transaction. The locks of the transaction last until `work` ends. */
const holding = <Result>(work: (tx: Db) => Promise<Result>): Promise<Result> => world.db.transaction().execute(work);

const givenCompany = async () => {
  const { json } = await world.ask("createCompany", { as: "operator", body: { name: "Спорная" } });
  const path = { companyId: json.id };
  const category = (
    await world.ask("createCompanyCategory", {
      as: "operator",
      path,
      raw: multipartForm({ name: "Всё", parentId: null }),
    })
  ).json.id;
  const raw = multipartForm({ name: "Суп", price: 100, categoriesId: [category], defaultCategoryId: category });
  const item = (await world.ask("createCompanyItem", { as: "operator", path, raw })).json.id;
  const body = { items: [{ itemId: item, categoryId: category, count: 1 }], phone: "+79160000009" };
  const order = async () => {
    const { status } = await world.ask("createOrder", { as: "operator", path, body });
    return status;
  };
  const remove = async () => {
    const { status, problem } = await world.ask("deleteCompany", { as: "operator", path });
    return { status, message: problem?.message };
  };
  return { ...path, path, order, remove };
};

const markRemoved = async (tx: Db, table: "company" | "printer", id: number): Promise<void> => {
  await sql`select 1 from ${sql.table(table)} where id = ${id} for update`.execute(tx);
  await sql`update ${sql.table(table)} set is_removed = true where id = ${id}`.execute(tx);
};

test("removal of a company while an order is being saved — is refused", async () => {
  const { companyId, order, remove } = await givenCompany();
  const both = await holding(async (tx) => {
    await sql`select pg_advisory_xact_lock(${NUMBERING_LOCK}, ${companyId})`.execute(tx);
    const saved = order();
    await untilWaiting(1);
    const removed = remove();
    await untilWaiting(2);
    return { saved, removed };
  });
  expect(await both.saved).toBe(201);
  expect(await both.removed).toMatchObject({ status: 409 });
});

test("order, tag or reordering of tags that is sent while its company is being removed — is refused", async () => {
  const { companyId, order, path } = await givenCompany();
  const { saved, tagged, reordered } = await holding(async (tx) => {
    await markRemoved(tx, "company", companyId);
    const all = {
      saved: order(),
      tagged: world.ask("createTag", { as: "operator", path, body: { name: "Срочный", color: "red" } }),
      reordered: world.ask("reorderTags", { as: "operator", path, body: { seen: [], ids: [] } }),
    };
    await untilWaiting(3);
    return all;
  });
  expect([await saved, (await tagged).status, (await reordered).status]).toEqual([404, 404, 404]);
  const { rows } = await sql`select 1 from orders where company_id = ${companyId}`.execute(world.db);
  expect(rows).toEqual([]);
});

test("category saved while its company is being removed — is refused", async () => {
  const { companyId } = await givenCompany();
  const { saved } = await holding(async (tx) => {
    await markRemoved(tx, "company", companyId);
    const raw = multipartForm({ name: "Поздняя", parentId: null, companyId });
    const category = world.ask("createCategory", { as: "operator", raw });
    await untilWaiting(1);
    return { saved: category };
  });
  expect((await saved).status).toBe(404);
});

test("second of two concurrent removals of a company — reports that the company is removed", async () => {
  const { companyId, remove } = await givenCompany();
  const both = await holding(async (tx) => {
    await sql`select 1 from company where id = ${companyId} for update`.execute(tx);
    const removals = [remove(), remove()];
    await untilWaiting(2);
    return { removals };
  });
  const answers = await Promise.all(both.removals);
  expect(statusesOf(answers)).toEqual([204, 404]);
  expect(answers.find(({ status }) => status === 404)?.message).toBe("Компания уже удалена.");
});

test("orders sent during a removal of their company — are saved only if the removal is refused", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { order, remove } = await givenCompany();
    const [removed, ...orders] = await Promise.all([remove(), order(), order(), order()]);
    const expected = removed.status === 204 ? 404 : 201;
    expect(orders).toEqual([expected, expected, expected]);
  }
});

test("change of the initial status while an order with this status is being saved — is refused", async () => {
  const { companyId, path, order } = await givenCompany();
  const [first] = (await world.ask("listOrderStatuses", { as: "operator", path })).json;
  if (!first) throw new Error("a company must have a status");
  const { name, color } = first;
  const both = await holding(async (tx) => {
    await sql`select pg_advisory_xact_lock(${NUMBERING_LOCK}, ${companyId})`.execute(tx);
    const saved = order();
    await untilWaiting(1);
    const changed = world.ask("updateOrderStatus", {
      as: "operator",
      path: { ...path, id: first.id },
      body: { name, color, isClosed: true },
    });
    await untilWaiting(2);
    return { saved, changed };
  });
  expect(await both.saved).toBe(201);
  expect((await both.changed).status).toBe(409);
});

test("pre-bill sent while its printer is being removed — is not assigned to that printer", async () => {
  const sent = await givenOrder(world);
  const { printed } = await holding(async (tx) => {
    await markRemoved(tx, "printer", PRINTER);
    const printed = world.ask("printPreBill", { as: "cashier", path: pathOf(sent) });
    await untilWaiting(1);
    return { printed };
  });
  expect((await printed).json).toMatchObject({ status: "manual" });
  expect((await printed).json.printerId).not.toBe(PRINTER);
});

test("kitchen ticket sent while a kitchen printer is being removed — goes to the other printers", async () => {
  const [kitchen] = (await world.ask("listPrinters", { as: "owner", path: { companyId: 1 } })).json.filter(
    ({ kinds }) => kinds.includes("kitchen"),
  );
  if (!kitchen) throw new Error("the demo must have a kitchen printer");
  const sent = await givenOrder(world, { items: [lineOf(await dishOf(world, "Борщ"))] });
  const { printed } = await holding(async (tx) => {
    await markRemoved(tx, "printer", kitchen.id);
    const printed = world.ask("printKitchenTicket", { as: "operator", path: pathOf(sent) });
    await untilWaiting(1);
    return { printed };
  });
  const { parts } = (await printed).json;
  expect(parts.length).toBeGreaterThan(0);
  expect(parts.some(({ printerId }) => printerId === kitchen.id)).toBe(false);
});
