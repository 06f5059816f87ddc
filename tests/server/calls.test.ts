import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { givenOrder } from "../support/server/orders.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

type Told = Schemas["TrackedCall"];

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

const tell = (told: Partial<Told> & { callId: string }, authorization = `Bearer ${TOKEN}`) =>
  world.ask("trackCall", {
    body: { number: "+79165550101", event: "StartRing", at: ago(0), ...told },
    headers: { authorization },
  });

const list = async (query: Record<string, string> = {}, as = "operator") =>
  (await world.ask("listOperatorPhoneCalls", { as, query })).json;

/** The calls of a number as the list of the day of a moment shows them. */
const shown = async (number: string, at = ago(0)) =>
  (await list({ startDate: at })).filter((call) => call.number === number);
const words = async (callId: number, as = "operator") =>
  (await world.ask("listNotifications", { as })).json.filter(({ data }) => data?.callId === callId);

describe("a phone tells of a call", () => {
  test("from the first ring to the end of the talk", async () => {
    const number = "+79165550001";
    const callId = newCall();
    const [rung, answered, ended] = [ago(40), ago(30), ago(1)];
    const status = async () => (await shown(number)).map(({ statusCall }) => statusCall);
    expect((await tell({ callId, number: "8 (916) 555-00-01", at: rung })).status).toBe(204);
    expect(await status()).toEqual(["StartRing"]);
    await tell({ callId, number, event: "Call", at: answered });
    expect(await status()).toEqual(["Call"]);
    await tell({ callId, number, event: "EndCall", at: ended });
    const [call] = await shown(number);
    expect(call).toMatchObject({ statusCall: "EndCall", operatorPhoneNumber: "+74952000001", orderId: null });
    const isAt = (moment: string | null | undefined) => moment && new Date(moment).toISOString();
    expect([call?.startRing, call?.call, call?.endCall, call?.endRing].map(isAt)).toEqual([
      rung,
      answered,
      ended,
      null,
    ]);
  });

  test("that nobody answers", async () => {
    const number = "+79165550002";
    const callId = newCall();
    await tell({ callId, number, at: ago(30) });
    await tell({ callId, number, event: "EndRing", at: ago(5) });
    expect(await shown(number)).toMatchObject([{ statusCall: "EndRing", call: null, endCall: null }]);
  });

  test("in any order, again and again, and it is one call as if each had come once and in turn", async () => {
    const told = (["StartRing", "Call", "EndCall"] as const).map((event, index) => ({
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
        const again = told[at];
        if (again) await tell({ callId, number, ...again });
      }
      const rows = await shown(number);
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

  test("at the same time from two connections, and it is one call with one word about it", async () => {
    const number = "+79165550003";
    const callId = newCall();
    const answers = await Promise.all([1, 2, 3, 4].map(() => tell({ callId, number })));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const [call, ...more] = await shown(number);
    expect([more, (await words(call?.id ?? 0)).length]).toEqual([[], 1]);
  });

  test("with a hidden number, which a later event may reveal", async () => {
    const callId = newCall();
    await tell({ callId, number: "" });
    const [hidden] = await shown("");
    expect((await words(hidden?.id ?? 0)).map(({ title }) => title)).toEqual(["Звонит скрытый номер"]);
    await tell({ callId, number: "+79165550004", event: "Call" });
    expect((await shown("+79165550004")).map(({ id }) => id)).toEqual([hidden?.id]);
  });

  test("by a clock that goes fast, and it has not happened before it could", async () => {
    const number = "+79165550005";
    await tell({ callId: newCall(), number, at: ago(-3600) });
    const [call] = await shown(number);
    expect(Date.parse(call?.startRing ?? "")).toBeLessThanOrEqual(Date.now());
  });

  test("and falls silent: the ringing is taken for missed, the talk for over", async () => {
    for (const [event, at, status] of [
      ["StartRing", ago(9 * 60), "StartRing"],
      ["StartRing", ago(11 * 60), "EndRing"],
      ["Call", ago(3 * 3600), "Call"],
      ["Call", ago(5 * 3600), "EndCall"],
    ] as const) {
      const number = `+7916555020${last % 10}`;
      await tell({ callId: newCall(), number, event, at });
      expect([at, (await shown(number, at)).map(({ statusCall }) => statusCall)]).toEqual([at, [status]]);
    }
  });
});

describe("what a phone says is refused", () => {
  test("without a token, with one that nobody has, with one of a removed phone: always in the same words", async () => {
    const { json: phone } = await world.ask("createOperatorPhone", { as: "owner", body: { number: "103" } });
    const callId = newCall();
    expect((await tell({ callId }, `Bearer ${phone.token}`)).status).toBe(204);
    const { json: renewed } = await world.ask("resetOperatorPhoneToken", {
      as: "owner",
      path: { companyId: 1, id: phone.id },
    });
    await world.ask("deleteOperatorPhone", { as: "owner", path: { companyId: 1, id: phone.id } });
    const session = await world.tokenOf("owner");
    const wrong = [
      "",
      "Bearer",
      "Bearer demo-tracker-999",
      `Basic ${TOKEN}`,
      TOKEN,
      `Bearer ${session}`,
      "Bearer \u00e9",
      `Bearer ${phone.token}`,
      `Bearer ${renewed.token}`,
      `Bearer ${"x".repeat(5000)}`,
    ];
    for (const authorization of wrong) {
      const { status, problem, headers } = await tell({ callId }, authorization);
      expect([authorization, status, problem.message, headers["www-authenticate"]]).toEqual([
        authorization,
        401,
        "Токен телефона неверен или сброшен.",
        "Bearer",
      ]);
    }
  });

  test("when it is not what the description says", async () => {
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

  test("when it tells of more calls than a phone can have, until a minute is over; what it told of goes on", async () => {
    const authorization = "Bearer demo-tracker-2";
    const first = newCall();
    await tell({ callId: first, number: "+79165550008" }, authorization);
    const answers = await Promise.all(
      Array.from({ length: 35 }, () => tell({ callId: newCall(), number: "" }, authorization)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(29);
    expect(answers.find(({ status }) => status === 429)?.headers["retry-after"]).toBe("60");
    expect((await tell({ callId: first, event: "Call" }, authorization)).status).toBe(204);
    expect((await tell({ callId: newCall() })).status).toBe(204);
  });
});

describe("a ringing call", () => {
  test("is told to who sees calls and takes orders, with what opens the new order, once, and to no other company", async () => {
    const customer = await sql<{ phone: string; alias: string }>`
      select phone, alias from customer where company_id = 1 order by id limit 1`.execute(world.db);
    const { phone: number = "", alias = "" } = customer.rows[0] ?? {};
    const callId = newCall();
    await tell({ callId, number });
    await tell({ callId, number });
    const id = (await shown(number)).find(({ statusCall }) => statusCall === "StartRing")?.id ?? 0;
    const [word, ...more] = await words(id);
    expect([word?.code, word?.data, more]).toEqual(["call", { companyId: 1, callId: id, number }, []]);
    expect(word?.title).toMatch(/^Звонит \+7 \d{3} \d{3}-\d{2}-\d{2}$/);
    expect(word?.message).toBe(`${alias}, на Приём заказов`);
    expect([
      (await words(id, "manager")).length,
      (await words(id, "courier")).length,
      (await words(id, "owner2")).length,
    ]).toEqual([1, 0, 0]);
  });

  test("is no news when it began long ago or is over before it was told of", async () => {
    await tell({ callId: newCall(), number: "+79165550010", at: ago(300) });
    await tell({ callId: newCall(), number: "+79165550011", event: "EndRing" });
    for (const number of ["+79165550010", "+79165550011"]) {
      const [call] = await shown(number);
      expect(await words(call?.id ?? 0)).toEqual([]);
    }
  });

  test("that was talked over leaves the bell; one that was missed says so; the next one of the same number takes its place", async () => {
    const number = "+79165550012";
    const [first, second, third] = [newCall(), newCall(), newCall()];
    await tell({ callId: first, number });
    await tell({ callId: first, number, event: "Call" });
    const [call] = await shown(number);
    expect((await words(call?.id ?? 0)).map(({ isRead }) => isRead)).toEqual([false]);
    await tell({ callId: first, number, event: "EndCall" });
    expect((await words(call?.id ?? 0)).map(({ isRead }) => isRead)).toEqual([true]);
    await tell({ callId: second, number });
    await tell({ callId: second, number, event: "EndRing" });
    const missed = (await shown(number))[0]?.id ?? 0;
    expect((await words(missed)).map(({ title, isRead }) => [title, isRead])).toEqual([
      ["Пропущен звонок +7 916 555-00-12", false],
    ]);
    await tell({ callId: third, number });
    expect((await words(missed)).map(({ isRead }) => isRead)).toEqual([true]);
  });

  test("shows the order that was taken by it", async () => {
    const number = "+79165550013";
    await tell({ callId: newCall(), number });
    const [call] = await shown(number);
    const order = await givenOrder(world, { phone: number, operatorPhoneCallId: call?.id ?? 0 });
    expect(await shown(number)).toMatchObject([{ orderId: order.id, orderInternalId: order.internalId }]);
    const foreign = await sql<{
      id: number;
    }>`select min(id) as id from operator_phone_call where company_id = 3`.execute(world.db);
    await expect(givenOrder(world, { operatorPhoneCallId: foreign.rows[0]?.id ?? 0 })).rejects.toThrow(
      "Такого звонка нет.",
    );
  });
});

test("calls are listed by the company's day, the latest first, and to who may see them alone", async () => {
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
  expect((await list({ startDate: "2026-02-31" })).length).toBe((await list()).length);
  const rung = (await list()).map(({ startRing }) => Date.parse(startRing));
  expect(rung).toEqual(rung.toSorted((one, other) => other - one));
  expect((await world.ask("listOperatorPhoneCalls", { as: "operator", query: { startDate: "завтра" } })).status).toBe(
    400,
  );
  expect((await world.ask("listOperatorPhoneCalls", { as: "courier" })).status).toBe(403);
});

test("a day of calls can be played, with some events twice or late, and none but the right token may", async () => {
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

test("no log line has a phone or a token of a tracker", async () => {
  await tell({ callId: newCall(), number: "+79165550014" });
  await tell({ callId: newCall(), number: "not a number" });
  await tell({ callId: newCall() }, "Bearer secret-of-nobody");
  expect(log.some((line) => line.includes("/api/PhoneTracker/Call"))).toBe(true);
  expect(log.filter((line) => /79165550|demo-tracker|secret-of-nobody/.test(line))).toEqual([]);
});
