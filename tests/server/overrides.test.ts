import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isTrivialPin } from "#domain/overridePin.ts";
import { describedOperations } from "#server/services/overrides/describeRequest.ts";
import { contractOperations } from "../support/oracles/serverAnswers.ts";
import { giveRole } from "../support/server/giveRole.ts";
import { discountIds, dishOf, givenOrder, lineOf, methodIds, pathOf, statusIds } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

const MANAGER = 3;
const OWNER = 2;
const KITCHEN = 6;
const PIN = "274916";
const path = { companyId: 1 };

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.db.deleteFrom("override_attempt").execute();
  await world.db.updateTable("company_user").set({ role_id: 2 }).where("user_id", "=", MANAGER).execute();
});

interface OverrideProblem {
  readonly overridable?: boolean;
  readonly operationId?: string;
  readonly permission?: { readonly code: string; readonly title: string };
  readonly summary?: string;
  readonly challenge?: string;
}

const problemOf = ({ problem }: { problem: object }) => problem as OverrideProblem & { message: string };

/** Creates an order of the operator with one completed cash payment. */
const paidOrder = async () => {
  const order = await givenOrder(world);
  const payment = [{ paymentMethodId: methodIds.cash, amount: 980 }];
  const { json } = await world.ask("acceptPayment", { as: "operator", path: pathOf(order), body: { payment } });
  return { order, paymentId: json.payments[0]?.id ?? 0 };
};

type Paid = Awaited<ReturnType<typeof paidOrder>>;

const reject = (
  { order, paymentId }: Paid,
  more: { as?: string; token?: string; key?: string; reason?: string } = {},
) =>
  world.ask("rejectPayment", {
    as: more.as ?? "operator",
    path: { ...pathOf(order), paymentId },
    body: { reason: more.reason ?? "Не та пицца" },
    ...(more.key && { key: more.key }),
    ...(more.token && { headers: { "x-override-token": more.token } }),
  });

const challengeOf = async (paid: Paid): Promise<string> => problemOf(await reject(paid)).challenge ?? "";

const enterPin = (challenge: string, more: { as?: string; userId?: number; pin?: string; companyId?: number } = {}) =>
  world.ask("grantOverride", {
    as: more.as ?? "operator",
    path: { companyId: more.companyId ?? 1 },
    body: { challenge, userId: more.userId ?? MANAGER, pin: more.pin ?? PIN },
  });

const tokenFor = async (paid: Paid): Promise<string> => (await enterPin(await challengeOf(paid))).json.token;

describe("refusal that a manager can override", () => {
  test("an overridable refusal contains the permission, the operation and a description of the action", async () => {
    const answer = await reject(await paidOrder());
    expect(answer.status).toBe(403);
    expect(problemOf(answer)).toMatchObject({
      overridable: true,
      operationId: "rejectPayment",
      permission: { code: "payment.reject", title: "Возврат оплаты" },
      message: "У вас нет права «Возврат оплаты».",
    });
    expect(problemOf(answer).summary).toMatch(
      /^Заказ № \d+ на 980,00\sр\.: вернуть оплату 980,00\sр\. \(.+\)\. Причина: Не та пицца$/,
    );
  });

  test("if the opening of a cash shift is refused, the summary for the manager contains the name of the cash source and the action", async () => {
    const body = { financeSourceId: 1, opening: 0 };
    const answer = await world.ask("openCashShift", { as: "kitchen", path: { companyId: 1 }, body });
    expect([answer.status, problemOf(answer).overridable]).toEqual([403, true]);
    expect(problemOf(answer).summary).toMatch(/^Касса «.+»: открыть смену/);
  });

  test("an invalid request of a user without the required permission is refused with 403, without field errors and without an offer of an override", async () => {
    const { order, paymentId } = await paidOrder();
    const raw = { text: '{"reason":5}' };
    const answer = await world.ask("rejectPayment", { as: "operator", path: { ...pathOf(order), paymentId }, raw });
    expect(answer.status).toBe(403);
    expect(problemOf(answer).overridable).toBeUndefined();
    expect(answer.problem.errors).toBeUndefined();
  });

  test("the description of an overridable action contains no data of another company's order", async () => {
    const { order, paymentId } = await paidOrder();
    await world.db
      .insertInto("company_user")
      .values({ company_id: 2, user_id: 4, role_id: 5 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const answer = await world.ask("rejectPayment", {
      as: "operator",
      path: { companyId: 2, orderId: order.id, paymentId },
      body: {},
    });
    expect(problemOf(answer).summary).toBe("Вернуть оплату");
    await world.db.deleteFrom("company_user").where("company_id", "=", 2).where("user_id", "=", 4).execute();
  });
});

describe("PIN of a manager", () => {
  test("a manager's PIN allows one refund, and the history of the order names the manager and the user", async () => {
    const paid = await paidOrder();
    const granted = await enterPin(await challengeOf(paid));
    expect(granted.json).toMatchObject({ expiresIn: 60, by: { id: MANAGER, alias: "Павел Громов", hasPin: true } });
    expect((await reject(paid, { token: granted.json.token })).status).toBe(200);
    const history = await world.ask("listOrderHistory", {
      as: "operator",
      path: { companyId: 1, orderId: paid.order.id },
    });
    expect(history.json.slice(0, 2).map(({ employeeAlias, newName }) => [employeeAlias, newName])).toEqual(
      expect.arrayContaining([
        ["Павел Громов", "Разрешение для «Анна Орлова»: Возврат оплаты"],
        ["Анна Орлова", expect.stringContaining("возвращена (Не та пицца)")],
      ]),
    );
    const { json } = await world.ask("listOverrideGrants", { as: "manager", path });
    expect(json.rows[0]).toMatchObject({
      alias: "Анна Орлова",
      by: "Павел Громов",
      method: "pin",
      orderId: paid.order.id,
      permissions: ["Возврат оплаты"],
    });
  });

  test("a used override token is refused, but a retry with the same idempotency key gets the first response", async () => {
    const paid = await paidOrder();
    const token = await tokenFor(paid);
    const key = randomUUID();
    const first = await reject(paid, { token, key });
    expect(first.status).toBe(200);
    expect((await reject(paid, { token, key })).json).toEqual(first.json);
    await sql`update override_request set answered_at = now() - interval '5 minutes', used_at = now() - interval '5 minutes'`.execute(
      world.db,
    );
    expect((await reject(paid, { token, key })).json).toEqual(first.json);
    expect((await reject(paid, { key })).json).toEqual(first.json);
    expect((await reject(paid, { token })).status).toBe(403);
    expect((await reject(paid, { token, key: randomUUID() })).status).toBe(403);
  });

  test("an override token expires after 60 s", async () => {
    const paid = await paidOrder();
    const token = await tokenFor(paid);
    await sql`update override_request set answered_at = now() - interval '61 seconds' where used_at is null`.execute(
      world.db,
    );
    const answer = await reject(paid, { token });
    expect([answer.status, problemOf(answer).overridable]).toEqual([403, true]);
  });

  test("an override token is valid only for the body, order, user and session for which the token was granted", async () => {
    const [paid, other] = [await paidOrder(), await paidOrder()];
    const token = await tokenFor(paid);
    expect((await reject(paid, { token, reason: "Другая причина" })).status).toBe(403);
    expect((await reject(other, { token })).status).toBe(403);
    await giveRole(world, KITCHEN, ["order.view"]);
    expect((await reject(paid, { token, as: "kitchen" })).status).toBe(403);
    const password = { grantType: "password" as const, userName: "operator", password: "operator-demo" };
    const { json } = await world.ask("signIn", { body: password });
    const elsewhere = await world.ask("rejectPayment", {
      path: { ...pathOf(paid.order), paymentId: paid.paymentId },
      body: { reason: "Не та пицца" },
      headers: { authorization: `Bearer ${json.access_token}`, "x-override-token": token },
    });
    expect(elsewhere.status).toBe(403);
    expect((await reject(paid, { token })).status).toBe(200);
  });

  test("an override challenge is valid only for its session and company, and a forged challenge is refused", async () => {
    const challenge = await challengeOf(await paidOrder());
    expect((await enterPin(challenge, { as: "cashier" })).status).toBe(409);
    const [head, body, signature] = challenge.split(".");
    const facts = JSON.parse(Buffer.from(body ?? "", "base64url").toString());
    facts.facts.needed = {};
    const forged = Buffer.from(JSON.stringify(facts)).toString("base64url");
    expect((await enterPin(`${head}.${forged}.${signature}`)).status).toBe(409);
    expect((await enterPin(await world.tokenOf("operator"))).status).toBe(409);
    expect((await enterPin(challenge, { companyId: 3 })).status).toBe(404);
    expect((await enterPin(challenge)).status).toBe(200);
  });

  test("an override challenge is not accepted as an access token", async () => {
    const challenge = await challengeOf(await paidOrder());
    const { status } = await world.ask("listOrders", { path, headers: { authorization: `Bearer ${challenge}` } });
    expect(status).toBe(401);
  });

  test("a manager needs the missing permission and override.grant to grant an override", async () => {
    const paid = await paidOrder();
    const challenge = await challengeOf(paid);
    await giveRole(world, MANAGER, ["order.view", "override.grant"]);
    expect((await enterPin(challenge)).status).toBe(403);
    await giveRole(world, MANAGER, ["order.view", "payment.reject"]);
    expect((await enterPin(challenge)).status).toBe(403);
    await giveRole(world, MANAGER, ["payment.reject", "override.grant"]);
    expect((await enterPin(challenge)).status).toBe(200);
  });

  test("an override token is refused while the manager of the token lacks the permission that the token grants", async () => {
    const paid = await paidOrder();
    const token = await tokenFor(paid);
    await giveRole(world, MANAGER, ["order.view", "override.grant"]);
    expect((await reject(paid, { token })).status).toBe(403);
    await giveRole(world, MANAGER, ["payment.reject", "override.grant"]);
    expect((await reject(paid, { token })).status).toBe(200);
  });

  test("a removed or deactivated manager cannot grant overrides, and this manager's earlier tokens are refused", async () => {
    const paid = await paidOrder();
    const challenge = await challengeOf(paid);
    const { token } = (await enterPin(challenge)).json;
    await world.db.updateTable("app_user").set({ is_active: false }).where("id", "=", MANAGER).execute();
    expect((await reject(paid, { token })).status).toBe(403);
    expect((await enterPin(challenge)).problem.errors).toEqual({ pin: "Код не подходит. Осталось попыток: 4." });
    await world.db.updateTable("app_user").set({ is_active: true }).where("id", "=", MANAGER).execute();
    await world.db.updateTable("company_user").set({ company_id: 2 }).where("user_id", "=", MANAGER).execute();
    expect((await reject(paid, { token })).status).toBe(403);
    expect((await enterPin(challenge)).problem.errors).toEqual({ pin: "Код не подходит. Осталось попыток: 3." });
    await world.db.updateTable("company_user").set({ company_id: 1 }).where("user_id", "=", MANAGER).execute();
    expect((await reject(paid, { token })).status).toBe(200);
  });

  test("an override token stays valid if the request with the token fails", async () => {
    const order = await givenOrder(world, {}, "owner");
    await giveRole(world, KITCHEN, ["order.view"]);
    const change = (token?: string, seen?: number) =>
      world.ask("changeOrderStatus", {
        as: "kitchen",
        path: pathOf(order),
        body: { orderStatusId: statusIds.cooking },
        ...(seen !== undefined && { seen }),
        ...(token && { headers: { "x-override-token": token } }),
      });
    const { challenge = "" } = problemOf(await change());
    const { token } = (await enterPin(challenge, { as: "kitchen" })).json;
    expect((await change(token, 99)).status).toBe(412);
    expect((await change(token, 1)).status).toBe(200);
    expect((await change(token, 2)).status).toBe(403);
  });
});

describe("lock after wrong PINs", () => {
  const wrong = "918273";

  test("five wrong PINs lock the PIN of the manager for 15 minutes, so that the correct PIN is refused too", async () => {
    const challenge = await challengeOf(await paidOrder());
    for (const left of [4, 3, 2, 1])
      expect((await enterPin(challenge, { pin: wrong })).problem.errors).toEqual({
        pin: `Код не подходит. Осталось попыток: ${left}.`,
      });
    const fifth = await enterPin(challenge, { pin: wrong });
    expect([fifth.status, fifth.headers["retry-after"]]).toEqual([429, "900"]);
    expect((await enterPin(challenge)).status).toBe(429);
    await sql`update override_attempt set at = at - interval '14 minutes'`.execute(world.db);
    const locked = await enterPin(challenge);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers["retry-after"])).toBeLessThanOrEqual(60);
    await sql`update override_attempt set at = at - interval '1 minute'`.execute(world.db);
    expect((await enterPin(challenge)).status).toBe(200);
  });

  test("the lock after wrong PINs ends 15 minutes after the last wrong PIN, not after the first", async () => {
    const challenge = await challengeOf(await paidOrder());
    for (let count = 0; count < 4; count += 1) await enterPin(challenge, { pin: wrong });
    await sql`update override_attempt set at = at - interval '14 minutes'`.execute(world.db);
    expect((await enterPin(challenge, { pin: wrong })).status).toBe(429);
    await sql`update override_attempt set at = at - interval '2 minutes'`.execute(world.db);
    expect((await enterPin(challenge)).status).toBe(429);
  });

  test("five wrong PINs for different managers lock the PIN entry in the caller's session", async () => {
    const challenge = await challengeOf(await paidOrder());
    for (const userId of [MANAGER, OWNER, 1, 999_999]) await enterPin(challenge, { pin: wrong, userId });
    expect((await enterPin(challenge, { pin: wrong, userId: 5 })).status).toBe(429);
    expect((await enterPin(challenge)).status).toBe(429);
  });

  test("five wrong PINs for a manager lock this manager's PIN in every session, but not the PINs of other managers", async () => {
    const challenge = await challengeOf(await paidOrder());
    for (let count = 0; count < 5; count += 1) await enterPin(challenge, { pin: wrong });
    await giveRole(world, KITCHEN, ["order.view"]);
    const paid = await paidOrder();
    const { challenge: other = "" } = problemOf(await reject(paid, { as: "kitchen" }));
    expect((await enterPin(other, { as: "kitchen" })).status).toBe(429);
    expect((await enterPin(other, { as: "kitchen", userId: OWNER })).status).toBe(400);
  });

  test("the response to a PIN is the same for an unknown user, a user without a PIN and a wrong PIN", async () => {
    const challenge = await challengeOf(await paidOrder());
    const answers = [];
    for (const userId of [MANAGER, OWNER, 999_999]) {
      await world.db.deleteFrom("override_attempt").execute();
      const { status, problem } = await enterPin(challenge, { pin: wrong, userId });
      answers.push([status, problem.message, problem.errors]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  test("a correct PIN resets the session's count of wrong PINs", async () => {
    const challenge = await challengeOf(await paidOrder());
    for (let count = 0; count < 4; count += 1) await enterPin(challenge, { pin: wrong });
    expect((await enterPin(challenge)).status).toBe(200);
    expect((await enterPin(challenge, { pin: wrong })).problem.errors).toEqual({
      pin: "Код не подходит. Осталось попыток: 4.",
    });
  });
});

describe("change of the caller's own PIN", () => {
  const save = (as: string, userId: number, pin: string, currentPassword = `${as}-demo`) =>
    world.ask("setOverridePin", { as, path: { userId }, body: { pin, currentPassword } });

  test("change of the caller's own PIN — succeeds with the password, and the new PIN ends a lock", async () => {
    const challenge = await challengeOf(await paidOrder());
    for (let count = 0; count < 5; count += 1) await enterPin(challenge, { userId: OWNER, pin: "918273" });
    expect((await save("owner", OWNER, "583017")).status).toBe(204);
    expect((await world.ask("getOverridePin", { as: "owner", path: { userId: OWNER } })).json).toEqual({
      isSet: true,
      mayHave: true,
    });
    expect((await enterPin(challenge, { userId: OWNER, pin: "583017" })).status).toBe(200);
    await world.db.deleteFrom("override_pin").where("user_id", "=", OWNER).execute();
  });

  test("change of the caller's own PIN — is refused for a wrong password, a trivial PIN, another user or a missing permission", async () => {
    const wrong = await save("manager", MANAGER, "583017", "не тот");
    expect([wrong.status, Object.keys(wrong.problem.errors ?? {})]).toEqual([400, ["currentPassword"]]);
    for (const pin of ["000000", "123456", "654321", "121212", "112233"])
      expect((await save("manager", MANAGER, pin)).problem.errors?.["pin"]).toMatch(/легко угадать/);
    expect((await save("manager", OWNER, "583017")).status).toBe(404);
    expect((await save("admin", MANAGER, "583017")).status).toBe(404);
    expect((await save("operator", 4, "583017")).status).toBe(403);
    expect((await enterPin(await challengeOf(await paidOrder()))).status).toBe(200);
  });

  test("change of the caller's own PIN — stores only a hash of the PIN; repeated, ascending and descending digits are trivial PINs", async () => {
    const [row] = await world.db.selectFrom("override_pin").selectAll().where("user_id", "=", MANAGER).execute();
    expect(row?.pin_hash).not.toContain(PIN);
    expect(["890123", "321098", "777777", "135790", PIN].map(isTrivialPin)).toEqual([true, true, true, false, false]);
  });
});

describe("decision on the device of a manager", () => {
  const ask = async (paid: Paid) =>
    (await world.ask("requestOverride", { as: "operator", path, body: { challenge: await challengeOf(paid) } })).json;
  const stateOf = async (id: number) =>
    (await world.ask("getOverrideRequest", { as: "operator", path: { ...path, id } })).json;
  const answer = (id: number, isAllowed: boolean, as = "manager") =>
    world.ask("answerOverride", { as, path: { ...path, id }, body: { isAllowed } });

  test("a request for an override notifies the managers, and its token works once after a manager has allowed the request", async () => {
    const paid = await paidOrder();
    const { id, token } = await ask(paid);
    expect((await reject(paid, { token })).status).toBe(403);
    const { json: notices } = await world.ask("listNotifications", { as: "manager" });
    expect(notices[0]).toMatchObject({
      code: "override",
      title: "Нужно разрешение: Анна Орлова",
      data: { companyId: 1, overrideId: id, orderId: paid.order.id },
    });
    const { json } = await world.ask("listOverrideRequests", { as: "manager", path });
    expect(json.at(-1)).toMatchObject({ id, alias: "Анна Орлова", permissions: ["Возврат оплаты"] });
    expect((await answer(id, true)).status).toBe(204);
    expect(await stateOf(id)).toEqual({ id, state: "allowed", by: "Павел Громов" });
    expect((await world.ask("listNotifications", { as: "manager" })).json[0]?.isRead).toBe(true);
    expect((await reject(paid, { token })).status).toBe(200);
    expect((await reject(paid, { token })).status).toBe(403);
    const grants = await world.ask("listOverrideGrants", { as: "manager", path, query: { limit: "1" } });
    expect(grants.json.rows[0]?.method).toBe("device");
    const next = await world.ask("listOverrideGrants", {
      as: "manager",
      path,
      query: { limit: "1", cursor: grants.json.next ?? "" },
    });
    expect(next.json.rows[0]?.id).toBeLessThan(grants.json.rows[0]?.id ?? 0);
  });

  test("a request refused by a manager gives no valid token, and a withdrawn or expired request cannot be answered", async () => {
    const paid = await paidOrder();
    const refused = await ask(paid);
    await answer(refused.id, false);
    expect((await stateOf(refused.id)).state).toBe("refused");
    expect((await reject(paid, { token: refused.token })).status).toBe(403);

    const withdrawn = await ask(paid);
    const drop = () => world.ask("withdrawOverride", { as: "operator", path: { ...path, id: withdrawn.id } });
    expect([(await drop()).status, (await drop()).status]).toEqual([204, 204]);
    expect((await answer(withdrawn.id, true)).status).toBe(409);

    const late = await ask(paid);
    await sql`update override_request set created_at = now() - interval '181 seconds' where id = ${late.id}`.execute(
      world.db,
    );
    expect((await stateOf(late.id)).state).toBe("expired");
    expect((await answer(late.id, true)).status).toBe(409);
  });

  test("a new request to the managers replaces the earlier request", async () => {
    const paid = await paidOrder();
    const [first, second] = [await ask(paid), await ask(paid)];
    expect((await stateOf(first.id)).state).toBe("withdrawn");
    expect((await stateOf(second.id)).state).toBe("pending");
    await answer(second.id, false);
  });

  test("a request for an override can be answered only with override.grant and the missing permission, and read only in the session of the request", async () => {
    const { id } = await ask(await paidOrder());
    expect((await answer(id, true, "operator")).status).toBe(403);
    await giveRole(world, MANAGER, ["order.view", "override.grant"]);
    expect((await answer(id, true)).status).toBe(403);
    expect((await world.ask("listOverrideRequests", { as: "manager", path })).json).toEqual([]);
    expect((await world.ask("getOverrideRequest", { as: "cashier", path: { ...path, id } })).status).toBe(404);
    const foreign = { as: "owner2", path: { companyId: 3, id }, body: { isAllowed: true } };
    expect((await world.ask("answerOverride", foreign)).status).toBe(404);
  });

  test("the list of managers for an override contains only managers who can allow the request", async () => {
    const challenge = await challengeOf(await paidOrder());
    const { json } = await world.ask("listOverrideManagers", { as: "operator", path, query: { challenge } });
    expect(json).toContainEqual({ id: MANAGER, alias: "Павел Громов", hasPin: true });
    expect(json.map(({ id }) => id)).not.toContain(5);
    await giveRole(world, MANAGER, ["order.view", "override.grant"]);
    const without = await world.ask("listOverrideManagers", { as: "operator", path, query: { challenge } });
    expect(without.json.map(({ id }) => id)).not.toContain(MANAGER);
  });
});

describe("overrides of business rules", () => {
  test("a discount above the caller's limit requires an override by a manager with a sufficient limit", async () => {
    const dish = await dishOf(world, "Маргарита");
    const body = { items: [lineOf(dish)], phone: "+79160000001", discountId: discountIds.half };
    const save = (token?: string) =>
      world.ask("createOrder", {
        as: "operator",
        path,
        body,
        ...(token && { headers: { "x-override-token": token } }),
      });
    const refusal = problemOf(await save());
    expect(refusal).toMatchObject({ overridable: true, permission: { code: "discount.maxPercent" } });
    const challenge = refusal.challenge ?? "";
    await giveRole(world, MANAGER, ["override.grant", "discount.apply", "discount.maxPercent"]);
    expect((await enterPin(challenge)).status).toBe(403);
    await world.db.updateTable("company_user").set({ role_id: 2 }).where("user_id", "=", MANAGER).execute();
    const { token } = (await enterPin(challenge)).json;
    const saved = await save(token);
    expect(saved.status).toBe(201);
    const history = await world.ask("listOrderHistory", { as: "operator", path: { ...path, orderId: saved.json.id } });
    expect(history.json.map(({ newName }) => newName)).toContain("Разрешение для «Анна Орлова»: Наибольшая скидка, %");
  });

  test("a request of a user who lacks two required permissions needs an override for each of the permissions", async () => {
    const order = await givenOrder(world);
    await giveRole(world, KITCHEN, ["order.view"]);
    const close = (token?: string) =>
      world.ask("changeOrderStatus", {
        as: "kitchen",
        path: pathOf(order),
        body: { orderStatusId: statusIds.delivered },
        ...(token && { headers: { "x-override-token": token } }),
      });
    const first = (await enterPin(problemOf(await close()).challenge ?? "", { as: "kitchen" })).json.token;
    const second = problemOf(await close(first));
    expect(second).toMatchObject({ overridable: true, permission: { code: "payment.confirm" } });
    const { token } = (await enterPin(second.challenge ?? "", { as: "kitchen" })).json;
    expect((await close(token)).json).toMatchObject({ id: order.id });
  });
});

test("overridable operations — are writes in a company and have a description", () => {
  const overridable = contractOperations.filter(({ node }) => node["x-overridable"] === true);
  expect(overridable.map(({ id }) => id).sort()).toEqual([...describedOperations].sort());
  expect(overridable.every(({ method, path: url }) => method !== "get" && url.includes("{companyId}"))).toBe(true);
});

test("refused changes of roles, users, invitations, settings and accounts — cannot be overridden", async () => {
  const never =
    /Role|User|Invitation|Settings|Account|Administr|Password|TwoFactor|Session|Company$|PaymentMethod$|Override/;
  const overridable = contractOperations.filter(({ node }) => node["x-overridable"] === true);
  expect(overridable.filter(({ id }) => never.test(id) || id.includes("Sign")).map(({ id }) => id)).toEqual([]);
  const reserved = /^(role\.manage|user\.manage|company\.|settings\.edit|finance\.edit|admin|override\.)/;
  expect(overridable.filter(({ node }) => reserved.test(String(node["x-permission"])))).toEqual([]);
  const body = { name: "Чужая роль", permissions: {} };
  const answer = await world.ask("createCompanyRole", { as: "operator", path, body });
  expect([answer.status, problemOf(answer).overridable]).toEqual([403, undefined]);
});

test("server with only the documented operations — offers no override", async () => {
  const documented = await startWorld({ beside: world, config: { documentedOnly: true } });
  const paid = await paidOrder();
  const answer = await documented.ask("rejectPayment", {
    as: "operator",
    path: { ...pathOf(paid.order), paymentId: paid.paymentId },
    body: {},
  });
  expect([answer.status, problemOf(answer).overridable]).toEqual([403, undefined]);
  await documented.stop();
});

test("rows of the log of granted overrides — cannot be deleted", async () => {
  await expect(world.db.deleteFrom("override_grant").execute()).rejects.toThrow("never change");
});
