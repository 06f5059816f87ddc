import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { roundDecimal, roundMoney } from "#domain/money.ts";
import { dishOf, givenOrder, lineOf, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

type PreviewItem = Schemas["StockPreview"]["items"][number];

const path = { companyId: 1 };
const GONE = 999_999;

const stock = async (companyId = 1, displayAll = "true", as = "manager") =>
  (await world.ask("listStock", { as, path: { companyId }, query: { displayAll } })).json;

const rowOf = async (title: string): Promise<Schemas["StockRow"]> => {
  const row = (await stock()).find((one) => one.title === title);
  if (!row) throw new Error(`no stock item ${title}`);
  return row;
};

const write = (
  stockItemId: number,
  operationType: "+" | "-",
  count: number,
  more: Partial<Schemas["StockOperationSave"]> = {},
  key?: string,
) =>
  world.ask("createStockOperation", {
    as: "manager",
    path,
    body: { stockItemId, operationType, count, ...more },
    ...(key && { key }),
  });

const move = (order: { id: number }, orderStatusId: number, orderStatusReason?: string) =>
  world.ask("changeOrderStatus", {
    as: "manager",
    path: pathOf(order),
    body: { orderStatusId, ...(orderStatusReason && { orderStatusReason }) },
  });

const calculate = async (body: Schemas["StockCalculation"] = {}) =>
  (await world.ask("calculateStock", { as: "manager", path, body })).json;

const operationsOf = async (order: { id: number }) =>
  (
    await sql<{ stockItemId: number; count: number; isReserved: boolean; isProcessed: boolean }>`
      select stock_item_id as "stockItemId", count, is_reserved as "isReserved", is_processed as "isProcessed"
      from stock_operation where order_id = ${order.id} order by stock_item_id`.execute(world.db)
  ).rows;

interface Taken {
  readonly id: number;
  readonly count: number;
  readonly amount: number;
}

/**
 * Returns the quantity and the cost that all orders together have taken of each stock item of company 1, sorted by id.
 */
const readTaken = async (): Promise<readonly Taken[]> => {
  const { rows } = await sql<Taken>`
    select t.id, sum(o.count) as count, sum(o.amount) as amount from stock_operation o
    join stock_item t on t.id = o.stock_item_id
    where o.company_id = 1 and o.order_id is not null group by t.id order by t.id`.execute(world.db);
  return rows;
};

const differencesBetween = (before: readonly Taken[], after: readonly Taken[]): Taken[] =>
  after
    .map(({ id, count, amount }) => {
      const earlier = before.find((item) => item.id === id);
      return {
        id,
        count: roundDecimal(count - (earlier?.count ?? 0)),
        amount: roundMoney(amount - (earlier?.amount ?? 0)),
      };
    })
    .filter(({ count, amount }) => count !== 0 || amount !== 0);

const differenceOf = ({ id, countBefore, countAfter, amountBefore, amountAfter }: PreviewItem): Taken => ({
  id,
  count: roundDecimal(countAfter - countBefore),
  amount: roundMoney(amountAfter - amountBefore),
});

/** Returns the stock items, with quantities, that an order uses according to the current recipes. */
const usedBy = async (order: { id: number }) =>
  (await world.ask("listUsedStockItems", { as: "manager", path: pathOf(order) })).json
    .map(({ stockItemId, count }) => ({ stockItemId, count }))
    .sort((a, b) => a.stockItemId - b.stockItemId);

const countsOf = async (order: { id: number }) =>
  (await operationsOf(order)).map(({ stockItemId, count }) => ({ stockItemId, count }));

const nothing = { added: 0, changed: 0, removed: 0 };

describe("stock list", () => {
  test("stock list — contains the balance of each stock item, and the dishes and other stock items that use the stock item", async () => {
    const flour = await rowOf("Мука");
    const { json: items } = await world.ask("listPackingListItems", { as: "manager", path });
    const cost = items.find(({ id }) => id === flour.id)?.averageCost ?? 0;
    const { json } = await write(flour.id, "+", 12.5);
    expect(json[0]).toMatchObject({
      stockItemId: flour.id,
      isProcessed: true,
      isReserved: false,
      amount: roundMoney(12.5 * cost),
    });
    await write(flour.id, "-", 2);
    const after = await rowOf("Мука");
    expect(after.count - flour.count).toBeCloseTo(10.5, 5);
    expect(after.usedInStockItems).toEqual([expect.objectContaining({ name: "Тесто" })]);
    expect(after.countUsed).toBe(after.usedInItems.length + 1);
  });

  test("stock list — contains the quantities reserved for open orders", async () => {
    const order = await givenOrder(world);
    const before = await rowOf("Томаты");
    await move(order, statusIds.cooking);
    const kept = await rowOf("Томаты");
    expect(kept.count).toBe(before.count);
    expect(kept.reservedCount).toBeGreaterThan(before.reservedCount);
    const ofOrder = kept.reservedOrders.find(({ orderId }) => orderId === order.id);
    expect(ofOrder).toMatchObject({ orderId: order.id, internalOrderId: order.internalId });
    await move(order, statusIds.delivered);
    const taken = await rowOf("Томаты");
    expect(taken.reservedCount).toBeCloseTo(before.reservedCount, 5);
    expect(before.count - taken.count).toBeCloseTo(ofOrder?.count ?? 0, 5);
  });

  test("stock list — omits items that the company has hidden, unless all items are requested", async () => {
    const { id } = await rowOf("Кофе");
    const hide = (isHidden: boolean) =>
      world.ask("hideStock", { as: "manager", path: { ...path, id }, body: { id, companyId: 1, isHidden } });
    for (const isHidden of [true, true]) expect((await hide(isHidden)).json).toMatchObject({ id, isHidden });
    expect((await stock(1, "false")).map((row) => row.id)).not.toContain(id);
    expect((await stock(2, "false", "admin")).map((row) => row.id)).toContain(id);
    expect((await rowOf("Кофе")).isHidden).toBe(true);
    expect((await hide(false)).json.isHidden).toBe(false);
    expect((await stock(1, "false")).map((row) => row.id)).toContain(id);
  });
});

test("stock item of another company or with an unknown id — cannot be hidden, read, used in an operation or recalculated", async () => {
  const foreign = (await world.ask("listStock", { as: "owner2", path: { companyId: 3 } })).json[0]?.id ?? 0;
  for (const id of [foreign, GONE]) {
    const place = { as: "manager", path: { ...path, id } };
    expect((await world.ask("hideStock", { ...place, body: { isHidden: true } })).status).toBe(404);
    expect((await world.ask("getStockBalance", place)).status).toBe(404);
    expect((await write(id, "+", 1)).problem.errors).toHaveProperty("stockItemId");
    const { problem } = await world.ask("calculateStock", { as: "manager", path, body: { stockItemId: id } });
    expect(problem.errors).toHaveProperty("stockItemId");
  }
});

describe("manual stock operation", () => {
  test("manual stock operation for a semi-finished item — is booked for its ingredients, or on request for the item itself", async () => {
    const { id } = await rowOf("Заготовка для пиццы");
    const { json } = await write(id, "-", 100, { comment: "  Уронили лоток " });
    expect(json.map(({ stockItemTitle, count }) => [stockItemTitle, count])).toEqual([
      ["Дрожжи", 0.32],
      ["Масло подсолнечное", 2],
      ["Мука", 19.84],
      ["Соль", 0.4],
      ["Томаты", 7.2],
    ]);
    expect(new Set(json.map(({ comment, operationType }) => `${operationType} ${comment}`))).toEqual(
      new Set(["- Уронили лоток"]),
    );
    const { json: unprocessed } = await write(id, "-", 100, { isIgnoreSubProcedure: true });
    expect(unprocessed).toEqual([expect.objectContaining({ stockItemId: id, count: 100, isIgnoreSubProcedure: true })]);
  });

  test("manual stock operation — is added once for a repeated idempotency key", async () => {
    const before = await rowOf("Сахар");
    const answers = [
      await write(before.id, "+", 3, {}, "stock-key-0001"),
      await write(before.id, "+", 3, {}, "stock-key-0001"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.json).toEqual(answers[0]?.json);
    expect((await rowOf("Сахар")).count - before.count).toBeCloseTo(3, 5);
    expect((await write(before.id, "+", 4, {}, "stock-key-0001")).status).toBe(422);
  });

  test("manual stock operation — is refused with a message at the invalid field", async () => {
    const { id } = await rowOf("Соль");
    for (const count of [0, -1, 0.000_001, 100_000_000])
      expect((await write(id, "+", count)).problem.errors).toHaveProperty("count");
    await sql`update stock_item_part set count = 0.01 where stock_item_id = 35`.execute(world.db);
    expect((await write(35, "+", 0.000_01)).problem.errors).toHaveProperty("count");
    await sql`update stock_item_part set count = 99999999 where stock_item_id = 35`.execute(world.db);
    const { status, problem } = await write(35, "+", 99_999_999);
    await sql`update stock_item_part set count = 0.1 where stock_item_id = 35`.execute(world.db);
    expect([status, problem.errors]).toEqual([400, { count: "Слишком большое количество." }]);
    expect((await write(id, "+", 1, { comment: "я".repeat(501) })).problem.errors).toHaveProperty("comment");
  });
});

describe("list of stock operations", () => {
  const list = (query: Readonly<Record<string, string>>) =>
    world.ask("listStockOperations", { as: "manager", path, query });

  test("list of stock operations — covers the last month by default, is sorted newest first, and can be filtered by stock item", async () => {
    const { id } = await rowOf("Сметана");
    await write(id, "-", 0.25, { comment: "Пролили" });
    const { json } = await list({ stockItemId: String(id) });
    expect(json[0]).toMatchObject({ stockItemTitle: "Сметана", count: 0.25, comment: "Пролили", orderId: null });
    expect(new Set(json.map(({ stockItemId }) => stockItemId))).toEqual(new Set([id]));
    const dates = json.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    const all = (await list({})).json;
    expect(all.length).toBeGreaterThan(json.length);
    const oldest = Date.parse(all.at(-1)?.date ?? "");
    expect(Date.now() - oldest).toBeLessThan(32 * 86_400_000);
    expect(all.some(({ isLocked }) => isLocked)).toBe(true);
  });

  test("list of stock operations — contains the operations of whole business days, the last day included", async () => {
    const { id } = await rowOf("Сметана");
    // The first and last millisecond of two Moscow days, with one operation each.
    const dates = [
      "2021-03-04T21:00:00.000Z",
      "2021-03-05T20:59:59.999Z",
      "2021-03-05T21:00:00.000Z",
      "2021-03-06T20:59:59.999Z",
    ];
    await sql`insert into stock_operation (company_id, stock_item_id, operation_type, count, amount, date, is_processed)
      select 1, ${id}, '+', 0.001, 0, d::timestamptz, true from unnest(${dates}::text[]) d`.execute(world.db);
    const datesOf = async (query: Readonly<Record<string, string>>) =>
      (await list(query)).json.map(({ date }) => new Date(date).toISOString());
    const [first, last] = ["2021-03-05", "2021-03-06"];
    expect(await datesOf({ startDate: first, endDate: first })).toEqual([dates[1], dates[0]]);
    expect(await datesOf({ startDate: last, endDate: last })).toEqual([dates[3], dates[2]]);
    expect(await datesOf({ startDate: first, endDate: last })).toEqual(dates.toReversed());
    await sql`delete from stock_operation where date < '2022-01-01' and stock_item_id = ${id}`.execute(world.db);
  });

  test("list of stock operations — accepts times, and refuses a backward, too long or too early period", async () => {
    const moments = { startDate: "2020-01-01T00:00:00Z", endDate: "2020-01-01T20:59:59.999Z" };
    expect((await list(moments)).json).toEqual([]);
    for (const period of [
      { startDate: "2026-02-02", endDate: "2026-02-01" },
      { startDate: "2024-01-01", endDate: "2026-02-01" },
      { startDate: "1901-01-01", endDate: "1901-01-02" },
    ])
      expect((await list(period)).status).toBe(400);
  });
});

describe("recalculation of stock operations", () => {
  test("recalculation of stock — does not change correct operations", async () => {
    await calculate();
    expect(await calculate()).toEqual(nothing);
  });

  test("recalculation of stock — corrects operations after a change of a recipe", async () => {
    const orders = [await givenOrder(world), await givenOrder(world)] as const;
    await move(orders[0], statusIds.cooking);
    await move(orders[1], statusIds.delivered);
    const { id } = await dishOf(world, "Маргарита");
    const { rows } = await sql<{ id: number }>`
      update item_composition set count = count * 2 where item_id = ${id} and stock_item_id = (
        select min(stock_item_id) from item_composition where item_id = ${id}) returning stock_item_id as id`.execute(
      world.db,
    );
    expect(rows).toHaveLength(1);
    await sql`insert into item_composition (item_id, stock_item_id, count) values (${id}, ${(await rowOf("Лосось")).id}, 0.05)`.execute(
      world.db,
    );
    const done = await calculate();
    expect(done.added).toBeGreaterThanOrEqual(2);
    for (const order of orders) expect(await countsOf(order)).toEqual(await usedBy(order));
    expect((await operationsOf(orders[0])).every(({ isReserved, isProcessed }) => isReserved && !isProcessed)).toBe(
      true,
    );
    expect((await operationsOf(orders[1])).every(({ isReserved, isProcessed }) => !isReserved && isProcessed)).toBe(
      true,
    );
    expect(await calculate()).toEqual(nothing);
  });

  test("preview of a recalculation of stock — has the figures of the recalculation and changes nothing", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.delivered);
    const before = await readTaken();
    const { id } = await dishOf(world, "Маргарита");
    await sql`update item_composition set count = count * 1.5 where item_id = ${id}`.execute(world.db);
    const { items, ...numbers } = (await world.ask("previewStockCalculation", { as: "manager", path, body: {} })).json;
    expect([numbers.changed > 0, await readTaken()]).toEqual([true, before]);
    expect(await calculate()).toEqual(numbers);
    expect(items.map(differenceOf).sort((one, other) => one.id - other.id)).toEqual(
      differencesBetween(before, await readTaken()),
    );
    expect((await world.ask("previewStockCalculation", { as: "manager", path, body: {} })).json).toEqual({
      ...nothing,
      items: [],
    });
  });

  test("recalculation of stock — adds missing operations with the date of the status change, and removes superfluous operations", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.delivered);
    const before = await operationsOf(order);
    const [first] = before;
    await sql`delete from stock_operation where order_id = ${order.id} and stock_item_id = ${first?.stockItemId}`.execute(
      world.db,
    );
    await sql`insert into stock_operation (company_id, stock_item_id, operation_type, count, is_processed, order_id)
      values (1, ${(await rowOf("Нори")).id}, '-', 7, true, ${order.id})`.execute(world.db);
    await sql`update order_history set date = date - interval '1 hour' where order_id = ${order.id}`.execute(world.db);
    expect(await calculate()).toEqual({ added: 1, changed: 0, removed: 1 });
    expect(await operationsOf(order)).toEqual(before);
    const { rows } = await sql<{ isThen: boolean }>`
      select max(h.date) = min(s.date) as "isThen" from order_history h join stock_operation s on s.order_id = h.order_id
      where h.order_id = ${order.id} and h.type_element = 'Status'`.execute(world.db);
    expect(rows[0]?.isThen).toBe(true);
  });

  test("recalculation of stock — does not change locked and manual operations", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.cooking);
    const { rows } = await sql<{ id: number }>`
      update stock_operation set is_locked = true, count = 77 where id = (
        select min(id) from stock_operation where order_id = ${order.id}) returning id`.execute(world.db);
    const { json } = await write((await rowOf("Рис")).id, "-", 3);
    expect(await calculate()).toEqual(nothing);
    await move(order, statusIds.canceled, "Передумали");
    const kept = await sql<{ id: number; count: number }>`
      select id, count from stock_operation where order_id = ${order.id} or id = ${json[0]?.id} order by id`.execute(
      world.db,
    );
    expect(kept.rows).toEqual([
      { id: rows[0]?.id, count: 77 },
      { id: json[0]?.id, count: 3 },
    ]);
  });

  test("recalculation of stock — removes the operations of orders that are cancelled or in a status that reserves no stock", async () => {
    const orders = [await givenOrder(world), await givenOrder(world)] as const;
    await move(orders[1], statusIds.canceled, "Передумали");
    for (const { id } of orders)
      await sql`insert into stock_operation (company_id, stock_item_id, operation_type, count, is_reserved, order_id)
        values (1, 1, '-', 7, true, ${id})`.execute(world.db);
    expect(await calculate()).toEqual({ added: 0, changed: 0, removed: 2 });
  });

  test("recalculation of stock — adds no operations to a cancelled order", async () => {
    const { rows } = await sql<{ id: number }>`
      insert into order_status (company_id, name, is_cancel, is_editable, is_add_stock_operation)
      values (1, 'Отменён на кухне', true, true, true) returning id`.execute(world.db);
    const order = await givenOrder(world);
    await move(order, rows[0]?.id ?? 0);
    const items = [{ ...lineOf(await dishOf(world, "Маргарита")), count: 3 }];
    const { status } = await world.ask("editOrder", {
      as: "manager",
      path: pathOf(order),
      body: { phone: "+79160000001", items },
    });
    expect([status, await operationsOf(order), await calculate()]).toEqual([200, [], nothing]);
  });

  test("recalculation of stock — changes no operations of an order closed with a status that writes off no stock", async () => {
    const { rows } = await sql<{ id: number }>`
      insert into order_status (company_id, name, is_editable, is_closed) values (1, 'Закрыт без склада', false, true)
      returning id`.execute(world.db);
    const orders = [await givenOrder(world), await givenOrder(world)] as const;
    await move(orders[0], statusIds.cooking);
    for (const order of orders) await move(order, rows[0]?.id ?? 0);
    expect(await calculate()).toEqual(nothing);
    expect(await countsOf(orders[0])).toEqual(await usedBy(orders[0]));
    expect(await operationsOf(orders[1])).toEqual([]);
  });

  test("recalculation of stock — is limited to the requested period and stock item", async () => {
    const order = await givenOrder(world);
    await move(order, statusIds.delivered);
    await sql`update stock_operation set count = count + 1 where order_id = ${order.id}`.execute(world.db);
    expect(await calculate({ startDate: "2020-01-01", endDate: "2020-02-01" })).toEqual(nothing);
    const [first, ...others] = await operationsOf(order);
    expect(await calculate({ stockItemId: first?.stockItemId ?? 0 })).toEqual({ ...nothing, changed: 1 });
    expect(await calculate()).toEqual({ ...nothing, changed: others.length });
  });
});

test("balance of a stock item — changes each day by the receipts and issues of that day", async () => {
  const { id } = await rowOf("Томаты");
  const { json } = await world.ask("getStockBalance", { as: "manager", path: { ...path, id } });
  const row = await rowOf("Томаты");
  expect([json.title, json.unit, json.reservedCount]).toEqual(["Томаты", "кг", row.reservedCount]);
  expect(json.days.length).toBeGreaterThan(27);
  expect(json.days.at(-1)?.balance).toBeCloseTo(row.count, 5);
  for (const [at, day] of json.days.entries()) {
    const before = json.days[at - 1];
    if (before) expect(day.balance).toBeCloseTo(before.balance + day.income - day.expense, 5);
  }
});
