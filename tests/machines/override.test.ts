import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { needsOverride, withOverridable } from "#machines/overrides/overridable.ts";
import { overrideActors } from "#machines/overrides/override.actors.ts";
import { overrideMachine } from "#machines/overrides/override.machine.ts";
import type { OverrideManager, PinOutcome } from "#machines/overrides/override.ts";
import { overrideAnswerActors } from "#machines/overrides/overrideAnswer.actors.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { problemOf } from "../support/machines/problems.ts";

const refusal = { companyId: 1, message: "У вас нет права «Возврат оплаты».", summary: "Заказ № 17: вернуть оплату" };
const manager: OverrideManager = { id: 3, alias: "Павел Громов", hasPin: true };
const failure = { kind: "refused" as const, message: "Код не подходит.", errors: {}, traceId: undefined };

test("override — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(overrideMachine);
  const outcome = (value: PinOutcome) => done("checkPin", value);
  walk({
    inputs: [{ refusal }],
    events: [
      { type: "pin.submit", managerId: 3 },
      { type: "pin.edit" },
      { type: "request.send" },
      { type: "request.withdraw" },
      { type: "override.retry" },
      { type: "override.cancel" },
      { type: "page.show" },
      { type: "network.online" },
      { type: "data.changed", topic: "override" },
      done("load", [manager]),
      failed("load"),
      outcome({ kind: "granted", by: "Павел Громов" }),
      outcome({ kind: "wrong", failure }),
      outcome({ kind: "locked", failure, waitMs: 1000 }),
      failed("checkPin"),
      done("ask", 12),
      failed("ask"),
      ...(["allowed", "pending", "refused", "expired"] as const).map((state) =>
        done("read", { id: 12, state, by: state === "pending" ? null : "Павел Громов" }),
      ),
      failed("read"),
      done("withdraw"),
      failed("withdraw"),
      after("pause"),
      after("lock"),
    ],
    project: ({ context }) => `${context.failure !== undefined} ${context.lockMs > 0}`,
    invariant: ({ value, context }) => {
      if (context.isGranted !== (value === "granted")) throw new Error("granted only in the state granted");
    },
  });
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

type Answer = () => Response;

const ok = (body: unknown) => () => Response.json(body);
const problem =
  (status: number, message: string, more: object = {}) =>
  () =>
    Response.json({ ...problemOf(status, message), ...more }, { status });
const noAnswer = (): Response => {
  throw new NoAnswer();
};

/**
 * Starts an override with a fake server. `answers` maps the method and the end of a path to the successive answers. The
 * last answer repeats.
 */
const givenOverride = async (answers: Record<string, Answer[]>) => {
  const requests: string[] = [];
  const { environment, report } = givenEnvironment();
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const name = `${request.method} ${pathname.split("/").slice(3).join("/")}`;
      const body = await request.text();
      requests.push([name + search, body].filter(Boolean).join(" "));
      const queue = answers[name] ?? [];
      const answer = queue.length > 1 ? queue.shift() : queue[0];
      return answer ? answer() : noAnswer();
    },
  });
  const tokens: string[] = [];
  const parts = { api, environment, companyId: 1, challenge: "a.b.c", readPin: () => "274916" };
  const provided = overrideMachine.provide(overrideActors({ ...parts, keepToken: (token) => tokens.push(token) }));
  const actor = createActor(provided, { input: { refusal } }).start();
  await advance();
  return { actor, requests, tokens, report };
};

const managers = { "GET Company/1/Manager": [ok([manager])] };
const waiting = { ...managers, "POST Company/1": [ok({ id: 12, token: "device-token", expiresIn: 180 })] };
const is = (state: string) => ok({ id: 12, state, by: "Павел Громов" });

describe("override by a PIN", () => {
  test("a correct PIN grants the override, and the context of the machine contains neither the PIN nor the token", async () => {
    const granted = ok({ token: "pin-token", expiresIn: 60, by: manager });
    const { actor, requests, tokens } = await givenOverride({ ...managers, "POST Company/1/Pin": [granted] });
    expect(actor.getSnapshot()).toMatchObject({ value: "asking", context: { managers: [manager] } });
    expect(requests).toEqual(["GET Company/1/Manager?challenge=a.b.c"]);
    actor.send({ type: "pin.submit", managerId: 3 });
    expect(actor.getSnapshot().value).toBe("checkingPin");
    await advance();
    expect(actor.getSnapshot()).toMatchObject({ value: "granted", output: { isGranted: true } });
    expect(tokens).toEqual(["pin-token"]);
    expect(requests.at(-1)).toBe('POST Company/1/Pin {"challenge":"a.b.c","userId":3,"pin":"274916"}');
    expect(JSON.stringify(actor.getSnapshot().context)).not.toMatch(/274916|pin-token|a\.b\.c/);
  });

  test("after a wrong PIN, another PIN can be entered, and the next digit clears the message", async () => {
    const wrong = problem(400, "Проверьте заполнение полей.", { errors: { pin: "Код не подходит." } });
    const { actor } = await givenOverride({ ...managers, "POST Company/1/Pin": [wrong] });
    actor.send({ type: "pin.submit", managerId: 3 });
    await advance();
    expect(actor.getSnapshot()).toMatchObject({
      value: "asking",
      context: { failure: { errors: { pin: "Код не подходит." } }, lockMs: 0 },
    });
    actor.send({ type: "pin.edit" });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  test("too many wrong PINs lock the PIN entry for the time in the Retry-After header", async () => {
    const locked = () =>
      Response.json(problemOf(429, "Ввод закрыт."), { status: 429, headers: { "Retry-After": "120" } });
    const { actor } = await givenOverride({ ...managers, "POST Company/1/Pin": [locked] });
    actor.send({ type: "pin.submit", managerId: 3 });
    await advance();
    expect(actor.getSnapshot()).toMatchObject({ value: "locked", context: { lockMs: 120_000 } });
    await advance(120_000);
    expect(actor.getSnapshot().value).toBe("asking");
  });

  test("too many wrong PINs lock the PIN entry for 15 minutes by default, but not requests to a manager's device", async () => {
    const locked = problem(429, "Ввод закрыт.");
    const { actor } = await givenOverride({
      ...waiting,
      "POST Company/1/Pin": [locked],
      "GET 12/Company/1": [is("pending")],
    });
    actor.send({ type: "pin.submit", managerId: 3 });
    await advance();
    expect(actor.getSnapshot()).toMatchObject({ value: "locked", context: { failure: { message: "Ввод закрыт." } } });
    expect(actor.getSnapshot().can({ type: "pin.submit", managerId: 3 })).toBe(false);
    expect(actor.getSnapshot().can({ type: "request.send" })).toBe(true);
    await advance(15 * 60_000);
    expect(actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure: undefined } });
  });

  test("an unanswered read of the managers keeps the dialog open and can be retried", async () => {
    const { actor } = await givenOverride({ "GET Company/1/Manager": [noAnswer, ok([manager])] });
    expect(actor.getSnapshot()).toMatchObject({
      value: "failed",
      context: { failure: { kind: "unanswered" }, managers: [] },
    });
    actor.send({ type: "override.retry" });
    expect(actor.getSnapshot()).toMatchObject({ value: "loading", context: { failure: undefined } });
    await advance();
    expect(actor.getSnapshot().value).toBe("asking");
  });

  test("if the answer to a PIN contains no token, no override is granted", async () => {
    const { actor, tokens } = await givenOverride({ ...managers, "POST Company/1/Pin": [ok({ by: manager })] });
    actor.send({ type: "pin.submit", managerId: 3 });
    await advance();
    expect(actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure: { kind: "unreadable" } } });
    expect(tokens).toEqual([]);
  });

  test("cancelling the override dialog ends the override without a grant", async () => {
    const { actor } = await givenOverride(managers);
    actor.send({ type: "override.cancel" });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", output: { isGranted: false } });
  });
});

describe("override on the device of a manager", () => {
  test("the manager's decision is polled every 2 s, and is read immediately after a live feed event about overrides", async () => {
    const reads = [is("pending"), is("pending"), is("allowed")];
    const { actor, requests, tokens, report } = await givenOverride({ ...waiting, "GET 12/Company/1": reads });
    actor.send({ type: "request.send" });
    await advance();
    expect(actor.getSnapshot().value).toEqual({ waitingForAnswer: "pausing" });
    expect(requests.at(-1)).toBe('POST Company/1 {"challenge":"a.b.c"}');
    await advance(2000);
    expect(requests.filter((name) => name === "GET 12/Company/1")).toHaveLength(1);
    report({ type: "data.changed", topic: "order" });
    await advance();
    expect(requests.filter((name) => name === "GET 12/Company/1")).toHaveLength(1);
    report({ type: "data.changed", topic: "override" });
    await advance();
    expect(requests.filter((name) => name === "GET 12/Company/1")).toHaveLength(2);
    await advance(2000);
    expect(actor.getSnapshot()).toMatchObject({ value: "granted", output: { isGranted: true } });
    expect(tokens).toEqual(["device-token"]);
  });

  test("the manager's decision is read immediately after a live feed event about all topics", async () => {
    const { actor, report } = await givenOverride({ ...waiting, "GET 12/Company/1": [is("allowed")] });
    actor.send({ type: "request.send" });
    await advance();
    report({ type: "data.changed", topic: "all" });
    await advance();
    expect(actor.getSnapshot().value).toBe("granted");
  });

  test.each([
    ["a state", { id: 12 }],
    ["an id", { state: "allowed" }],
  ])("after an answer without %s, the decision of the manager is read again", async (_, malformed) => {
    const reads = [ok(malformed), is("allowed")];
    const { actor } = await givenOverride({ ...waiting, "GET 12/Company/1": reads });
    actor.send({ type: "request.send" });
    await advance(2000);
    expect(actor.getSnapshot().value).toEqual({ waitingForAnswer: "pausing" });
    await advance(2000);
    expect(actor.getSnapshot().value).toBe("granted");
  });

  test.each([
    ["a token", { id: 12 }],
    ["an id", { token: "device-token" }],
  ])("a request to a manager that the server answers without %s is shown as failed", async (_, malformed) => {
    const { actor, tokens } = await givenOverride({ ...managers, "POST Company/1": [ok(malformed)] });
    actor.send({ type: "request.send" });
    await advance();
    expect(actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure: { kind: "unreadable" } } });
    expect(tokens).toEqual([]);
    actor.send({ type: "request.send" });
    expect(actor.getSnapshot()).toMatchObject({ value: "requesting", context: { failure: undefined } });
  });

  test("a manager's refusal shows the name of the manager, and the user can try again", async () => {
    const { actor } = await givenOverride({ ...waiting, "GET 12/Company/1": [is("refused")] });
    actor.send({ type: "request.send" });
    await advance(2000);
    expect(actor.getSnapshot()).toMatchObject({ value: "refused", context: { by: "Павел Громов" } });
    actor.send({ type: "override.retry" });
    expect(actor.getSnapshot().value).toBe("asking");
  });

  test("a request to the managers that none of them answers expires and can be sent again", async () => {
    const { actor, requests } = await givenOverride({ ...waiting, "GET 12/Company/1": [is("expired")] });
    actor.send({ type: "request.send" });
    await advance(2000);
    expect(actor.getSnapshot().value).toBe("expired");
    actor.send({ type: "request.send" });
    await advance();
    expect(requests.filter((name) => name.startsWith("POST Company/1 "))).toHaveLength(2);
  });

  test("cancelling the override dialog withdraws the request to the manager", async () => {
    const withdrawn = () => new Response(null, { status: 204 });
    const { actor, requests } = await givenOverride({
      ...waiting,
      "GET 12/Company/1": [is("pending")],
      "DELETE 12/Company/1": [withdrawn],
    });
    actor.send({ type: "request.send" });
    await advance();
    actor.send({ type: "override.cancel" });
    await advance();
    expect(requests.at(-1)).toBe("DELETE 12/Company/1");
    expect(actor.getSnapshot().output).toEqual({ isGranted: false });
  });

  test("withdrawing the request to a manager returns to the PIN entry", async () => {
    const withdrawn = () => new Response(null, { status: 204 });
    const { actor, requests } = await givenOverride({
      ...waiting,
      "GET 12/Company/1": [is("pending")],
      "DELETE 12/Company/1": [withdrawn],
    });
    actor.send({ type: "request.send" });
    await advance();
    actor.send({ type: "request.withdraw" });
    expect(actor.getSnapshot().value).toBe("withdrawing");
    await advance();
    expect(actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure: undefined } });
    expect(requests.at(-1)).toBe("DELETE 12/Company/1");
  });
});

test("decision of a manager — is sent with an idempotency key", async () => {
  const sent: unknown[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      sent.push([new URL(request.url).pathname, request.headers.get("Idempotency-Key"), await request.json()]);
      return new Response(null, { status: 204 });
    },
  });
  const { run } = overrideAnswerActors({ api, newKey: () => "key-of-a-test", companyId: 1 }, false);
  createActor(run, { input: { id: 12 } }).start();
  await advance();
  expect(sent).toEqual([["/api/Override/12/Company/1/Answer", "key-of-a-test", { isAllowed: false }]]);
});

test("withOverridable and needsOverride — offer a forbidden action only if a manager can allow the action", () => {
  const held = { "order.view": 1 };
  expect(withOverridable(held)).toMatchObject({ "order.view": 1, "payment.reject": 1, "kitchen.cook": 1 });
  expect(Object.keys(withOverridable(held) ?? {})).not.toContain("role.manage");
  expect(withOverridable(undefined)).toBeUndefined();
  expect(needsOverride(held, "payment.reject")).toBe(true);
  expect(needsOverride({ "payment.reject": 1 }, "payment.reject")).toBe(false);
  expect(needsOverride(held, "role.manage")).toBe(false);
  expect(needsOverride(undefined, "payment.reject")).toBe(false);
});

describe("failures of an override", () => {
  const given = () => {
    const { environment, report } = givenEnvironment();
    const started = givenMachine(overrideMachine, { refusal }, { environment });
    started.call("load").answer([manager]);
    return { ...started, report };
  };
  const valueOfState = ({ actor }: ReturnType<typeof given>) => actor.getSnapshot().value;

  test("a failed check of the PIN is shown, and the PIN can be entered again", async () => {
    const world = given();
    await advance();
    world.actor.send({ type: "pin.submit", managerId: 3 });
    world.call("checkPin").fail(new NoAnswer());
    await advance();
    expect(world.actor.getSnapshot()).toMatchObject({
      value: "asking",
      context: { failure: { kind: "unanswered" } },
    });
  });

  test.each([
    ["override.retry", "asking"],
    ["request.send", "requesting"],
  ] as const)("while the PIN entry is locked, the event %s leads to the state %s", async (type, state) => {
    const world = given();
    await advance();
    world.actor.send({ type: "pin.submit", managerId: 3 });
    world.call("checkPin").answer({ kind: "locked", failure, waitMs: 900_000 });
    await advance();
    expect(world.actor.getSnapshot()).toMatchObject({ value: "locked", context: { failure, lockMs: 900_000 } });
    world.actor.send({ type });
    expect(world.actor.getSnapshot()).toMatchObject({ value: state, context: { failure: undefined } });
  });

  test("after a failed request to a manager, the PIN entry opens again and shows the failure", async () => {
    const world = given();
    await advance();
    world.actor.send({ type: "request.send" });
    world.call("ask").fail(new NoAnswer());
    await advance();
    expect(world.actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure: { kind: "unanswered" } } });
  });

  const givenWaiting = async () => {
    const world = given();
    await advance();
    world.actor.send({ type: "request.send" });
    world.call("ask").answer(12);
    await advance();
    expect(valueOfState(world)).toEqual({ waitingForAnswer: "pausing" });
    return world;
  };

  test.each([{ type: "page.show" } as const, { type: "network.online" } as const])(
    "the manager's decision is read immediately after the event $type, and a failed read is followed by a pause",
    async (event) => {
      const world = await givenWaiting();
      world.report(event);
      await advance();
      expect(valueOfState(world)).toEqual({ waitingForAnswer: "reading" });
      world.call("read").fail(new NoAnswer());
      await advance();
      expect(valueOfState(world)).toEqual({ waitingForAnswer: "pausing" });
    },
  );

  test("a failed withdrawal of the request to a manager is shown", async () => {
    const world = await givenWaiting();
    world.actor.send({ type: "request.withdraw" });
    world.call("withdraw").fail(new NoAnswer());
    await advance();
    expect(world.actor.getSnapshot()).toMatchObject({ value: "asking", context: { failure: { kind: "unanswered" } } });
  });

  test("the PIN can be entered after the request to a manager has expired", async () => {
    const world = await givenWaiting();
    world.report({ type: "page.show" });
    await advance();
    world.call("read").answer({ id: 12, state: "expired", by: null });
    await advance();
    expect(valueOfState(world)).toBe("expired");
    world.actor.send({ type: "override.retry" });
    expect(valueOfState(world)).toBe("asking");
  });
});
