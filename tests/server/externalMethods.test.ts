import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenOrder, methodIds, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { type Kassa, startKassa } from "../support/server/yookassa.ts";

let kassa: Kassa;
let world: World;
beforeAll(async () => {
  kassa = await startKassa();
  world = await startWorld({ config: { yookassa: { baseUrl: kassa.baseUrl, shopId: "", secretKey: "" } } });
});
afterAll(async () => {
  await world.stop();
  await kassa.stop();
});

const company = { companyId: 1 };
let keys = 0;
const newKey = () => `external-method-${++keys}`;
const create = (body: Schemas["ExternalMethodSave"], key = newKey(), as = "owner") =>
  world.ask("createExternalMethod", { as, path: company, body, key });
const givenMethod = async () =>
  (await create({ name: `Магазин ${newKey()}`, shopId: "100500", secretKey: "live_secret_x7Qd" })).json;
const pathTo = ({ id }: { id: number }) => ({ ...company, id });
const update = (method: { id: number; version: number }, body: Schemas["ExternalMethodSave"], key = newKey()) =>
  world.ask("updateExternalMethod", { as: "owner", path: pathTo(method), body, seen: method.version, key });
const fieldsOf = (answer: Awaited<ReturnType<typeof create>>) => [
  answer.status,
  Object.keys(answer.problem.errors ?? {}),
];
const credentialsOf = (call: Kassa["seen"][number] | undefined) =>
  Buffer.from(call?.authorization?.replace("Basic ", "") ?? "", "base64").toString();

describe("external payment method", () => {
  test("the credentials of a new external payment method — are checked at the provider, and the secret is never returned", async () => {
    const made = await create({ name: "Новая касса", shopId: "100500", secretKey: "live_secret_x7Qd" });
    expect(made.json).toMatchObject({ provider: "yookassa", shopId: "100500", secretEnd: "x7Qd", isConfigured: true });
    expect(credentialsOf(kassa.seen.at(-1))).toBe("100500:live_secret_x7Qd");
    expect(kassa.seen.at(-1)?.path).toBe("/me");
    const texts = [
      made.text,
      (await world.ask("getExternalMethod", { as: "owner", path: pathTo(made.json) })).text,
      (await world.ask("listExternalMethods", { as: "owner", path: company })).text,
    ];
    expect(texts.filter((text) => text.includes("live_secret"))).toEqual([]);
  });

  test("credentials that the provider refuses or cannot check — prevent the creation of the external payment method", async () => {
    kassa.next = "forbid";
    const body = { name: "Отказ", shopId: "1", secretKey: "wrong-key" };
    expect(fieldsOf(await create(body))).toEqual([400, ["secretKey"]]);
    kassa.next = "break";
    expect((await create(body)).status).toBe(502);
    const list = await world.ask("listExternalMethods", { as: "owner", path: company });
    expect(list.json.map(({ name }) => name)).not.toContain("Отказ");
  });

  test("external payment method — is created once under an idempotency key, and refused under a new key if its name exists", async () => {
    const key = newKey();
    const body = { name: "Повтор", shopId: "100500", secretKey: "live_1234" };
    const [first, second] = [await create(body, key), await create(body, key)];
    expect(second.json).toEqual(first.json);
    expect(fieldsOf(await create(body))).toEqual([400, ["name"]]);
  });

  test.each([
    ["without a shop", { secretKey: "live_1234" }, "shopId"],
    ["without a secret", { shopId: "100500" }, "secretKey"],
    ["without a name", { name: " ", shopId: "100500", secretKey: "live_1234" }, "name"],
  ])("an external payment method %s — is refused with the name of the invalid field", async (_, fields, field) => {
    expect(fieldsOf(await create({ name: newKey(), ...fields }))).toEqual([400, [field]]);
  });

  test("a new secret — replaces the old secret only if the provider accepts the new secret", async () => {
    const method = await givenMethod();
    const { name, shopId } = method;
    kassa.next = "forbid";
    const refused = await update(method, { name, shopId, secretKey: "wrong-key" });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ["secretKey"]]);
    const check = await world.ask("checkExternalMethod", { as: "owner", path: pathTo(method) });
    expect(check.status).toBe(204);
    expect(credentialsOf(kassa.seen.at(-1))).toBe("100500:live_secret_x7Qd");
    const changed = await update(method, { name, shopId, secretKey: "live_new_9z9z" });
    expect(changed.json).toMatchObject({ secretEnd: "9z9z", version: 2 });
    expect((await update(method, { name, shopId })).status).toBe(412);
  });

  test("`isSbp` (Faster Payments System) of an external payment method — adds a QR code to invoices, and cannot be set for a sandbox method", async () => {
    const method = await givenMethod();
    expect(method.isSbp).toBe(false);
    const { name, shopId } = method;
    const sbp = (await update(method, { name, shopId, isSbp: true })).json;
    expect([sbp.isSbp, sbp.secretEnd]).toEqual([true, "x7Qd"]);
    expect((await update(sbp, { name, shopId })).json.isSbp).toBe(true);
    await sql`update payment_method set external_payment_method_id = ${method.id} where id = ${methodIds.sandbox}`.execute(
      world.db,
    );
    const order = await givenOrder(world);
    const body = { paymentMethodId: methodIds.sandbox, amount: 300 };
    const invoice = await world.ask("issueInvoice", { as: "cashier", path: pathOf(order), body, key: newKey() });
    expect(invoice.json).toMatchObject({ status: "pending", externalUrl: expect.stringContaining("qr.nspk.example") });
    expect(kassa.seen.at(-1)?.body).toMatchObject({
      payment_method_data: { type: "sbp" },
      confirmation: { type: "qr" },
    });
    await sql`update payment_method set external_payment_method_id = 1 where id = ${methodIds.sandbox}`.execute(
      world.db,
    );
    const sandbox = await world.ask("getExternalMethod", { as: "owner", path: { ...company, id: 1 } });
    const refused = await update(sandbox.json, { name: "Учебный", isSbp: true });
    expect([refused.status, Object.keys(refused.problem.errors ?? {})]).toEqual([400, ["isSbp"]]);
  });

  test("an edit without a secret — keeps the secret and sends no request to the provider", async () => {
    const method = await givenMethod();
    const before = kassa.seen.length;
    const changed = await update(method, { name: `${method.name} 2`, shopId: method.shopId });
    expect(changed.json).toMatchObject({ name: `${method.name} 2`, secretEnd: "x7Qd" });
    expect(kassa.seen.length).toBe(before);
  });

  test("the shop id of an external payment method — cannot be changed", async () => {
    const method = await givenMethod();
    for (const shopId of ["200600", null]) {
      const answer = await update(method, { name: method.name, shopId, secretKey: "live_1234" });
      expect([answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([400, ["shopId"]]);
    }
  });

  test("the sandbox provider — accepts no shop id, and the check of its settings always succeeds", async () => {
    const list = await world.ask("listExternalMethods", { as: "owner", path: company });
    const sandbox = list.json.find(({ provider }) => provider === "sandbox");
    if (!sandbox) throw new Error("the demo has a sandbox");
    const answer = await update(sandbox, { name: sandbox.name, shopId: "1", secretKey: "live_1234" });
    expect(Object.keys(answer.problem.errors ?? {})).toEqual(["shopId"]);
    expect((await world.ask("checkExternalMethod", { as: "owner", path: pathTo(sandbox) })).status).toBe(204);
  });

  test("check of a provider's settings — answers 409 with a message if the provider refuses the settings", async () => {
    const method = await givenMethod();
    kassa.next = "forbid";
    const check = await world.ask("checkExternalMethod", { as: "owner", path: pathTo(method) });
    expect(check.status).toBe(409);
    expect(check.problem.message).toContain("ЮKassa");
  });

  test("an external payment method — cannot be removed while a payment method or an unpaid invoice uses it", async () => {
    const method = await givenMethod();
    await sql`update payment_method set external_payment_method_id = ${method.id} where id = ${methodIds.yookassa}`.execute(
      world.db,
    );
    const order = await givenOrder(world);
    const invoice = await world.ask("issueInvoice", {
      as: "operator",
      path: pathOf(order),
      body: { paymentMethodId: methodIds.yookassa, amount: 10 },
      key: newKey(),
    });
    expect(invoice.json.status).toBe("pending");
    const remove = () => world.ask("deleteExternalMethod", { as: "owner", path: pathTo(method) });
    expect((await remove()).status).toBe(409);
    await sql`update payment_method set external_payment_method_id = 2 where id = ${methodIds.yookassa}`.execute(
      world.db,
    );
    expect((await remove()).problem.message).toContain(String(order.id));
    await sql`update payment set status = 'rejected' where order_id = ${order.id}`.execute(world.db);
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(404);
    const offered = await world.ask("listExternalPaymentMethods", { as: "owner", path: company });
    expect(offered.json.map(({ id }) => id)).not.toContain(method.id);
  });

  test("requests for an external payment method of another company, and requests without the permission settings.edit — are refused", async () => {
    const method = await givenMethod();
    const foreign = { companyId: 3, id: method.id };
    expect((await world.ask("getExternalMethod", { as: "owner2", path: foreign })).status).toBe(404);
    expect((await world.ask("checkExternalMethod", { as: "owner2", path: foreign })).status).toBe(404);
    expect((await world.ask("deleteExternalMethod", { as: "owner2", path: foreign })).status).toBe(404);
    expect((await create({ name: "Чужой" }, newKey(), "operator")).status).toBe(403);
    expect((await world.ask("listExternalMethods", { as: "operator", path: company })).status).toBe(403);
  });
});

describe("notification from the payment provider", () => {
  const givenInvoice = async () => {
    const method = await givenMethod();
    await sql`update payment_method set external_payment_method_id = ${method.id} where id = ${methodIds.yookassa}`.execute(
      world.db,
    );
    const order = await givenOrder(world);
    await world.ask("issueInvoice", {
      as: "operator",
      path: pathOf(order),
      body: { paymentMethodId: methodIds.yookassa, amount: 10 },
      key: newKey(),
    });
    const payment = [...kassa.payments.values()].at(-1);
    if (!payment) throw new Error("no payment at the provider");
    return { method, order, payment };
  };
  const notify = (method: Schemas["ExternalMethod"], id: string) =>
    world.ask("notifyExternalPayment", {
      path: { token: method.notificationPath.split("/")[3] ?? "" },
      body: { object: { id } },
    });
  const statusOf = async (order: { id: number }) => {
    const { rows } = await sql<{ status: string }>`select status from payment where order_id = ${order.id}`.execute(
      world.db,
    );
    return rows[0]?.status;
  };

  test("a provider's notification — changes a payment only after the provider has confirmed the state of the payment", async () => {
    const { method, order, payment } = await givenInvoice();
    expect((await notify(method, payment.id)).status).toBe(204);
    expect(await statusOf(order)).toBe("pending");
    payment.status = "succeeded";
    expect((await notify(method, payment.id)).status).toBe(204);
    expect(await statusOf(order)).toBe("completed");
  });

  test("a notification with an unknown invoice or with an invoice of a different payment method — causes no provider request", async () => {
    const { order, payment } = await givenInvoice();
    const other = await givenMethod();
    payment.status = "succeeded";
    const before = kassa.seen.length;
    expect([(await notify(other, payment.id)).status, (await notify(other, "unknown")).status]).toEqual([204, 204]);
    expect(kassa.seen.length).toBe(before);
    expect(await statusOf(order)).toBe("pending");
  });

  test("a provider's notification to an unknown address — is refused with 404", async () => {
    const path = { token: "0".repeat(64) };
    const answer = await world.ask("notifyExternalPayment", { path, body: { object: { id: "1" } } });
    expect(answer.status).toBe(404);
  });
});
