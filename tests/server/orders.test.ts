import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { priceOrder } from "#domain/pricing.ts";
import { today } from "../support/server/moscow.ts";
import { discountIds, dishOf, givenOrder, lineOf, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { readUnitCosts } from "../support/server/packingLists.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const company = { companyId: 1 };
const COURIER = 7;
const get = async (order: { id: number }) => (await world.ask("getOrder", { as: "owner", path: pathOf(order) })).json;
const history = async (order: { id: number }) =>
  (await world.ask("listOrderHistory", { as: "owner", path: pathOf(order) })).json.map(
    (one) => `${one.typeElement} ${one.type} ${one.newName}`,
  );

describe("new order", () => {
  test("new order — has the amounts that `priceOrder` calculates, a normalised phone number, and each tag once", async () => {
    const dish = await dishOf(world, "Пепперони");
    const [extra] = dish.modificators;
    if (!extra) throw new Error("the demo's pizzas have modifiers");
    const line = lineOf(dish, { count: 3, modificators: [{ modificatorId: extra.id, count: 2 }], note: " порезать " });
    const order = await givenOrder(world, {
      items: [line],
      discountId: discountIds.category,
      tags: [1, 2, 1],
      phone: "8 (916) 123-45-67",
      deliveryPhone: "",
      persons: 2,
      deliveryChange: 5000,
    });
    const expected = priceOrder({
      lines: [{ ...line, price: dish.price, modificators: [{ price: extra.price, count: 2 }] }],
      discount: { type: "%", value: 0, detail: [{ categoryId: line.categoryId, itemId: -1, type: "%", value: 15 }] },
    });
    expect(order.amount).toBe(expected.amount);
    expect(order.discountAmount).toBe(expected.discountAmount);
    expect(order.items[0]).toMatchObject({
      amount: expected.lines[0]?.amount,
      discountDescription: expected.lines[0]?.discountDescription,
      note: "порезать",
    });
    expect(order.items[0]?.modificators[0]).toMatchObject({
      modificatorName: extra.name,
      count: 2,
      amount: extra.price * 2,
    });
    expect(order).toMatchObject({
      phone: "+79161234567",
      deliveryPhone: null,
      tags: [1, 2],
      version: 1,
      operatorAlias: "Анна Орлова",
      statusId: statusIds.new,
    });
  });

  test("new order — gets the next number of the business day", async () => {
    const [first, second] = [await givenOrder(world), await givenOrder(world)];
    expect(second.internalId).toBe(first.internalId + 1);
    expect(second.id).toBeGreaterThan(first.id);
  });

  test("new order — is numbered in the business day on which it is due", async () => {
    const first = await givenOrder(world, { date: "2027-02-03T10:00:00+03:00" });
    const order = await givenOrder(world);
    const second = await givenOrder(world, { date: "2027-02-03T23:59:00+03:00" });
    const nextDay = await givenOrder(world, { date: "2027-02-04T00:01:00+03:00" });
    expect([first, second, nextDay].map(({ internalId }) => internalId)).toEqual([1, 2, 1]);
    expect(order.internalId).toBeGreaterThan(1);
  });

  test("order — gets a new number when an edit moves its due time to a different day", async () => {
    const planned = await givenOrder(world, { date: "2027-02-05T10:00:00+03:00" });
    const order = await givenOrder(world);
    const edit = async (date: string) =>
      (
        await world.ask("editOrder", {
          as: "operator",
          path: pathOf(order),
          body: {
            items: order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count })),
            phone: order.phone,
            date,
          },
        })
      ).json;
    const historyOf = async () =>
      (await world.ask("listOrderHistory", { as: "operator", path: pathOf(order) })).json.map(({ newName }) => newName);
    const moved = await edit("2027-02-05T12:00:00+03:00");
    expect(moved.internalId).toBe(planned.internalId + 1);
    expect(await historyOf()).toContain(`Номер ${moved.internalId} на 05.02.2027, был ${order.internalId}`);
    const entries = (await historyOf()).length;
    expect((await edit("2027-02-05T13:00:00+03:00")).internalId).toBe(moved.internalId);
    expect(await historyOf()).toHaveLength(entries + 1);
  });

  test("new order — is due now if it has no due time", async () => {
    expect(Math.abs(new Date((await givenOrder(world)).date).getTime() - Date.now())).toBeLessThan(5000);
    const later = await givenOrder(world, { date: "2027-01-02T10:00:00+03:00" });
    expect(new Date(later.date).toISOString()).toBe("2027-01-02T07:00:00.000Z");
  });

  test("new order — is refused with the name of its invalid field", async () => {
    const dish = await dishOf(world, "Маргарита");
    const bad: [object, string][] = [
      [{ phone: "123" }, "phone"],
      [{ deliveryPhone: "1" }, "deliveryPhone"],
      [{ items: [{ ...lineOf(dish), itemId: 99999 }] }, "items.0.itemId"],
      [{ items: [lineOf(dish), { ...lineOf(dish), categoryId: 2 }] }, "items.1.categoryId"],
      [
        { items: [lineOf(dish, { modificators: [{ modificatorId: 1, count: 1 }] })] },
        "items.0.modificators.0.modificatorId",
      ],
      [{ items: [lineOf(dish, { count: 0 })] }, "items.0.count"],
      [{ items: [{ ...lineOf(dish), count: 1.5 }] }, "items.0.count"],
      [{ items: [] }, "items"],
      [{ tags: [999] }, "tags"],
      [{ discountId: 999 }, "discountId"],
      [{ discountId: discountIds.removed }, "discountId"],
      [{ operatorPhoneCallId: 999_999 }, "operatorPhoneCallId"],
      [{ date: "2026-02-31T10:00:00Z" }, "date"],
      [{ date: "0001-01-01T00:00:00Z" }, "date"],
      [{ deliveryChange: 10.001 }, "deliveryChange"],
      [{ companyId: 2 }, "companyId"],
      [{ persons: 5000 }, "persons"],
    ];
    for (const [wrong, field] of bad) {
      const body = { items: [lineOf(dish)], phone: "+79160000001", ...wrong };
      const { status, problem } = await world.ask("createOrder", { as: "operator", path: company, body });
      expect([field, status, Object.keys(problem.errors ?? {})]).toEqual([field, 400, [field]]);
    }
  });

  test("new order — cannot contain a dish or a tag of another company", async () => {
    const { json: menu } = await world.ask("listMenuItems", { as: "owner2", path: { companyId: 3 } });
    const foreign = menu[0];
    if (!foreign) throw new Error("company 3 has a menu");
    const body = { items: [lineOf(foreign)], phone: "+79160000001" };
    expect((await world.ask("createOrder", { as: "operator", path: company, body })).problem.errors).toHaveProperty(
      "items.0.itemId",
    );
    const tagged = { items: [lineOf(await dishOf(world, "Борщ"))], phone: "+79160000001", tags: [21] };
    expect(
      (await world.ask("createOrder", { as: "operator", path: company, body: tagged })).problem.errors,
    ).toHaveProperty("tags");
  });
});

describe("promised time of an order", () => {
  const setLead = (minutes: number) => sql`update company set lead_minutes = ${minutes} where id = 1`.execute(world.db);
  const minutesTo = ({ date, promisedAt }: { date: string; promisedAt: string | null }) =>
    promisedAt && (Date.parse(promisedAt) - Date.parse(date)) / 60_000;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  test.each([
    ["that is due now", { isAsap: true, date: inHours(0) }],
    ["without a due time", { date: null }],
    ["whose due time is the time of the save", { date: inHours(0) }],
  ])("an order %s is promised for the current time plus the lead time of the company", async (_, more) => {
    await setLead(45);
    const order = await givenOrder(world, more);
    expect(minutesTo(order)).toBe(45);
    const { json } = await world.ask("listOrderSummary", { as: "operator", path: company, query: {} });
    expect(json.find(({ id }) => id === order.id)?.promisedAt).toBe(order.promisedAt);
  });

  test("an order for a later time has no separate promised time", async () => {
    expect((await givenOrder(world, { date: inHours(3) })).promisedAt).toBeNull();
  });

  test("an edit of an order keeps the promised time unless the edit changes the due time", async () => {
    await setLead(30);
    const order = await givenOrder(world, { isAsap: true, date: inHours(0) });
    await setLead(90);
    const edit = async (more: object) => {
      const body = { items: [], phone: order.phone, ...more };
      const lines = order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count }));
      await world.ask("editOrder", { as: "operator", path: pathOf(order), body: { ...body, items: lines } });
      return get(order);
    };
    expect((await edit({ date: order.date, persons: 3 })).promisedAt).toBe(order.promisedAt);
    expect((await edit({ persons: 4 })).promisedAt).toBe(order.promisedAt);
    expect((await edit({ date: inHours(5) })).promisedAt).toBeNull();
    expect(minutesTo(await edit({ date: inHours(0), isAsap: true }))).toBe(90);
  });
});

describe("discounts of an order", () => {
  test("discounts of an order — are limited by the permissions of the caller", async () => {
    const dish = await dishOf(world, "Маргарита");
    const save = (discountId: number) => ({ items: [lineOf(dish, { count: 2 })], phone: "+79160000001", discountId });
    const asOperator = await world.ask("createOrder", { as: "operator", path: company, body: save(discountIds.half) });
    expect(asOperator.status).toBe(403);
    expect(asOperator.problem.message).toContain("не больше 20 %");
    expect(
      (await world.ask("createOrder", { as: "operator", path: company, body: save(discountIds.fixed) })).status,
    ).toBe(403);
    expect(
      (await world.ask("createOrder", { as: "manager", path: company, body: save(discountIds.half) })).json.amount,
    ).toBe(490);
    await sql`update role set permissions = permissions - 'discount.apply' where id = 3`.execute(world.db);
    expect(
      (await world.ask("createOrder", { as: "operator", path: company, body: save(discountIds.percent) })).status,
    ).toBe(403);
    await sql`update role set permissions = permissions || '{"discount.apply": 1}' where id = 3`.execute(world.db);
  });

  test.each([
    ["10 % for all dishes", 882, discountIds.percent],
    ["15 % for a category", 833, discountIds.category],
    ["50 roubles for a dish", 880, discountIds.item],
    ["80 roubles for a dish and 5 % for other dishes", 820, discountIds.mixed],
  ])("a discount of %s reduces the price of two pizzas from 980 to %i roubles", async (_, amount, discountId) => {
    expect((await givenOrder(world, { discountId }, "manager")).amount).toBe(amount);
  });
});

describe("editing an order", () => {
  const edit = (order: { id: number }, body: object, more: { seen?: number | string; as?: string } = {}) =>
    world.ask("editOrder", {
      as: "operator",
      path: pathOf(order),
      body: { phone: "+79160000001", items: [], ...body },
      ...more,
    });

  test("an order line that is sent twice is reported at the id of the second line", async () => {
    const order = await givenOrder(world);
    const dish = await dishOf(world, "Маргарита");
    const items = [1, 9].map((count) => lineOf(dish, { id: order.items[0]?.id ?? 0, count }));
    const { status, problem } = await edit(order, { items });
    expect([status, problem.errors]).toEqual([400, { "items.1.id": "Эта позиция названа дважды." }]);
  });

  test("an edit may raise the discount percentage up to the caller's limit, and may keep an existing percentage above the limit", async () => {
    const dish = await dishOf(world, "Маргарита");
    const items = (count: number) => [lineOf(dish, { count })];
    const order = await givenOrder(world, { items: items(10), discountId: discountIds.fixed });
    const { status, problem } = await edit(order, { items: items(1), discountId: discountIds.fixed });
    expect([status, problem.message]).toEqual([403, expect.stringContaining("не больше 20 %")]);
    expect((await edit(order, { items: items(9), discountId: discountIds.fixed })).status).toBe(200);
    await edit(order, { items: items(2), discountId: discountIds.half }, { as: "manager" });
    expect((await edit(order, { items: items(3), discountId: discountIds.half })).json.amount).toBe(735);
  });

  test("a discount may exceed the caller's limit only by the rounding to kopecks", async () => {
    const dish = await dishOf(world, "Борщ");
    await sql`update item set price = 49.98 where id = ${dish.id}`.execute(world.db);
    await sql`update discount set value = 20 where id = ${discountIds.percent}`.execute(world.db);
    const order = await givenOrder(world, { items: [lineOf(dish)], discountId: discountIds.percent });
    expect(order).toMatchObject({ amount: 39.98, discountAmount: 10 });
    await sql`update discount set value = 20.5 where id = ${discountIds.percent}`.execute(world.db);
    const { status, problem } = await edit(order, {
      items: [lineOf(dish, { count: 5 })],
      discountId: discountIds.percent,
    });
    expect([status, problem.message]).toEqual([403, expect.stringMatching(/составит 20,5 %.*не больше 20,01 %/)]);
    await sql`update discount set value = 10 where id = ${discountIds.percent}`.execute(world.db);
    await sql`update item set price = ${dish.price} where id = ${dish.id}`.execute(world.db);
  });

  test("a changed discount affects an existing order only when an edit changes its dishes or counts", async () => {
    const dish = await dishOf(world, "Маргарита");
    const order = await givenOrder(
      world,
      { items: [lineOf(dish, { count: 2 })], discountId: discountIds.mixed },
      "manager",
    );
    await world.ask("acceptPayment", {
      as: "operator",
      path: pathOf(order),
      body: { payment: [{ paymentMethodId: 1, amount: order.amount }] },
    });
    const { rows } = await sql<{
      detail: unknown;
    }>`update discount set name = 'Щедрая', detail = null, type = '%', value = 50
      where id = ${discountIds.mixed} returning (select detail from discount d where d.id = discount.id) as detail`.execute(
      world.db,
    );
    const again = { items: [lineOf(dish, { count: 2, note: "погорячее" })], discountId: discountIds.mixed };
    const moved = await edit(order, { ...again, deliveryAddress: "ул. Мира" }, { as: "manager" });
    const { amount, discountAmount, discountName } = order;
    expect(moved.json).toMatchObject({ amount, discountAmount, discountName, deliveryAddress: "ул. Мира" });
    expect(moved.json.items[0]).toMatchObject({ ...order.items[0], note: "погорячее" });
    const more = { ...again, items: [lineOf(dish, { count: 4 })] };
    expect((await edit(order, more, { as: "manager" })).json).toMatchObject({ amount: 980, discountName: "Щедрая" });
    await sql`update discount set name = ${discountName}, detail = ${JSON.stringify(rows[0]?.detail)}::jsonb
      where id = ${discountIds.mixed}`.execute(world.db);
  });

  test("the modifiers of an order line keep their prices until the count of the line changes", async () => {
    const dish = await dishOf(world, "Мясная");
    const [extra] = dish.modificators;
    const modificators = [{ modificatorId: extra?.id ?? 0, count: 1 }];
    const order = await givenOrder(world, { items: [lineOf(dish, { modificators })] });
    await sql`update item_modificator set price = 77 where item_id = ${dish.id}`.execute(world.db);
    expect((await edit(order, { items: [lineOf(dish)] })).json.items[0]?.modificators[0]?.price).toBe(extra?.price);
    expect((await edit(order, { items: [lineOf(dish, { count: 2 })] })).json.items[0]?.modificators[0]?.price).toBe(77);
    await sql`update item_modificator set price = ${extra?.price ?? -1} where item_id = ${dish.id}`.execute(world.db);
  });

  test("a modifier that is sent twice for one line is refused", async () => {
    const dish = await dishOf(world, "Мясная");
    const [first, second] = dish.modificators.map(({ id }) => ({ modificatorId: id, count: 1 }));
    if (!first || !second) throw new Error("a dish with two modifiers");
    const order = await givenOrder(world, { items: [lineOf(dish, { modificators: [first, second] })] });
    const { status, problem } = await edit(order, { items: [lineOf(dish, { modificators: [first, first] })] });
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ["items.0.modificators.1.modificatorId"]]);
  });

  test("a long note in the history of an order is cut without splitting a surrogate pair", async () => {
    const note = `${"a".repeat(599)}😀 спасибо`;
    const order = await givenOrder(world);
    const { status } = await edit(order, { items: [lineOf(await dishOf(world, "Маргарита"), { count: 2 })], note });
    expect([status, (await history(order))[0]]).toEqual([200, `Order Update ${"a".repeat(599)}`]);
  });

  test("an order line keeps its price until its count changes", async () => {
    const [dish, other] = [await dishOf(world, "Борщ"), await dishOf(world, "Уха")];
    const order = await givenOrder(world, { items: [lineOf(dish), lineOf(other)] });
    await sql`update item set price = price + 100 where id in (${dish.id}, ${other.id})`.execute(world.db);
    const { json } = await edit(order, { items: [lineOf(dish, { note: "погорячее" }), lineOf(other, { count: 2 })] });
    expect(json.items.map(({ price, note }) => [price, note])).toEqual([
      [dish.price, "погорячее"],
      [other.price + 100, null],
    ]);
    expect(json.items.map(({ id }) => id)).toEqual(order.items.map(({ id }) => id));
    await sql`update item set price = price - 100 where id in (${dish.id}, ${other.id})`.execute(world.db);
  });

  test("an edit that omits the modifiers and the note of an order line keeps both", async () => {
    const dish = await dishOf(world, "Мясная");
    const modificators = [{ modificatorId: dish.modificators[0]?.id ?? 0, count: 1 }];
    const order = await givenOrder(world, { items: [lineOf(dish, { modificators, note: "хрустящее тесто" })] });
    const kept = await edit(order, { items: [lineOf(dish)] });
    expect(kept.json.items[0]).toMatchObject({ note: "хрустящее тесто", modificators: order.items[0]?.modificators });
    const emptied = await edit(order, { items: [lineOf(dish, { modificators: [], note: null })] });
    expect(emptied.json.items[0]).toMatchObject({ note: null, modificators: [] });
    expect(emptied.json.amount).toBe(dish.price);
  });

  test("a removed dish stays in existing orders, and is refused in a new order", async () => {
    const dish = await dishOf(world, "Щи");
    const order = await givenOrder(world, { items: [lineOf(dish)] });
    await sql`update item set is_removed = true where id = ${dish.id}`.execute(world.db);
    expect((await get(order)).items[0]?.isRemoved).toBe(true);
    expect((await edit(order, { items: [lineOf(dish)] })).status).toBe(200);
    expect((await edit(order, { items: [lineOf(dish, { count: 2 })] })).json.items[0]?.price).toBe(dish.price);
    const fresh = await world.ask("createOrder", {
      as: "operator",
      path: company,
      body: { items: [lineOf(dish)], phone: "+79160000001" },
    });
    expect(fresh.problem.errors).toEqual({ "items.0.itemId": "Этого блюда нет в меню." });
    await sql`update item set is_removed = false where id = ${dish.id}`.execute(world.db);
  });

  test("saving an outdated version of an order returns 412 with the current order", async () => {
    const dish = await dishOf(world, "Борщ");
    const order = await givenOrder(world, { items: [lineOf(dish)] });
    expect((await edit(order, { items: [lineOf(dish)], note: "первый" }, { seen: 1 })).json.version).toBe(2);
    const stale = await edit(order, { items: [lineOf(dish)], note: "второй" }, { seen: '"1"' });
    expect([stale.status, stale.problem.order?.version]).toEqual([412, 2]);
    expect((await get(order)).note).toBe("первый");
    expect((await edit(order, { items: [lineOf(dish)] }, { seen: '"2"' })).status).toBe(200);
    expect((await edit(order, { items: [lineOf(dish)] }, { seen: "three" })).status).toBe(400);
  });

  test("an edit of another operator's order requires the permission order.editForeign", async () => {
    const dish = await dishOf(world, "Борщ");
    const order = await givenOrder(world, { items: [lineOf(dish)] }, "manager");
    expect((await edit(order, { items: [lineOf(dish)] })).status).toBe(403);
    expect((await edit(order, { items: [lineOf(dish)] }, { as: "owner" })).status).toBe(200);
  });

  test("edits of ready, closed and unknown orders are refused", async () => {
    const dish = await dishOf(world, "Борщ");
    const order = await givenOrder(world, { items: [lineOf(dish)] });
    const move = (orderStatusId: number) =>
      world.ask("changeOrderStatus", { as: "owner", path: pathOf(order), body: { orderStatusId } });
    await move(statusIds.ready);
    expect((await edit(order, { items: [lineOf(dish)] })).status).toBe(409);
    await move(statusIds.delivered);
    expect((await edit(order, { items: [lineOf(dish)] })).problem.message).toBe("Заказ закрыт, изменить его нельзя.");
    expect((await edit({ id: 2_000_000_000 }, { items: [lineOf(dish)] })).status).toBe(404);
  });

  test("the amount of an order cannot become less than the paid amount", async () => {
    const order = await givenOrder(world);
    await world.ask("acceptPayment", {
      as: "operator",
      path: pathOf(order),
      body: { payment: [{ paymentMethodId: 1, amount: 900 }] },
    });
    const { status, problem } = await edit(order, { items: [lineOf(await dishOf(world, "Борщ"))] });
    expect([status, problem.message]).toEqual([409, expect.stringContaining("уже принято")]);
  });

  test("the history of an order contains each changed delivery field and the due time", async () => {
    const line = lineOf(await dishOf(world, "Борщ"));
    const order = await givenOrder(world, { items: [line], deliveryAddress: "ул. Садовая" });
    await edit(order, {
      items: [line],
      deliveryAddress: "ул. Садовая",
      deliveryAddressLevel: "3",
      deliveryPhone: "+79160000009",
      deliveryChange: 5000,
      persons: 4,
      date: "2026-02-01T20:15:00Z",
    });
    expect((await history(order)).map((one) => one.replaceAll("\u00a0", " "))).toEqual(
      expect.arrayContaining([
        "Delivery Update ул. Садовая, эт. 3",
        "Delivery Update Телефон доставки +79160000009",
        "Delivery Update Сдача с 5 000,00 р.",
        "Delivery Update Персон: 4",
        "Order Update Время 01.02.2026 23:15",
      ]),
    );
  });

  test("the history of an order contains a record of each changed line, tag, discount, address and note", async () => {
    const [dish, other] = [await dishOf(world, "Борщ"), await dishOf(world, "Уха")];
    const order = await givenOrder(world, { items: [lineOf(dish)], tags: [1], deliveryAddress: "ул. Садовая" });
    await edit(order, {
      items: [lineOf(other)],
      tags: [3],
      discountId: discountIds.percent,
      deliveryAddress: "ул. Мира",
      note: "быстрее",
    });
    const entries = await history(order);
    for (const entry of [
      "Item Delete Борщ × 1",
      "Item Add Уха × 1",
      "Tag Add Постоянный клиент",
      "Tag Delete Срочно",
      "Discount Add Постоянный клиент −10 %",
      "Delivery Update ул. Мира",
      "Order Update быстрее",
    ])
      expect(entries).toContain(entry);
  });
});

describe("lists of orders", () => {
  const periodLists = ["listOrderSummary", "listOrderMediumSummary", "listOrderDays", "listRealization"] as const;

  const list = (query: Record<string, string>) =>
    world.ask("listOrderMediumSummary", { as: "operator", path: company, query });

  test("the list of open orders contains the open orders of all days and no other orders, the earliest promised time first", async () => {
    const old = await givenOrder(world, { date: new Date(Date.now() - 3 * 86_400_000).toISOString() });
    const { json } = await list({ isOpenedOnly: "true" });
    expect(json.every(({ isClosed, isCanceled }) => !isClosed && !isCanceled)).toBe(true);
    expect(json.map(({ id }) => id)).toContain(old.id);
    const expected = json.map(({ date, promisedAt }) => promisedAt ?? date);
    expect(expected).toEqual([...expected].sort());
    expect((await list({ isOpenedOnly: "true", startDate: today() })).json.map(({ id }) => id)).not.toContain(old.id);
  });

  test("the extended summary with details has the version, the dishes and the paid amount of an order", async () => {
    const order = await givenOrder(world);
    const payment = [{ paymentMethodId: methodIds.cash, amount: 400 }];
    const accepted = await world.ask("acceptPayment", { as: "cashier", path: pathOf(order), body: { payment } });
    expect(accepted.json.payments).toMatchObject([{ amount: 400, isComplited: true }]);
    const { json } = await list({ isOpenedOnly: "true", hasDetails: "true" });
    expect(json.find(({ id }) => id === order.id)).toMatchObject({
      version: accepted.json.order.version,
      dishes: [{ name: "Маргарита", count: 2 }],
      paidAmount: 400,
    });
  });

  test("the extended summary contains the names of the customer and the courier, and the unpaid amount", async () => {
    const order = await givenOrder(world, {
      phone: "+79161119988",
      deliveryAddress: "ул. Садовая",
      deliveryAddressBuilding: "5",
    });
    await sql`update customer set alias = 'Мария' where id = (select customer_id from orders where id = ${order.id})`.execute(
      world.db,
    );
    const read = async () => (await list({ isOpenedOnly: "true" })).json.find(({ id }) => id === order.id);
    expect(await read()).toMatchObject({ customerName: "Мария", courierName: null, requiredAmount: 980 });
    const payment = [{ paymentMethodId: methodIds.cash, amount: 400 }];
    await world.ask("acceptPayment", { as: "operator", path: pathOf(order), body: { payment } });
    await world.ask("assignDelivery", {
      as: "manager",
      path: pathOf(order),
      body: { courierId: COURIER, seenCourierId: null },
      key: "list-assign",
    });
    expect(await read()).toMatchObject({ courierName: "Денис Воронов", requiredAmount: 580 });
    const canceled = await givenOrder(world);
    await world.ask("changeOrderStatus", {
      as: "owner",
      path: pathOf(canceled),
      body: { orderStatusId: statusIds.canceled, orderStatusReason: "Передумал" },
    });
    const { json: all } = await list({});
    expect(all.find(({ id }) => id === canceled.id)).toMatchObject({ isCanceled: true, requiredAmount: 0 });
    const { json: short } = await world.ask("listOrderSummary", { as: "operator", path: company });
    expect(short.find(({ id }) => id === order.id)).not.toHaveProperty("courierName");
  });

  test("the lists of orders can be filtered by period, statuses and tags", async () => {
    const order = await givenOrder(world, {
      date: "2027-03-05T23:30:00+03:00",
      tags: [4],
      deliveryAddress: "ул. Лесная",
      deliveryAddressBuilding: "3",
      deliveryAddressApartmentNumber: "8",
    });
    const idsOf = async (query: Record<string, string | string[]>) =>
      (await world.ask("listOrderSummary", { as: "operator", path: company, query })).json.map(({ id }) => id);
    expect(await idsOf({ startDate: "2027-03-05", endDate: "2027-03-05" })).toEqual([order.id]);
    expect(await idsOf({ startDate: "2027-03-06", endDate: "2027-03-06" })).toEqual([]);
    expect(await idsOf({ startDate: "2027-03-05T20:30:00.000Z", endDate: "2027-03-05T20:30:00.000Z" })).toEqual([
      order.id,
    ]);
    expect(await idsOf({ startDate: "2027-03-05", orderStatusId: ["1", "2"], orderTagId: "4" })).toEqual([order.id]);
    expect(await idsOf({ startDate: "2027-03-05", orderTagId: "5" })).toEqual([]);
    expect(await idsOf({ startDate: "2027-03-05", endDate: "", orderTagId: "" })).toEqual([order.id]);
    const refused = await world.ask("listOrderSummary", { as: "operator", path: company, query: { orderTagId: "x" } });
    expect(refused.status).toBe(400);
    const { json } = await list({ startDate: "2027-03-05", endDate: "2027-03-05" });
    expect(json[0]?.deliveryAddress).toBe("ул. Лесная, 3, кв. 8");
    const summary = await world.ask("listOrderSummary", {
      as: "operator",
      path: company,
      query: { startDate: "2027-03-05", endDate: "2027-03-05" },
    });
    expect(json).toMatchObject(summary.json);
    const { json: days } = await world.ask("listOrderDays", {
      as: "operator",
      path: company,
      query: { startDate: "2027-03-01" },
    });
    expect(days).toEqual([{ date: "2027-03-05", count: 1 }]);
  });

  test("an order list for a period that ends before its start is refused", async () => {
    const query = { startDate: "2026-11-20", endDate: "2026-10-01" };
    for (const id of periodLists) {
      const { status, problem } = await world.ask(id, { as: "operator", path: company, query });
      expect([id, status, problem.message]).toEqual([id, 400, "Конец периода раньше его начала."]);
      expect(problem.errors?.["endDate"]).toBe(problem.message);
    }
  });

  test.each([
    ["0001-01-01", "9999-12-31"],
    ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"],
  ])("each order list for the extreme period from %s to %s contains all orders", async (startDate, endDate) => {
    for (const id of periodLists) {
      const whole = await world.ask(id, { as: "operator", path: company, query: { startDate, endDate } });
      const known = await world.ask(id, {
        as: "operator",
        path: company,
        query: { startDate: "2020-01-01", endDate: "2030-01-01" },
      });
      expect([id, whole.status]).toEqual([id, 200]);
      expect(whole.json).toEqual(known.json);
    }
  });

  test("the list and the details of orders return no data of another company", async () => {
    const { json: mine } = await world.ask("listOrders", {
      as: "owner",
      path: company,
      query: { startDate: "2020-01-01" },
    });
    const foreign = await sql<{ id: number }>`select id from orders where company_id <> 1`.execute(world.db);
    const ids = new Set(mine.map(({ id }) => id));
    expect(foreign.rows.some(({ id }) => ids.has(id))).toBe(false);
    const [one] = foreign.rows;
    for (const operation of [
      "getOrder",
      "getOrderPrimeCost",
      "listUsedStockItems",
      "listOrderHistory",
      "listPayments",
    ] as const)
      expect((await world.ask(operation, { as: "owner", path: pathOf({ id: one?.id ?? 0 }) })).status).toBe(404);
  });

  test("an order leaves the list of open orders when its status gets the flag isClosed, and returns when the flag is cleared", async () => {
    const order = await givenOrder(world);
    await sql`update order_status set is_closed = true where id = ${statusIds.new}`.execute(world.db);
    expect((await list({ isOpenedOnly: "true" })).json.map(({ id }) => id)).not.toContain(order.id);
    await sql`update order_status set is_closed = false where id = ${statusIds.new}`.execute(world.db);
    expect((await list({ isOpenedOnly: "true" })).json.map(({ id }) => id)).toContain(order.id);
  });
});

test("cost of an order — is calculated from the recipes of its dishes and modifiers", async () => {
  const dish = await dishOf(world, "Маргарита");
  const bacon = dish.modificators.find(({ name }) => name === "Бекон");
  const order = await givenOrder(world, {
    items: [lineOf(dish, { count: 2, modificators: [{ modificatorId: bacon?.id ?? 0, count: 2 }] })],
  });
  const { json } = await world.ask("getOrderPrimeCost", { as: "owner", path: pathOf(order) });
  const costOf = await readUnitCosts(world);
  const dough =
    0.62 * costOf("Мука") + 0.01 * costOf("Дрожжи") + 0.05 * costOf("Масло подсолнечное") + 0.01 * costOf("Соль");
  const sauce = 0.9 * costOf("Томаты") + 0.05 * costOf("Масло подсолнечное") + 0.01 * costOf("Соль");
  const filling = 0.14 * costOf("Сыр моцарелла") + costOf("Упаковка") + 0.1 * costOf("Томаты");
  const expected = 2 * (0.32 * dough + 0.08 * sauce + filling) + 2 * 0.05 * costOf("Бекон");
  expect(Math.abs(json.primeCost - expected)).toBeLessThan(0.02);
});

test("customer — is found by a phone number that begins with 8, 7 or +7", async () => {
  const order = await givenOrder(world, {
    phone: "89167770011",
    deliveryAddress: "ул. Мира",
    deliveryAddressBuilding: "5",
  });
  for (const phone of ["89167770011", "79167770011", "+79167770011"]) {
    const { json } = await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone } });
    expect(json).toMatchObject({
      phone: "+79167770011",
      orderCount: 1,
      totalPay: 980,
      avaragePay: 980,
      addresses: [{ deliveryAddress: "ул. Мира" }],
      lastOrders: [{ id: order.id, dishes: order.items.map(({ name }) => name) }],
    });
  }
  for (const phone of ["89160009999", "пусто", "1"])
    expect((await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone } })).status).toBe(404);
});

test("name of a customer — is stored for a new customer and never replaces a stored name", async () => {
  const nameOf = async (phone: string) =>
    (await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone } })).json.alias;
  await givenOrder(world, { phone: "+79167770031", customerName: "  Василиса " });
  expect(await nameOf("+79167770031")).toBe("Василиса");
  const order = await givenOrder(world, { phone: "+79167770031", customerName: "Другая" });
  expect(await nameOf("+79167770031")).toBe("Василиса");
  const items = order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count }));
  const body = { items, phone: "+79167770032", customerName: "Новая" };
  expect((await world.ask("editOrder", { as: "operator", path: pathOf(order), body })).status).toBe(200);
  expect(await nameOf("+79167770032")).toBe("Новая");
});

test("total of a customer — can exceed the limit for one order", async () => {
  const phone = "+79167770022";
  const orders = [await givenOrder(world, { phone }), await givenOrder(world, { phone })];
  const ids = orders.map(({ id }) => id);
  await sql`update orders set amount = 99000000 where id = any(${ids}::int[])`.execute(world.db);
  const { json } = await world.ask("findCustomer", { as: "operator", path: { companyId: 1, phone } });
  expect([json.totalPay, json.avaragePay]).toEqual([198_000_000, 99_000_000]);
});
