import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenOrder, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** Returns a raw JSON body. Needed because the types of the API description do not allow the bodies of these tests. */
const raw = (body: object) => ({ raw: { text: JSON.stringify(body) } });

describe("request bodies in the documented format", () => {
  test("ids in a request body may be numeric strings, and 0 or -1 means that there is no id", async () => {
    const order = await givenOrder(world);
    const [item] = order.items;
    const body = {
      orderId: 0,
      companyId: "1",
      items: [{ itemId: String(item?.itemId), categoryId: String(item?.categoryId), count: 1 }],
      phone: "+79160000001",
      discountId: -1,
      operatorPhoneCallId: 0,
      tags: ["1"],
    };
    const { status, json } = await world.ask("createOrder", { as: "operator", path: { companyId: 1 }, ...raw(body) });
    expect(status).toBe(201);
    expect(json).toMatchObject({ discountId: null, operatorPhoneCallId: null, tags: [1] });
  });

  test("the body of a status change, a payment or the rejection of a payment may repeat the ids of the path", async () => {
    const order = await givenOrder(world);
    const path = pathOf(order);
    const ids = { orderId: order.id, companyId: 1 };
    const changed = await world.ask("changeOrderStatus", {
      as: "operator",
      path,
      body: { ...ids, orderStatusId: 2, orderStatusReason: null },
    });
    expect(changed.status).toBe(200);
    const payment = [{ paymentMethodId: 1, amount: 100 }];
    const paid = await world.ask("acceptPayment", {
      as: "operator",
      path,
      body: { ...ids, orderStatusId: null, orderStatusReason: null, payment },
    });
    expect(paid.status).toBe(200);
    const [{ id: paymentId } = { id: 0 }] = (await world.ask("listPayments", { as: "operator", path })).json;
    const rejected = await world.ask("rejectPayment", {
      as: "cashier",
      path: { ...path, paymentId },
      body: { ...ids, paymentId },
    });
    expect(rejected.status).toBeLessThan(300);
  });

  test("a supplier or tag can be saved with all fields that were read, including read-only fields", async () => {
    const added = await world.ask("createSupplier", {
      as: "owner",
      path: { companyId: 1 },
      body: { name: "Мельница-2", companyId: 1, description: null },
    });
    const path = { companyId: 1, id: added.json.id };
    const { json: supplier } = await world.ask("getSupplier", { as: "owner", path });
    const whole = { ...supplier, name: "Мельница-3", creationDate: "2001-01-01T00:00:00Z" };
    expect((await world.ask("updateSupplier", { as: "owner", path, ...raw(whole) })).status).toBeLessThan(300);
    const { json: after } = await world.ask("getSupplier", { as: "owner", path });
    expect(after).toMatchObject({ name: "Мельница-3", creationDate: supplier.creationDate });
    const tagPath = { companyId: 1, id: 1 };
    const { json: tag } = await world.ask("getTag", { as: "owner", path: tagPath });
    const changed = await world.ask("updateTag", { as: "owner", path: tagPath, ...raw({ ...tag, color: "" }) });
    expect(changed.status).toBeLessThan(300);
    expect((await world.ask("getTag", { as: "owner", path: tagPath })).json.color).toBeNull();
  });

  test("a company can be saved with all fields that were read, and its read-only fields stay unchanged", async () => {
    const path = { companyId: 1 };
    const { json: company } = await world.ask("getCompany", { as: "owner", path });
    const { status } = await world.ask("updateCompany", { as: "owner", path, ...raw({ ...company, isActive: false }) });
    expect(status).toBe(200);
    expect((await world.ask("getCompany", { as: "owner", path })).json).toMatchObject({ isActive: true });
  });

  test("a display setting can be saved with its description and type", async () => {
    const setting = { name: "countPerPage", value: 50, description: "Записей на странице", type: "int" };
    const payload = [{ module: "dashBoardOpenOrders", settings: [setting] }];
    const { status } = await world.ask("saveUserSettings", { as: "operator", body: { appName: "client", payload } });
    expect(status).toBeLessThan(300);
  });

  test("an order due as soon as possible gets its due time from the server's clock, not from the body", async () => {
    const { date, creationDate } = await givenOrder(world, { date: "2031-01-01T00:00:00Z", isAsap: true });
    expect(Math.abs(Date.parse(date) - Date.parse(creationDate))).toBeLessThan(5000);
  });

  test.each([
    ["an unknown field", { surprise: 1 }],
    ["a count that is a text", { items: [{ itemId: 1, categoryId: 1, count: "1" }] }],
    ["an id that is not a number", { discountId: "ten" }],
  ])("an order with %s is refused with the name of the field", async (_, wrong) => {
    const body = { items: [{ itemId: 1, categoryId: 1, count: 1 }], phone: "+79160000001", ...wrong };
    const { problem } = await world.ask("createOrder", { as: "operator", path: { companyId: 1 }, ...raw(body) });
    expect(problem.status).toBe(400);
    expect(Object.keys(problem.errors ?? {})).toHaveLength(1);
  });
});
