import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BadSetting, readConfig } from "#server/config.ts";
import { ProviderRefused } from "#server/providers/provider.ts";
import { yookassaProvider } from "#server/providers/yookassa.ts";
import { fieldIn } from "#server/providers/yookassaAnswers.ts";
import { givenOrder, methodIds, pathOf } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";
import { type Kassa, REACTIONS, type Reaction, startKassa } from "../support/server/yookassa.ts";

const UNREADABLE = REACTIONS.filter((reaction) => !["answer", "hang", "break", "refuse", "forbid"].includes(reaction));

let kassa: Kassa;
let world: World;
beforeAll(async () => {
  kassa = await startKassa();
  const yookassa = { baseUrl: kassa.baseUrl, shopId: "shop", secretKey: "secret" };
  world = await startWorld({ config: { yookassa, trustedProxies: ["127.0.0.1"] } });
});
afterAll(async () => {
  await world.stop();
  await kassa.stop();
});

const invoice = (order: { id: number }, amount: number, key = randomUUID()) =>
  world.ask("issueInvoice", {
    as: "operator",
    path: pathOf(order),
    body: { paymentMethodId: methodIds.yookassa, amount },
    key,
  });
const check = (order: { id: number }, paymentId: number) =>
  world.ask("checkInvoice", { as: "operator", path: { ...pathOf(order), paymentId } });
const reject = (order: { id: number }, paymentId: number) =>
  world.ask("rejectPayment", { as: "cashier", path: { ...pathOf(order), paymentId } });
const listed = async (order: { id: number }) =>
  (await world.ask("listPayments", { as: "operator", path: pathOf(order) })).json;
/**
 * Ages the payments of an order in the server, and all payments in YooKassa, by 25 hours. YooKassa forgets all
 * idempotence keys.
 */
const passDay = async (order: { id: number }) => {
  kassa.passDay();
  for (const table of ["payment", "payment_refund"])
    await sql`update ${sql.table(table)} set creation_date = creation_date - interval '25 hours'
      where order_id = ${order.id}`.execute(world.db);
};
/** Creates an order and issues an invoice. YooKassa reacts to the request and its retries according to `reaction`. */
const givenInterrupted = async (reaction: Reaction) => {
  const order = await givenOrder(world);
  const key = randomUUID();
  kassa.next = reaction;
  await invoice(order, 980, key);
  return { order, key, paymentId: (await listed(order))[0]?.id ?? 0 };
};
/**
 * Issues an invoice with a request that has these headers. Returns the URL to which the payment page sends the payer
 * back.
 */
const returnAddress = async (headers: Record<string, string>): Promise<unknown> => {
  const order = await givenOrder(world);
  const body = { paymentMethodId: methodIds.yookassa, amount: 10 };
  await world.ask("issueInvoice", { as: "operator", path: pathOf(order), body, headers });
  return fieldIn(fieldIn(kassa.seen.at(-1)?.body, "confirmation"), "return_url");
};
const newest = () => {
  const payment = [...kassa.payments.values()].at(-1);
  if (!payment) throw new Error("no payment at the provider");
  return payment;
};

describe("YooKassa invoice", () => {
  test("YooKassa invoice — is created with the credentials of the shop under its own idempotence key", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 480.5);
    expect(json).toMatchObject({ status: "pending", externalUrl: `https://yookassa.example/${newest().id}` });
    const call = kassa.seen.at(-1);
    expect(call?.authorization).toBe(`Basic ${Buffer.from("shop:secret").toString("base64")}`);
    expect(call?.key).toMatch(/^[0-9a-f-]{36}$/);
    expect(call?.body).toMatchObject({ amount: { value: "480.50", currency: "RUB" }, capture: true });
  });

  test("YooKassa invoice — stays pending until it is paid, and the next check completes the payment and notifies the operator", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 980);
    expect((await check(order, json.paymentId)).json.status).toBe("pending");
    newest().status = "succeeded";
    expect((await check(order, json.paymentId)).json.status).toBe("succeeded");
    expect((await listed(order))[0]).toMatchObject({ isComplited: true });
    const { json: notifications } = await world.ask("listNotifications", { as: "operator" });
    expect(notifications[0]?.title).toContain("счёт оплачен");
  });

  test("YooKassa invoice — is created once and returned to a repeated request after a lost response", async () => {
    const order = await givenOrder(world);
    const before = kassa.payments.size;
    const key = randomUUID();
    kassa.next = "lose";
    const lost = await invoice(order, 980, key);
    expect([lost.status, lost.problem.message]).toEqual([502, expect.stringContaining("не ответила")]);
    expect((await listed(order))[0]).toMatchObject({ isComplited: false, isRejected: false, externalUrl: null });
    const { status, json } = await invoice(order, 980, key);
    expect(status).toBe(200);
    expect(json.externalUrl).toContain("yookassa.example");
    expect([kassa.payments.size, (await listed(order)).length]).toEqual([before + 1, 1]);
  });

  test("YooKassa invoice — is created by a check if the request that should have created the invoice failed", async () => {
    const order = await givenOrder(world);
    kassa.next = "break";
    expect((await invoice(order, 980)).status).toBe(502);
    const [payment] = await listed(order);
    expect((await check(order, payment?.id ?? 0)).json).toMatchObject({
      status: "pending",
      externalUrl: expect.stringContaining("yookassa"),
    });
  });

  test("YooKassa invoice — is rejected if YooKassa refuses the invoice, and a new invoice can then be issued", async () => {
    const order = await givenOrder(world);
    kassa.next = "refuse";
    const { status, problem } = await invoice(order, 980);
    expect([status, problem.message]).toEqual([502, "ЮKassa отказала: Сумма слишком мала."]);
    expect((await listed(order))[0]?.isRejected).toBe(true);
    expect((await invoice(order, 980)).status).toBe(200);
  });

  test("YooKassa invoice — stays pending after an unanswered request and a refused retry, until a user rejects the payment", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    kassa.next = "break";
    await invoice(order, 980, key);
    kassa.next = "refuse";
    expect((await invoice(order, 980, key)).status).toBe(502);
    const [payment] = await listed(order);
    expect(payment).toMatchObject({ isRejected: false, isComplited: false });
    kassa.next = "refuse";
    expect((await reject(order, payment?.id ?? 0)).json).toMatchObject({ isRejected: true, status: "Отклонена" });
  });

  test("YooKassa invoice — is created only once under an idempotency key, even after a refusal and a lost response", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    const before = kassa.payments.size;
    kassa.next = "refuse";
    await invoice(order, 100, key);
    kassa.next = "lose";
    await invoice(order, 100, key);
    const [one, two] = [await invoice(order, 100, key), await invoice(order, 100, key)];
    expect([one.status, two.status, two.json.paymentId]).toEqual([200, 200, one.json.paymentId]);
    expect((await listed(order)).filter(({ isRejected }) => !isRejected)).toHaveLength(1);
    expect(kassa.payments.size).toBe(before + 1);
  });

  test("YooKassa invoice — is refused if the same user has already used the same idempotency key with a different amount", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    kassa.next = "lose";
    await invoice(order, 111, key);
    expect((await invoice(order, 222, key)).status).toBe(422);
    const others = await world.ask("issueInvoice", {
      as: "manager",
      path: pathOf(order),
      body: { paymentMethodId: methodIds.yookassa, amount: 333 },
      key,
    });
    expect(others.json).toMatchObject({ amount: 333, status: "pending" });
    expect((await invoice(order, 111, key)).json.amount).toBe(111);
  });

  test("YooKassa invoice — is refused without credentials of a shop", async () => {
    const bare = await startWorld({ beside: world });
    const order = await givenOrder(bare);
    const ask = () =>
      bare.ask("issueInvoice", {
        as: "operator",
        path: pathOf(order),
        body: { paymentMethodId: methodIds.yookassa, amount: 10 },
        seen: order.version,
      });
    for (const { status, problem } of [await ask(), await ask()])
      expect([status, problem.message]).toEqual([409, expect.stringContaining("ЮKassa не настроена")]);
    expect(await listed(order)).toEqual([]);
    const { json } = await bare.ask("getOrder", { as: "operator", path: pathOf(order) });
    expect(json.version).toBe(order.version);
    await bare.stop();
  });

  test("payment method of YooKassa — counts as configured only if the server has credentials", async () => {
    const bare = await startWorld({ beside: world });
    const configured = async (at: World) => {
      const { json } = await at.ask("listPaymentMethods", { as: "owner", path: { companyId: 1 } });
      return Object.fromEntries(json.map(({ id, isConfigured }) => [id, isConfigured]));
    };
    const { cash, card, sandbox, yookassa } = methodIds;
    expect(await configured(world)).toMatchObject({ [cash]: true, [card]: true, [sandbox]: true, [yookassa]: true });
    expect(await configured(bare)).toMatchObject({ [cash]: true, [card]: true, [sandbox]: true, [yookassa]: false });
    await bare.stop();
  });

  test.each(UNREADABLE)(
    "YooKassa invoice after the response '%s' — is requested again under the same key, and found by a later check",
    async (reaction) => {
      const order = await givenOrder(world);
      const [key, before] = [randomUUID(), kassa.payments.size];
      kassa.next = reaction;
      expect((await invoice(order, 980, key)).status).toBe(502);
      const calls = kassa.seen.slice(-3);
      expect(calls.map((call) => call.path)).toEqual(["/payments", "/payments", "/payments"]);
      expect(new Set(calls.map((call) => call.key)).size).toBe(1);
      expect(await listed(order)).toMatchObject([{ isRejected: false, isComplited: false }]);
      const payment = newest();
      payment.status = "succeeded";
      const paymentId = (await listed(order))[0]?.id ?? 0;
      expect((await check(order, paymentId)).json.status).toBe("succeeded");
      expect((await invoice(order, 980, key)).json).toMatchObject({ paymentId, status: "succeeded" });
      expect(kassa.payments.size).toBe(before + 1);
    },
  );

  test("YooKassa invoice — is issued by the user's first request even if the first response of YooKassa is cut off", async () => {
    const before = kassa.payments.size;
    kassa.reactions = ["cut"];
    expect((await invoice(await givenOrder(world), 980)).json.externalUrl).toContain("yookassa.example");
    expect(kassa.payments.size).toBe(before + 1);
  });

  test("YooKassa invoice with a lost response — stays pending and cannot be rejected while YooKassa refuses the shop's credentials", async () => {
    const order = await givenOrder(world);
    kassa.reactions = ["lose", "forbid"];
    expect((await invoice(order, 980)).status).toBe(502);
    expect(await listed(order)).toMatchObject([{ isRejected: false }]);
    kassa.next = "forbid";
    const [payment] = await listed(order);
    expect((await reject(order, payment?.id ?? 0)).status).toBe(502);
    expect(await listed(order)).toMatchObject([{ isRejected: false }]);
  });

  test("two concurrent rejections of an interrupted YooKassa invoice — one succeeds, and no payment is created at YooKassa", async () => {
    const { order, paymentId } = await givenInterrupted("break");
    const before = kassa.payments.size;
    kassa.reactions = ["refuse"];
    const answers = await Promise.all([reject(order, paymentId), reject(order, paymentId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listed(order)).toMatchObject([{ isRejected: true }]);
    expect(kassa.payments.size).toBe(before);
  });

  test("YooKassa invoice — cannot be checked or rejected while a different request is creating the invoice", async () => {
    const { order, paymentId } = await givenInterrupted("break");
    const setClaim = (seconds: number) =>
      sql`update payment set issuing_until = now() + make_interval(secs => ${seconds}) where id = ${paymentId}`.execute(
        world.db,
      );
    await setClaim(60);
    const calls = kassa.seen.length;
    expect([(await check(order, paymentId)).status, (await reject(order, paymentId)).status]).toEqual([409, 409]);
    expect(kassa.seen.length).toBe(calls);
    await setClaim(-1);
    expect((await check(order, paymentId)).json).toMatchObject({ status: "pending", paymentId });
    const { rows } = await sql`select issuing_until from payment where id = ${paymentId}`.execute(world.db);
    expect(rows).toEqual([{ issuing_until: null }]);
  });

  test("YooKassa invoice — cannot be rejected while a second request may still create the invoice, even after a refusal of YooKassa", async () => {
    const { order, paymentId } = await givenInterrupted("break");
    const yookassa = {
      ...yookassaProvider({ baseUrl: kassa.baseUrl, shopId: "shop", secretKey: "secret" }),
      issue: async () => {
        await sql`update payment set issuing_until = now() + interval '2 minutes' where id = ${paymentId}`.execute(
          world.db,
        );
        throw new ProviderRefused("Отказ.");
      },
    };
    const late = await startWorld({ beside: world, providers: { yookassa } });
    const path = { ...pathOf(order), paymentId };
    expect((await late.ask("rejectPayment", { as: "cashier", path })).status).toBe(409);
    expect(await listed(order)).toMatchObject([{ isRejected: false }]);
    await late.stop();
  });

  test("YooKassa invoice — leaves no payment if YooKassa refuses the credentials, and can later be issued under the same idempotency key", async () => {
    const order = await givenOrder(world);
    const [key, before] = [randomUUID(), kassa.payments.size];
    for (const _ of [1, 2]) {
      kassa.next = "forbid";
      const { status, problem } = await invoice(order, 980, key);
      expect([status, problem.message]).toEqual([
        502,
        "ЮKassa не приняла номер магазина или секретный ключ: администратор сервера должен исправить их.",
      ]);
      expect(await listed(order)).toEqual([]);
    }
    const { json: history } = await world.ask("listOrderHistory", { as: "operator", path: pathOf(order) });
    expect(history[0]).toMatchObject({ type: "Delete", newName: expect.stringContaining("счёт не выставлен") });
    expect((await invoice(order, 980, key)).status).toBe(200);
    expect(await listed(order)).toMatchObject([{ isRejected: false }]);
    expect(kassa.payments.size).toBe(before + 1);
  });

  test.each([
    ["javascript:alert(1)", null],
    ["http://yookassa.example/pay", null],
    ["/pay", null],
    ["http://127.0.0.1:9/pay", "http://127.0.0.1:9/pay"],
    ["https://yookassa.example/pay", "https://yookassa.example/pay"],
  ])("for the payment page %s of YooKassa, the invoice has the external URL %s", async (pageUrl, externalUrl) => {
    kassa.pageUrl = pageUrl;
    const order = await givenOrder(world);
    expect((await invoice(order, 10)).json).toMatchObject({ status: "pending", externalUrl });
    kassa.pageUrl = undefined;
    expect(await listed(order)).toMatchObject([{ externalUrl }]);
  });

  test.each([
    ["markup in the host", { host: 'evil">\u003cscript>' }],
    ["a path in the host", { host: "shop.example/evil?#" }],
    ["credentials in the host", { host: "user:secret@evil.example" }],
    ["an invalid port in the host", { host: "shop.example:99999" }],
    ["markup in the forwarded host", { "x-forwarded-host": 'http://"><script>alert(1)</script>' }],
    ["a path in the forwarded host", { "x-forwarded-host": "evil.example/path" }],
    ["a space in the forwarded host", { "x-forwarded-host": "evil example" }],
  ])("YooKassa invoice requested with %s — returns the payer to the server's own address", async (_, headers) => {
    expect(await returnAddress(headers)).toBe("http://localhost:4000/Info");
  });

  test.each([
    ["a capital letter and a port in the host", "http://shop.example:8080/Info", { host: "Shop.example:8080" }],
    ["an IPv6 address in the host", "http://[::1]:4000/Info", { host: "[::1]:4000" }],
    [
      "a forwarded host and protocol",
      "https://shop.example/Info",
      { "x-forwarded-host": "shop.example", "x-forwarded-proto": "https" },
    ],
  ])("YooKassa invoice requested with %s — returns the payer to %s", async (_, address, headers) => {
    expect(await returnAddress(headers)).toBe(address);
  });

  test("YooKassa invoice — uses the shop of its payment method, if the payment method has one", async () => {
    await sql`update external_payment_method set settings = '{"shopId": "own", "secretKey": "key"}' where id = 2`.execute(
      world.db,
    );
    await invoice(await givenOrder(world), 10);
    expect(kassa.seen.at(-1)?.authorization).toBe(`Basic ${Buffer.from("own:key").toString("base64")}`);
    await sql`update external_payment_method set settings = '{}' where id = 2`.execute(world.db);
  });
});

describe("YooKassa invoice whose creation was interrupted a day ago", () => {
  test.each(["check", "reject", "repetition"] as const)(
    "YooKassa invoice whose creation was interrupted a day ago — is found by the request '%s' and not created again",
    async (call) => {
      const { order, key, paymentId } = await givenInterrupted("lose");
      const [payment, before] = [newest(), kassa.payments.size];
      await passDay(order);
      payment.status = "succeeded";
      if (call === "check") expect((await check(order, paymentId)).json.status).toBe("succeeded");
      if (call === "repetition") expect((await invoice(order, 980, key)).json.status).toBe("succeeded");
      if (call === "reject") expect((await reject(order, paymentId)).json.status).toBe("Возвращена");
      expect([kassa.payments.size, payment.refunded]).toEqual([before, call === "reject" ? 1 : 0]);
    },
  );

  test("YooKassa invoice whose creation was interrupted a day ago — is found on a later page of payments", async () => {
    const { order, paymentId } = await givenInterrupted("lose");
    const payment = newest();
    await passDay(order);
    for (let number = 1; number <= 250; number++)
      kassa.payments.set(`later-${number}`, {
        ...payment,
        id: `later-${number}`,
        metadata: {},
        createdAt: payment.createdAt + 1,
      });
    const calls = kassa.seen.length;
    expect((await check(order, paymentId)).json).toMatchObject({
      externalUrl: `https://yookassa.example/${payment.id}`,
    });
    expect(kassa.seen.length).toBe(calls + 3);
    for (let number = 1; number <= 250; number++) kassa.payments.delete(`later-${number}`);
  });

  test("YooKassa invoice whose creation was interrupted a day ago — can be rejected if YooKassa has not created the invoice", async () => {
    const { order, paymentId } = await givenInterrupted("break");
    await passDay(order);
    const before = kassa.payments.size;
    const { status, problem } = await check(order, paymentId);
    expect([status, problem.message]).toEqual([502, expect.stringContaining("не создала этот счёт")]);
    expect(await listed(order)).toMatchObject([{ isRejected: false }]);
    expect((await reject(order, paymentId)).json).toMatchObject({ isRejected: true, status: "Отклонена" });
    expect(kassa.payments.size).toBe(before);
  });

  test.each(REACTIONS.filter((reaction) => reaction !== "answer" && reaction !== "hang"))(
    "YooKassa invoice whose creation was interrupted a day ago — is not rejected after a search with a response of the kind '%s'",
    async (reaction) => {
      const { order, paymentId } = await givenInterrupted("lose");
      await passDay(order);
      kassa.next = reaction;
      expect((await reject(order, paymentId)).status).toBe(502);
      expect(await listed(order)).toMatchObject([{ isRejected: false }]);
    },
  );

  test("YooKassa invoice requested again after a day — is read by its stored YooKassa id, and not created again", async () => {
    const order = await givenOrder(world);
    const key = randomUUID();
    const { json } = await invoice(order, 980, key);
    await sql`delete from idempotency_key where key = ${key}`.execute(world.db);
    await passDay(order);
    const before = kassa.payments.size;
    expect((await invoice(order, 980, key)).json).toEqual(json);
    expect([kassa.payments.size, kassa.seen.at(-1)?.path]).toEqual([before, `/payments/${newest().id}`]);
  });
});

describe("settings of the server", () => {
  test.each([
    [
      "a PUBLIC_URL with a trailing slash",
      { PUBLIC_URL: "https://shop.example/" },
      { publicUrl: "https://shop.example" },
    ],
    ["an empty PUBLIC_URL", { PUBLIC_URL: "" }, { publicUrl: undefined }],
    [
      "TRUSTED_PROXIES with spaces",
      { TRUSTED_PROXIES: " 10.0.0.5, 192.168.0.0/16 ,fd00::/8" },
      { trustedProxies: ["10.0.0.5", "192.168.0.0/16", "fd00::/8"] },
    ],
    ["no TRUSTED_PROXIES", {}, { trustedProxies: [] }],
    [
      "a YOOKASSA_URL with a trailing slash",
      { YOOKASSA_URL: "http://localhost:9000/v3/" },
      { yookassa: { baseUrl: "http://localhost:9000/v3" } },
    ],
    [
      "neither PUBLIC_URL nor YOOKASSA_URL",
      {},
      { publicUrl: undefined, yookassa: { baseUrl: "https://api.yookassa.ru/v3" } },
    ],
  ])("settings of the server — are read from an environment with %s", (_, env, config) => {
    expect(readConfig(env)).toMatchObject(config);
  });

  test.each([
    ["PUBLIC_URL", "shop.example"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["YOOKASSA_URL", "http://api.yookassa.ru/v3"],
    ["YOOKASSA_URL", "api"],
    ["TRUSTED_PROXIES", "loopback"],
    ["TRUSTED_PROXIES", "10.0.0.5, 10.0.0.256"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "10.0.0.0/0"],
    ["TRUSTED_PROXIES", "fe80::1%eth0"],
  ])("settings of the server — are refused if %s is '%s'", (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(BadSetting);
  });
});

/** Creates an order with a paid invoice. Returns the order, the payment id and the payment in the fake YooKassa. */
const givenPaid = async () => {
  const order = await givenOrder(world);
  const { json } = await invoice(order, 980);
  const payment = newest();
  payment.status = "succeeded";
  await check(order, json.paymentId);
  return { order, paymentId: json.paymentId, payment };
};

describe("YooKassa refund", () => {
  test("YooKassa refund — is made once despite repeated requests", async () => {
    const { order, paymentId, payment } = await givenPaid();
    kassa.next = "lose";
    expect((await reject(order, paymentId)).status).toBe(502);
    expect((await listed(order))[0]).toMatchObject({ isComplited: true });
    expect((await reject(order, paymentId)).json).toMatchObject({ isRejected: true, status: "Возвращена" });
    expect(payment.refunded).toBe(1);
    expect((await reject(order, paymentId)).status).toBe(409);
  });

  test("YooKassa refund that failed because the shop lacked money — is made once when the shop has money again", async () => {
    const { order, paymentId, payment } = await givenPaid();
    kassa.hasMoney = false;
    const refused = await Promise.all([reject(order, paymentId), reject(order, paymentId)]);
    // Only one request at a time sends a refund. The other request is refused as in progress, or it sends the next
    // refund after the first one has failed.
    const isGivenUp = ({ status, problem }: (typeof refused)[number]) =>
      status === 502 && problem.message.includes("не смогла вернуть деньги");
    expect(refused.some(isGivenUp)).toBe(true);
    expect(refused.every((answer) => isGivenUp(answer) || answer.problem.type === "urn:problem:in-progress")).toBe(
      true,
    );
    expect((await reject(order, paymentId)).status).toBe(502);
    kassa.hasMoney = true;
    kassa.next = "lose";
    expect((await reject(order, paymentId)).status).toBe(502);
    const lost = kassa.seen.at(-1)?.key;
    expect((await reject(order, paymentId)).json.status).toBe("Возвращена");
    expect(kassa.seen.at(-1)?.key).toBe(lost);
    expect(payment.refunded).toBe(1);
  });

  test("pending YooKassa refund — ends with the result of the provider", async () => {
    const { order, paymentId, payment } = await givenPaid();
    kassa.isSlow = true;
    const isUnderWay = async () => {
      const { status, problem } = await reject(order, paymentId);
      expect([status, problem.message]).toEqual([502, expect.stringContaining("ещё возвращает деньги")]);
      expect((await listed(order))[0]).toMatchObject({ isComplited: true, isRejected: false });
    };
    await isUnderWay();
    await isUnderWay();
    kassa.hasMoney = false;
    kassa.endRefunds();
    expect((await reject(order, paymentId)).problem.message).toContain("не смогла вернуть деньги");
    await isUnderWay();
    kassa.hasMoney = true;
    kassa.endRefunds();
    expect((await reject(order, paymentId)).json.status).toBe("Возвращена");
    expect(payment.refunded).toBe(1);
    kassa.isSlow = false;
  });

  test("YooKassa refund made before its idempotence key expired — is recorded by the next request and not made again", async () => {
    const { order, paymentId, payment } = await givenPaid();
    kassa.isSlow = true;
    expect((await reject(order, paymentId)).status).toBe(502);
    kassa.endRefunds();
    await passDay(order);
    kassa.isSlow = false;
    expect((await reject(order, paymentId)).json.status).toBe("Возвращена");
    expect(payment.refunded).toBe(1);
  });

  test("YooKassa refund — uses the credentials of the shop that issued the invoice, even after the payment method has changed", async () => {
    const order = await givenOrder(world);
    const [booked, waiting] = [await invoice(order, 400), await invoice(order, 500)];
    for (const payment of [...kassa.payments.values()].slice(-2)) payment.status = "succeeded";
    await check(order, booked.json.paymentId);
    const give = (externalId: number | null) =>
      sql`update payment_method set external_payment_method_id = ${externalId} where id = ${methodIds.yookassa}`.execute(
        world.db,
      );
    const { rows } = await sql<{ id: number }>`update external_payment_method
      set settings = '{"shopId": "own", "secretKey": "own"}' where id = (
        select external_payment_method_id from payment_method where id = ${methodIds.yookassa}) returning id`.execute(
      world.db,
    );
    await give(null);
    expect((await check(order, waiting.json.paymentId)).json.status).toBe("succeeded");
    expect((await reject(order, booked.json.paymentId)).json.status).toBe("Возвращена");
    const authorization = `Basic ${Buffer.from("own:own").toString("base64")}`;
    expect(kassa.seen.slice(-2).map((call) => call.authorization)).toEqual([authorization, authorization]);
    await give(rows[0]?.id ?? null);
    await sql`update external_payment_method set settings = '{}' where id = ${rows[0]?.id ?? 0}`.execute(world.db);
  });

  test("YooKassa refund — returns the money of an invoice that was paid before its rejection", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 980);
    const payment = newest();
    payment.status = "succeeded";
    expect((await reject(order, json.paymentId)).json.status).toBe("Возвращена");
    expect(payment.refunded).toBe(1);
  });

  test("YooKassa refund — is refused for an invoice that can still be paid", async () => {
    const order = await givenOrder(world);
    const { json } = await invoice(order, 980);
    const { status, problem } = await reject(order, json.paymentId);
    expect([status, problem.message]).toEqual([502, expect.stringContaining("ещё ждёт оплаты")]);
    expect((await listed(order))[0]).toMatchObject({ isRejected: false });
  });
});
