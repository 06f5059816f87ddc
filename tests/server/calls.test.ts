import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenOrder } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

type TrackedCall = Schemas["TrackedCall"];

const log: string[] = [];
let world: World;
beforeAll(async () => {
  world = await startWorld({ logTo: { write: (line) => log.push(line) } });
});
afterAll(() => world.stop());
afterEach(async () => {
  await sql`update operator_phone_call set reported_at = now() - interval '2 minutes' where reported_at is not null`.execute(
    world.db,
  );
});

const TOKEN = "demo-tracker-1";
let last = 0;
const newCall = () => `call-${++last}`;
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

const report = (event: Partial<TrackedCall> & { callId: string }, authorization = `Bearer ${TOKEN}`) =>
  world.ask("trackCall", {
    body: { number: "+79165550101", event: "StartRing", at: ago(0), ...event },
    headers: { authorization },
  });

const list = async (query: Record<string, string> = {}, as = "operator") =>
  (await world.ask("listOperatorPhoneCalls", { as, query })).json;

/** Returns the calls from `number` in the call list of the business day of `at`. */
const callsOf = async (number: string, at = ago(0)) =>
  (await list({ startDate: at })).filter((call) => call.number === number);
const words = async (callId: number, as = "operator") =>
  (await world.ask("listNotifications", { as })).json.filter(({ data }) => data?.callId === callId);

describe("reported call", () => {
  test("reported call — is stored with the times of its ring, answer and end", async () => {
    const number = "+79165550001";
    const callId = newCall();
    const [rangAt, answered, ended] = [ago(40), ago(30), ago(1)];
    const status = async () => (await callsOf(number)).map(({ statusCall }) => statusCall);
    expect((await report({ callId, number: "8 (916) 555-00-01", at: rangAt })).status).toBe(204);
    expect(await status()).toEqual(["StartRing"]);
    await report({ callId, number, event: "Call", at: answered });
    expect(await status()).toEqual(["Call"]);
    await report({ callId, number, event: "EndCall", at: ended });
    const [call] = await callsOf(number);
    expect(call).toMatchObject({ statusCall: "EndCall", operatorPhoneNumber: "+74952000001", orderId: null });
    const toIso = (moment: string | null | undefined) => moment && new Date(moment).toISOString();
    expect([call?.startRing, call?.call, call?.endCall, call?.endRing].map(toIso)).toEqual([
      rangAt,
      answered,
      ended,
      null,
    ]);
  });

  test("reported call — counts as missed if the ringing ends without an answer", async () => {
    const number = "+79165550002";
    const callId = newCall();
    await report({ callId, number, at: ago(30) });
    await report({ callId, number, event: "EndRing", at: ago(5) });
    expect(await callsOf(number)).toMatchObject([{ statusCall: "EndRing", call: null, endCall: null }]);
  });

  test("events of a call — result in the same call if they are duplicated or out of order", async () => {
    const events = (["StartRing", "Call", "EndCall"] as const).map((event, index) => ({
      event,
      at: ago(100 - index * 20),
    }));
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2, 1, 0, 2],
      [2, 2, 0, 1, 0],
      [0, 2, 1, 1],
    ];
    const kept: unknown[] = [];
    for (const [index, order] of orders.entries()) {
      const number = `+7916555010${index}`;
      const callId = newCall();
      for (const at of order) {
        const again = events[at];
        if (again) await report({ callId, number, ...again });
      }
      const rows = await callsOf(number);
      kept.push(
        rows.map(({ startRing, call, endRing, endCall, statusCall }) => [
          startRing,
          call,
          endRing,
          endCall,
          statusCall,
        ]),
      );
    }
    expect(new Set(kept.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(kept[0]).toHaveLength(1);
  });

  test("a call event that several connections send at the same time creates one call and one notification", async () => {
    const number = "+79165550003";
    const callId = newCall();
    const answers = await Promise.all([1, 2, 3, 4].map(() => report({ callId, number })));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const [call, ...more] = await callsOf(number);
    expect([more, (await words(call?.id ?? 0)).length]).toEqual([[], 1]);
  });

  test("phone number of a call — can be added by a later event", async () => {
    const callId = newCall();
    await report({ callId, number: "" });
    const [hidden] = await callsOf("");
    expect((await words(hidden?.id ?? 0)).map(({ title }) => title)).toEqual(["Звонит скрытый номер"]);
    await report({ callId, number: "+79165550004", event: "Call" });
    expect((await callsOf("+79165550004")).map(({ id }) => id)).toEqual([hidden?.id]);
  });

  test("an event from a phone with a fast clock is not dated in the future", async () => {
    const number = "+79165550005";
    await report({ callId: newCall(), number, at: ago(-3600) });
    const [call] = await callsOf(number);
    expect(Date.parse(call?.startRing ?? "")).toBeLessThanOrEqual(Date.now());
  });

  test("a call without further events counts as ended after 10 min of ringing or 4 h of talking", async () => {
    for (const [event, at, status] of [
      ["StartRing", ago(9 * 60), "StartRing"],
      ["StartRing", ago(11 * 60), "EndRing"],
      ["Call", ago(3 * 3600), "Call"],
      ["Call", ago(5 * 3600), "EndCall"],
    ] as const) {
      const number = `+7916555020${last % 10}`;
      await report({ callId: newCall(), number, event, at });
      expect([at, (await callsOf(number, at)).map(({ statusCall }) => statusCall)]).toEqual([at, [status]]);
    }
  });
});

describe("report from an operator phone", () => {
  test("report from an operator phone — is refused with the same message for each kind of invalid token", async () => {
    const { json: phone } = await world.ask("createOperatorPhone", { as: "owner", body: { number: "103" } });
    const callId = newCall();
    expect((await report({ callId }, `Bearer ${phone.token}`)).status).toBe(204);
    const expectRefused = async (authorization: string) => {
      const { status, problem, headers } = await report({ callId }, authorization);
      expect([authorization, status, problem.message, headers["www-authenticate"]]).toEqual([
        authorization,
        401,
        "Токен телефона неверен или сброшен.",
        "Bearer",
      ]);
    };
    const path = { companyId: 1, id: phone.id };
    const { json: renewed } = await world.ask("resetOperatorPhoneToken", { as: "owner", path });
    await expectRefused(`Bearer ${phone.token}`);
    expect((await report({ callId }, `Bearer ${renewed.token}`)).status).toBe(204);
    expect((await world.ask("deleteOperatorPhone", { as: "owner", path })).status).toBe(204);
    await expectRefused(`Bearer ${renewed.token}`);
    const session = await world.tokenOf("owner");
    for (const authorization of [
      "",
      "Bearer",
      "Bearer demo-tracker-999",
      `Basic ${TOKEN}`,
      TOKEN,
      `Bearer ${session}`,
      "Bearer \u00e9",
      `Bearer ${"x".repeat(5000)}`,
    ])
      await expectRefused(authorization);
  });

  test("report from an operator phone — is refused if a field of its body is invalid", async () => {
    const callId = newCall();
    for (const [field, value] of [
      ["callId", ""],
      ["callId", "x".repeat(101)],
      ["callId", "a b"],
      ["callId", 7],
      ["number", "звонок"],
      ["number", "1".repeat(31)],
      ["number", "<b>+79160000000"],
      ["event", "Ring"],
      ["at", "вчера"],
      ["at", "2026-02-31T10:00:00Z"],
      ["at", ago(8 * 86_400)],
    ] as const) {
      const text = JSON.stringify({ callId, number: "", event: "StartRing", at: ago(0), [field]: value });
      const answer = await world.ask("trackCall", { raw: { text }, headers: { authorization: `Bearer ${TOKEN}` } });
      expect([field, value, answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([
        field,
        value,
        400,
        [field],
      ]);
    }
  });

  test("report from an operator phone — is refused for the 31st new call in a minute, but not for a known call", async () => {
    const authorization = "Bearer demo-tracker-2";
    const first = newCall();
    await report({ callId: first, number: "+79165550008" }, authorization);
    const answers = await Promise.all(
      Array.from({ length: 35 }, () => report({ callId: newCall(), number: "" }, authorization)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(29);
    expect(answers.find(({ status }) => status === 429)?.headers["retry-after"]).toBe("60");
    expect((await report({ callId: first, event: "Call" }, authorization)).status).toBe(204);
    expect((await report({ callId: newCall() })).status).toBe(204);
  });
});

describe("notifications of a ringing call", () => {
  test("notifications of a ringing call — are sent once, and only to users who may view calls and create orders", async () => {
    const customer = await sql<{ phone: string; alias: string }>`
      select phone, alias from customer where company_id = 1 order by id limit 1`.execute(world.db);
    const { phone: number = "", alias = "" } = customer.rows[0] ?? {};
    const callId = newCall();
    await report({ callId, number });
    await report({ callId, number });
    const id = (await callsOf(number)).find(({ statusCall }) => statusCall === "StartRing")?.id ?? 0;
    const [word, ...more] = await words(id);
    expect([word?.code, word?.data, more]).toEqual([
      "call",
      { companyId: 1, callId: id, number, callStatus: "StartRing" },
      [],
    ]);
    expect(word?.title).toMatch(/^Звонит \+7 \d{3} \d{3}-\d{2}-\d{2}$/);
    expect(word?.message).toBe(`${alias}, на Приём заказов`);
    expect([
      (await words(id, "manager")).length,
      (await words(id, "courier")).length,
      (await words(id, "owner2")).length,
    ]).toEqual([1, 0, 0]);
  });

  test("notifications of a ringing call — are not sent for an old or ended call", async () => {
    await report({ callId: newCall(), number: "+79165550010", at: ago(300) });
    await report({ callId: newCall(), number: "+79165550011", event: "EndRing" });
    for (const number of ["+79165550010", "+79165550011"]) {
      const [call] = await callsOf(number);
      expect(await words(call?.id ?? 0)).toEqual([]);
    }
  });

  test("notifications of a ringing call — are marked as read when the call ends or, after a missed call, at the caller's next call", async () => {
    const number = "+79165550012";
    const [first, second, third] = [newCall(), newCall(), newCall()];
    await report({ callId: first, number });
    await report({ callId: first, number, event: "Call" });
    const [call] = await callsOf(number);
    expect((await words(call?.id ?? 0)).map(({ isRead }) => isRead)).toEqual([false]);
    await report({ callId: first, number, event: "EndCall" });
    expect((await words(call?.id ?? 0)).map(({ isRead }) => isRead)).toEqual([true]);
    await report({ callId: second, number });
    await report({ callId: second, number, event: "EndRing" });
    const missed = (await callsOf(number))[0]?.id ?? 0;
    expect((await words(missed)).map(({ title, isRead }) => [title, isRead])).toEqual([
      ["Пропущен звонок +7 916 555-00-12", false],
    ]);
    await report({ callId: third, number });
    expect((await words(missed)).map(({ isRead }) => isRead)).toEqual([true]);
  });

  test("order created from a call — is linked in the call list, and a call of another company is refused", async () => {
    const number = "+79165550013";
    await report({ callId: newCall(), number });
    const [call] = await callsOf(number);
    const order = await givenOrder(world, { phone: number, operatorPhoneCallId: call?.id ?? 0 });
    expect(await callsOf(number)).toMatchObject([{ orderId: order.id, orderInternalId: order.internalId }]);
    const foreign = await sql<{
      id: number;
    }>`select min(id) as id from operator_phone_call where company_id = 3`.execute(world.db);
    await expect(givenOrder(world, { operatorPhoneCallId: foreign.rows[0]?.id ?? 0 })).rejects.toThrow(
      "Такого звонка нет.",
    );
  });
});

describe("taking of a call", () => {
  let lastNumber = 0;
  /** Reports a ringing call. Returns its id and a function that reports further events of this call. */
  const givenRinging = async () => {
    const [number, callId] = [`+7916555${String(3000 + ++lastNumber)}`, newCall()];
    await report({ callId, number });
    const id = (await callsOf(number))[0]?.id ?? 0;
    return { id, reportEvent: (event: TrackedCall["event"]) => report({ callId, number, event }) };
  };
  const take = (as: string, id: number, more: { companyId?: number; key?: string } = {}) =>
    world.ask("takeOperatorPhoneCall", {
      as,
      path: { id, companyId: more.companyId ?? 1 },
      ...(more.key !== undefined && { key: more.key }),
    });

  test("taking of a call — succeeds for the first operator, even twice, and is refused to others with the operator's name", async () => {
    const { id } = await givenRinging();
    const first = await take("operator", id, { key: "take-call-first" });
    expect([first.status, first.json.id]).toEqual([200, id]);
    const second = await take("manager", id);
    expect([second.status, second.problem.message]).toEqual([
      409,
      `Звонок уже у другого оператора: ${first.json.takenBy}.`,
    ]);
    expect(second.problem).toMatchObject({ takenBy: first.json.takenBy });
    expect((await take("operator", id, { key: "take-call-first" })).json).toEqual(first.json);
    expect((await take("operator", id)).json).toEqual(first.json);
  });

  test("taking of a call — marks the operator's notification as read and names the operator in the notifications of other users", async () => {
    const { id } = await givenRinging();
    const { takenBy } = (await take("operator", id)).json;
    const seenBy = async (as: string) => (await words(id, as)).map(({ isRead, data }) => [isRead, data?.takenBy]);
    expect([await seenBy("operator"), await seenBy("manager")]).toEqual([[[true, takenBy]], [[false, takenBy]]]);
  });

  test("taking of a call — sends an event to all users of the company who may take calls", async () => {
    const { id } = await givenRinging();
    const mark = await sql<{ id: number }>`select coalesce(max(id), 0)::int as id from event`.execute(world.db);
    await take("operator", id);
    const { rows } = await sql<{ name: string }>`
      select distinct u.user_name as name from event e join app_user u on u.id = e.user_id
      where e.topic = 'notification' and e.id > ${mark.rows[0]?.id}`.execute(world.db);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(["operator", "manager", "owner"]));
    expect(rows.map(({ name }) => name)).not.toContain("operator2");
  });

  test.each([
    ["operator", 200],
    ["manager", 200],
    ["owner", 200],
    ["courier", 403],
    ["kitchen", 403],
    ["storekeeper", 403],
    ["operator2", 404],
  ])("taking of a call by the user %s — is answered with status %i", async (as, status) => {
    const { id } = await givenRinging();
    expect((await take(as, id)).status).toBe(status);
  });

  test("taking of a call — is answered with 404 for a call of another company and for an unknown id", async () => {
    const foreign = await sql<{
      id: number;
    }>`select min(id) as id from operator_phone_call where company_id = 3`.execute(world.db);
    const id = foreign.rows[0]?.id ?? 0;
    expect([(await take("operator", id)).status, (await take("operator", 999_999)).status]).toEqual([404, 404]);
    const { rows } = await sql<{ taken: number | null }>`
      select taken_by as taken from operator_phone_call where id = ${id}`.execute(world.db);
    expect(rows).toEqual([{ taken: null }]);
  });

  test("notification of a call — contains the current status of the call", async () => {
    const { id, reportEvent } = await givenRinging();
    const status = async () => (await words(id)).map(({ data }) => data?.callStatus);
    expect(await status()).toEqual(["StartRing"]);
    await reportEvent("Call");
    expect(await status()).toEqual(["Call"]);
    const missed = await givenRinging();
    await missed.reportEvent("EndRing");
    expect((await words(missed.id)).map(({ data }) => data?.callStatus)).toEqual(["EndRing"]);
  });
});

test("call list — shows the calls of one business day, the latest first, and reads an impossible date as today", async () => {
  const midnight = "2026-03-01T00:00:00+03:00";
  await sql`insert into operator_phone_call (company_id, operator_phone_id, number, start_ring)
    select 1, 1, 'полночь ' || n, ${midnight}::timestamptz + (n || ' seconds')::interval from generate_series(-1, 1) n`.execute(
    world.db,
  );
  const numbers = async (startDate: string) =>
    (await list({ startDate })).map(({ number }) => number).filter((one) => one.startsWith("полночь"));
  expect(await numbers("2026-03-01")).toEqual(["полночь 1", "полночь 0"]);
  expect(await numbers("2026-02-28")).toEqual(["полночь -1"]);
  expect(await numbers("2026-02-28T21:30:00Z")).toEqual(["полночь 1", "полночь 0"]);
  const today = await list();
  expect(today.length).toBeGreaterThan(1);
  expect(await list({ startDate: "2026-02-31" })).toEqual(today);
  const ringing = today.map(({ startRing }) => Date.parse(startRing));
  expect(ringing).toEqual(ringing.toSorted((one, other) => other - one));
  expect((await world.ask("listOperatorPhoneCalls", { as: "operator", query: { startDate: "завтра" } })).status).toBe(
    400,
  );
  expect((await world.ask("listOperatorPhoneCalls", { as: "courier" })).status).toBe(403);
});

test("script simulateCalls — plays 24 calls, of which 19 are answered, and fails with a message for a wrong token", async () => {
  const origin = await world.app.listen({ port: 0, host: "127.0.0.1" });
  const simulate = (tokens: string) => {
    const env = { ...process.env, API: origin, TOKENS: tokens, CALLS: "24", MINUTES: "0", PACE: "1000" };
    return promisify(execFile)(process.execPath, ["scripts/simulateCalls.mjs"], { env });
  };
  const all = async () => (await world.ask("listOperatorPhoneCalls", { as: "operator2", path: { companyId: 3 } })).json;
  const known = new Set((await all()).map(({ id }) => id));
  expect((await simulate("demo-tracker-21,demo-tracker-22")).stdout).toContain("Сыграно звонков: 24.");
  const played = (await all()).filter(({ id }) => !known.has(id));
  const of = (status: string) => played.filter(({ statusCall }) => statusCall === status).length;
  expect([played.length, of("EndCall"), of("EndRing")]).toEqual([24, 19, 5]);
  await expect(simulate("nobody")).rejects.toThrow("Токен телефона неверен");
});

test("log — contains neither the phone numbers of callers nor the tokens of operator phones", async () => {
  await report({ callId: newCall(), number: "+79165550014" });
  await report({ callId: newCall(), number: "not a number" });
  await report({ callId: newCall() }, "Bearer secret-of-nobody");
  expect(log.some((line) => line.includes("/api/PhoneTracker/Call"))).toBe(true);
  expect(log.filter((line) => /79165550|demo-tracker|secret-of-nobody/.test(line))).toEqual([]);
});

describe("one-time link of a call tracker", () => {
  const secretOf = (letter: string) => letter.repeat(40);
  const given = async (number: string) => {
    const { json: phone } = await world.ask("createOperatorPhone", { as: "owner", body: { number } });
    const path = { companyId: 1, id: phone.id };
    const link = async () => (await world.ask("createOperatorPhoneLink", { as: "owner", path })).json.code;
    return { path, link, phone };
  };
  const exchange = (code: string, token: string) => world.ask("linkPhoneTracker", { body: { code, token } });
  const reportBy = async (token: string) => (await report({ callId: newCall() }, `Bearer ${token}`)).status;

  test("a one-time link works for a single tracker, and the phone's own token stays valid", async () => {
    const { link, phone } = await given("111");
    const code = await link();
    const { status, json } = await exchange(code, secretOf("a"));
    expect([status, json]).toEqual([200, { number: "111", name: null, companyName: "Пекарня «Колос»" }]);
    expect((await exchange(code, secretOf("a"))).status).toBe(200);
    expect((await exchange(code, secretOf("b"))).status).toBe(404);
    expect([await reportBy(secretOf("a")), await reportBy(secretOf("b")), await reportBy(phone.token)]).toEqual([
      204, 401, 204,
    ]);
  });

  test("a new link invalidates an unused link immediately, but the linked tracker only when the new link is used", async () => {
    const { link } = await given("112");
    const [first, second] = [await link(), await link()];
    expect((await exchange(first, secretOf("c"))).status).toBe(404);
    await exchange(second, secretOf("c"));
    const third = await link();
    expect(await reportBy(secretOf("c"))).toBe(204);
    await exchange(third, secretOf("d"));
    expect([await reportBy(secretOf("c")), await reportBy(secretOf("d"))]).toEqual([401, 204]);
  });

  test("an expired link, the links and trackers from before a token reset, and the tracker of a removed phone are refused", async () => {
    const { link, path } = await given("113");
    const late = await link();
    await world.db
      .updateTable("operator_phone")
      .set({ link_expires_at: new Date(Date.now() - 1000) })
      .where("id", "=", path.id)
      .execute();
    expect((await exchange(late, secretOf("e"))).status).toBe(404);
    await exchange(await link(), secretOf("e"));
    expect(await reportBy(secretOf("e"))).toBe(204);
    const pending = await link();
    await world.ask("resetOperatorPhoneToken", { as: "owner", path });
    expect([await reportBy(secretOf("e")), (await exchange(pending, secretOf("f"))).status]).toEqual([401, 404]);
    await exchange(await link(), secretOf("f"));
    await world.ask("deleteOperatorPhone", { as: "owner", path });
    expect(await reportBy(secretOf("f"))).toBe(401);
  });

  test("a one-time link cannot be created for a phone of another company or without the permission settings.edit", async () => {
    const { path } = await given("114");
    const refused = (as: string, companyId: number) =>
      world.ask("createOperatorPhoneLink", { as, path: { ...path, companyId } }).then(({ status }) => status);
    expect([await refused("owner2", 1), await refused("owner", 2), await refused("operator", 1)]).toEqual([
      404, 404, 403,
    ]);
  });
});
