import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { operations } from "#api/schema.d.ts";
import { lockPhoneOfToken } from "#server/services/configuration/operatorPhones.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Ids of the operations that list, create, read, change, remove and reorder records, keyed by the kind of record. */
const kinds = {
  status: [
    "summarizeOrderStatuses",
    "createOrderStatus",
    "getOrderStatus",
    "updateOrderStatus",
    "deleteOrderStatus",
    "reorderOrderStatuses",
  ],
  tag: ["summarizeTags", "createTag", "getTag", "updateTag", "deleteTag", "reorderTags"],
  discount: [
    "summarizeDiscounts",
    "createDiscount",
    "getDiscount",
    "updateDiscount",
    "deleteDiscount",
    "reorderDiscounts",
  ],
  method: [
    "listPaymentMethods",
    "createPaymentMethod",
    "getPaymentMethod",
    "updatePaymentMethod",
    "deletePaymentMethod",
    "reorderPaymentMethods",
  ],
} as const satisfies Record<string, readonly (keyof operations)[]>;

const extra = { status: {}, tag: {}, discount: { type: "%", value: 5 }, method: {} } as const;

type Entry = { id: number; name: string; order: number; version: number };

const callsOf = (kind: keyof typeof kinds) => {
  const [list, create, get, update, remove, order] = kinds[kind];
  const at = (id: number, companyId = 1) => ({ id, companyId });
  const text = (value: object) => ({ raw: { text: JSON.stringify(value) } });
  return {
    list: async () => (await world.ask(list, { as: "owner" })).json as unknown as Entry[],
    create: (name: string, more: object = {}, as = "owner") =>
      world.ask(create, { as, ...text({ name, ...extra[kind], ...more }) }),
    get: (id: number, as = "operator") => world.ask(get, { as, path: at(id) }),
    update: (
      id: number,
      name: string,
      how: { seen?: number; key?: string; more?: object; companyId?: number; as?: string } = {},
    ) =>
      world.ask(update, {
        as: how.as ?? "owner",
        path: at(id, how.companyId),
        ...(how.seen !== undefined && { seen: how.seen }),
        ...(how.key !== undefined && { key: how.key }),
        ...text({ name, ...extra[kind], ...how.more }),
      }),
    remove: (id: number, as = "owner") => world.ask(remove, { as, path: at(id) }),
    order: (seen: number[], ids: number[]) => world.ask(order, { as: "owner", ...text({ seen, ids }) }),
  };
};

const made = (answer: { json: unknown }) => answer.json as Entry;

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])("configuration record of the kind '%s'", (kind) => {
  test("a configuration record can be added, changed and removed, and a new record comes last in the list", async () => {
    const { list, create, get, update, remove } = callsOf(kind);
    const before = await list();
    const one = made(await create("  Новая запись  "));
    expect([one.name, one.version]).toEqual(["Новая запись", 1]);
    expect((await list()).at(-1)?.id).toBe(one.id);
    expect(one.order).toBe(kind === "method" ? 128 : Math.max(...before.map(({ order }) => order)) + 1);
    expect(made(await update(one.id, "Переименована")).version).toBe(2);
    expect(made(await get(one.id)).name).toBe("Переименована");
    expect((await remove(one.id)).status).toBe(204);
    expect([(await get(one.id)).status, (await update(one.id, "x")).status, (await remove(one.id)).status]).toEqual([
      404, 404, 404,
    ]);
    expect((await list()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });

  test("of two concurrent saves of one version of a record, one succeeds and the other gets 412 with the current record", async () => {
    const { create, update, remove } = callsOf(kind);
    const { id, version } = made(await create("Общая"));
    const answers = await Promise.all([
      update(id, "Первый", { seen: version }),
      update(id, "Второй", { seen: version }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const stale = answers.find(({ status }) => status === 412);
    const saved = answers.find(({ status }) => status === 200);
    expect(JSON.parse(stale?.text ?? "").entry.name).toBe(made({ json: saved?.json }).name);
    await remove(id);
  });

  test("a record's change that is retried after a lost response is applied once", async () => {
    const { create, update, get, remove } = callsOf(kind);
    const { id, version } = made(await create("Прежняя"));
    const ask = () => update(id, "Новая", { seen: version, key: `again-${kind}` });
    const [first, again] = [await ask(), await ask()];
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
    expect(made(await get(id)).version).toBe(version + 1);
    expect((await update(id, "Чужая", { seen: version })).status).toBe(412);
    await remove(id);
  });

  test("a record with a unique name of 1 to 200 characters is accepted, but not with a NUL or a lone surrogate", async () => {
    const { create, remove } = callsOf(kind);
    for (const name of ["<script>alert(1)</script>", "👩‍🍳🍕".repeat(10), "x".repeat(200), "'; drop table tag; --"]) {
      const answer = await create(name);
      expect([answer.status, made(answer).name]).toEqual([200, name]);
      const again = await create(` ${name.toUpperCase()} `);
      expect([again.status, Object.keys(again.problem.errors ?? {})]).toEqual([400, ["name"]]);
      await remove(made(answer).id);
    }
    for (const name of ["a\u0000b", "\ud800"]) expect((await create(name)).status).toBe(400);
    for (const name of ["", "   ", "x".repeat(10_000), 5, null, ["a"]]) {
      const { status, problem } = await create(name as string);
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ["name"]]);
    }
  });

  test("of two concurrent reorderings of the records, one is saved completely and the other gets 409", async () => {
    const { list, order } = callsOf(kind);
    const before = (await list()).map(({ id }) => id);
    const wanted = before.toReversed();
    const both = await Promise.all([order(before, wanted), order(before, [...before.slice(1), before[0] ?? 0])]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
    const now = (await list()).map(({ id }) => id);
    expect([wanted, [...before.slice(1), before[0]]]).toContainEqual(now);
    expect((await order(now, before)).status).toBe(204);
  });

  test("a reordering must contain all current records, and a repeated reordering succeeds", async () => {
    const { list, order, create, remove } = callsOf(kind);
    const before = (await list()).map(({ id }) => id);
    const wanted = before.toReversed();
    expect((await order(before, wanted.slice(1))).status).toBe(400);
    for (const _ of ["first attempt", "repetition"]) expect((await order(before, wanted)).status).toBe(204);
    expect((await list()).map(({ id }) => id)).toEqual(wanted);
    const late = made(await create("Новая"));
    expect((await order(wanted, before)).status).toBe(409);
    await remove(late.id);
    expect((await order(wanted, before)).status).toBe(204);
    expect((await list()).map((one) => one.order)).toEqual(before.map((_, index) => index + 1));
  });

  test("a record can be changed only with the permission to configure its company", async () => {
    const { create, update, remove, get, list } = callsOf(kind);
    const [one] = await list();
    const id = one?.id ?? 0;
    expect((await get(id)).status).toBe(200);
    expect([(await create("Моя", {}, "operator")).status, (await remove(id, "operator")).status]).toEqual([403, 403]);
    expect((await update(id, "Чужая", { companyId: 3, as: "owner2" })).status).toBe(404);
    expect((await update(id, "x", { more: { id: id + 1 } })).status).toBe(400);
  });
});

test("order status — a save keeps omitted flags and custom field values, and removes custom field values that are sent empty", async () => {
  const { create, update, remove } = callsOf("status");
  const { id } = made(await create("С подсказкой", { isRequireReason: true, customField: { hint: "Перезвоните" } }));
  const kept = await update(id, "С подсказкой");
  expect(kept.json).toMatchObject({ isRequireReason: true, customField: { hint: "Перезвоните" } });
  const emptied = await update(id, "С подсказкой", { more: { customField: { hint: "" } } });
  expect(emptied.json).toMatchObject({ customField: {} });
  const wrong = await update(id, "С подсказкой", { more: { customField: { hint: 5 } } });
  expect(wrong.problem.errors).toEqual({ "customField.hint": "Укажите текст." });
  await remove(id);
});

describe("order statuses", () => {
  const { list, create, update, remove } = callsOf("status");

  test("the last initial order status cannot be removed or changed into a different kind", async () => {
    const beginning = (await list()).filter((one) => {
      const status = one as Entry & { isClosed: boolean; isCancel: boolean; isTechnical: boolean };
      return !status.isClosed && !status.isCancel && !status.isTechnical;
    });
    const fresh = made(await create("Единственный"));
    for (const { id } of beginning) expect((await remove(id)).status).toBe(204);
    const refused = await remove(fresh.id);
    expect([refused.status, /единственный статус, с которого начинаются заказы/.test(refused.problem.message)]).toEqual(
      [409, true],
    );
    expect((await update(fresh.id, "Единственный", { more: { isTechnical: true } })).status).toBe(409);
    expect((await update(fresh.id, "Единственный", { more: { isClosed: true } })).status).toBe(409);
    const answers = await Promise.all([create("Ещё один"), create("И ещё один")]);
    const removed = await Promise.all([fresh, ...answers.map(made)].map(({ id }) => remove(id)));
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 204, 409]);
    await world.db
      .updateTable("order_status")
      .set({ is_removed: false })
      .where(
        "id",
        "in",
        beginning.map(({ id }) => id),
      )
      .execute();
  });

  test("removed statuses and tags stay on existing orders, but cannot be chosen again", async () => {
    const tag = made(await callsOf("tag").create("Временный"));
    const status = made(await create("Временный"));
    const [item] = (await world.ask("listMenuItems", { as: "owner" })).json;
    const items = [{ itemId: item?.id ?? 0, categoryId: item?.categoriesId[0] ?? 0, count: 1 }];
    const body = { items, phone: "+79160000078", tags: [tag.id] };
    const { json: order } = await world.ask("createOrder", { as: "owner", body });
    const path = { orderId: order.id, companyId: 1 };
    const change = (orderStatusId: number, orderId = order.id) =>
      world.ask("changeOrderStatus", { as: "owner", path: { ...path, orderId }, body: { orderStatusId } });
    expect((await change(status.id)).status).toBe(200);
    await Promise.all([remove(status.id), callsOf("tag").remove(tag.id)]);
    const { json: kept } = await world.ask("getOrder", { as: "operator", path });
    expect([kept.statusId, kept.tags]).toEqual([status.id, [tag.id]]);
    const { json: all } = await world.ask("listOrderStatuses", { as: "operator" });
    expect(all.find(({ id }) => id === status.id)).toMatchObject({ name: "Временный", isRemoved: true });
    expect((await world.ask("createOrder", { as: "owner", body })).status).toBe(400);
    const { json: other } = await world.ask("createOrder", { as: "owner", body: { ...body, tags: [] } });
    expect((await change(status.id, other.id)).problem.errors).toHaveProperty("orderStatusId");
  });

  test("the status of an open order cannot become a closing status, but its colour and reason flag can be changed", async () => {
    const { rows } = await world.database.pool.query(
      "select status_id as id from orders where company_id = 1 and is_open limit 1",
    );
    const id: number = rows[0].id;
    const status = (await list()).find((one) => one.id === id);
    const refused = await update(id, status?.name ?? "", { more: { isClosed: true } });
    expect([refused.status, /есть у заказов/.test(refused.problem.message)]).toEqual([409, true]);
    const changed = await update(id, status?.name ?? "", { more: { color: "pink", isRequireReason: true } });
    expect(changed.json).toMatchObject({ color: "pink", isRequireReason: true, isClosed: false });
  });
});

describe("configured discounts", () => {
  const { create, update, remove } = callsOf("discount");
  const any = -1;
  const rule = (facts: object) => ({ categoryId: any, itemId: any, type: "%", value: 10, ...facts });

  const dish = async () => {
    const { json } = await world.ask("listMenuItems", { as: "owner" });
    const item = json.find(({ categoriesId, price }) => categoriesId.length > 0 && price > 0);
    const other = (await world.ask("listCategories", { as: "owner" })).json.find(
      ({ id }) => !item?.categoriesId.includes(id),
    );
    return { itemId: item?.id ?? 0, categoryId: item?.categoriesId[0] ?? 0, otherId: other?.id ?? 0 };
  };

  test("a discount is refused if its value is negative, exceeds 100 percent or 10,000,000 roubles, or has more than 5 decimals", async () => {
    const wrong = [
      { type: "%", value: 100.5 },
      { type: "%", value: -5 },
      { type: "fixed", value: -1 },
      { type: "fixed", value: 10_000_000.01 },
      { type: "fixed", value: 1e9 },
      { type: "fixed", value: 0.000_001 },
      { type: "fixed", value: "5" },
    ];
    for (const values of wrong) {
      const { status, problem } = await create("Неверная", values);
      expect([values, status, Object.keys(problem.errors ?? {})]).toEqual([values, 400, ["value"]]);
    }
    expect((await create("Неверная", { type: "промо" })).status).toBe(400);
    const right = [
      { type: "fixed", value: 0.000_01 },
      { type: "fixed", value: 10_000_000 },
      { type: "%", value: 100 },
    ];
    for (const values of right) {
      const saved = await create("Верная", values);
      expect([saved.status, saved.json]).toMatchObject([200, values]);
      await remove(made(saved).id);
    }
  });

  test("a discount with conditions gets the value 0, and an invalid condition is reported at the field of the condition", async () => {
    const { itemId, categoryId, otherId } = await dish();
    const detail = [rule({}), rule({ categoryId }), rule({ categoryId, itemId, type: "fixed", value: 80 })];
    const saved = await create("По условиям", { value: 50, detail });
    expect(saved.json).toMatchObject({ value: 0, detail });
    const { id } = made(saved);
    const errorsOf = async (conditions: object[]) =>
      (await update(id, "По условиям", { more: { detail: conditions } })).problem.errors;
    expect(await errorsOf([rule({}), rule({ itemId })])).toEqual({
      "detail.1.categoryId": "Категорию «Все» можно выбрать только один раз.",
    });
    expect(await errorsOf([rule({ categoryId }), rule({ categoryId })])).toEqual({
      "detail.1.itemId": "Такое условие уже есть.",
    });
    expect(await errorsOf([rule({ categoryId: otherId, itemId })])).toEqual({
      "detail.0.itemId": "Этой позиции нет в выбранной категории.",
    });
    expect(await errorsOf([rule({ categoryId: 99_999 })])).toEqual({ "detail.0.categoryId": "Такой категории нет." });
    expect(await errorsOf([rule({ itemId: 99_999 })])).toEqual({ "detail.0.itemId": "Такой позиции нет." });
    expect(await errorsOf([rule({ value: 101 })])).toEqual({ "detail.0.value": "Процент не больше 100." });
    expect(await errorsOf([])).toHaveProperty("detail");
    await remove(id);
  });

  test("a removed discount stays on existing orders, but cannot be chosen again", async () => {
    const { id } = made(await create("Уходящая", { value: 0 }));
    const { itemId, categoryId } = await dish();
    const body = { items: [{ itemId, categoryId, count: 1 }], phone: "+79160000077", discountId: id };
    const order = await world.ask("createOrder", { as: "owner", body });
    expect(order.json.discountName).toBe("Уходящая");
    await remove(id);
    const after = await world.ask("getOrder", { as: "owner", path: { orderId: order.json.id } });
    expect([after.json.discountId, after.json.discountName]).toEqual([id, "Уходящая"]);
    expect((await world.ask("createOrder", { as: "owner", body })).problem.errors).toHaveProperty("discountId");
  });
});

test("payment method — refers only to records of its company, and cannot be both cash and external", async () => {
  const { create, remove } = callsOf("method");
  const errorsOf = async (more: object) => (await create("Способ", more)).problem.errors;
  expect(await errorsOf({ financeSourceId: 21 })).toHaveProperty("financeSourceId");
  expect(await errorsOf({ externalPaymentMethodId: 999 })).toHaveProperty("externalPaymentMethodId");
  expect(await errorsOf({ externalPaymentMethodId: 1, isCash: true })).toHaveProperty("isCash");
  const good = made(await create("Способ", { financeSourceId: 1, externalPaymentMethodId: 1, order: 0 }));
  expect(good.order).toBe(0);
  await remove(good.id);
  const sources = await world.ask("listFinanceSources", { as: "operator" });
  expect(sources.json.map(({ name }) => name)).toEqual(["Касса", "Расчётный счёт", "Эквайринг"]);
});

describe("operator phone", () => {
  const path = (id: number) => ({ id, companyId: 1 });
  const create = (number: string) => world.ask("createOperatorPhone", { as: "owner", body: { number, color: "teal" } });

  test("token of an operator phone — is returned only when created, is stored as a hash, and ends with a reset or removal", async () => {
    const { json: phone } = await create("8 (916) 555-00-01");
    expect([phone.number, phone.token.length > 20]).toEqual(["+79165550001", true]);
    expect(await lockPhoneOfToken(world.db, phone.token)).toEqual({ id: phone.id, companyId: 1 });
    const stored = await world.database.pool.query("select * from operator_phone where id = $1", [phone.id]);
    expect(JSON.stringify(stored.rows)).not.toContain(phone.token);
    const keys = await world.database.pool.query("select answer from idempotency_key");
    expect(JSON.stringify(keys.rows)).not.toContain(phone.token);
    const { json: listed } = await world.ask("listOperatorPhones", { as: "owner" });
    expect(listed.find(({ id }) => id === phone.id)?.token).toBe(`…${phone.token.slice(-4)}`);
    const { json: renewed } = await world.ask("resetOperatorPhoneToken", { as: "owner", path: path(phone.id) });
    expect(await lockPhoneOfToken(world.db, phone.token)).toBeUndefined();
    expect((await lockPhoneOfToken(world.db, renewed.token))?.id).toBe(phone.id);
    expect((await world.ask("deleteOperatorPhone", { as: "owner", path: path(phone.id) })).status).toBe(204);
    expect(await lockPhoneOfToken(world.db, renewed.token)).toBeUndefined();
  });

  test("operator phone — must have a valid unique number, and a save with an outdated version is refused", async () => {
    const { json: phone } = await create("101");
    for (const number of ["1", "abc", "+7916", "1e9", "101", "x".repeat(31), ""]) {
      const { status, problem } = await create(number);
      expect([number, status, Object.keys(problem.errors ?? {})]).toEqual([number, 400, ["number"]]);
    }
    const change = { as: "owner", path: path(phone.id), body: { id: phone.id, number: "101", name: "Касса" } };
    const first = await world.ask("updateOperatorPhone", { ...change, seen: phone.version });
    expect([first.json.name, first.json.color, first.json.token]).toEqual(["Касса", null, `…${phone.token.slice(-4)}`]);
    expect((await world.ask("updateOperatorPhone", { ...change, seen: phone.version })).status).toBe(412);
    const foreign = { as: "owner", path: path(21), body: { number: "101" } };
    expect((await world.ask("updateOperatorPhone", foreign)).status).toBe(404);
    expect((await world.ask("listOperatorPhones", { as: "operator" })).status).toBe(403);
    await world.ask("deleteOperatorPhone", { as: "owner", path: path(phone.id) });
  });
});
