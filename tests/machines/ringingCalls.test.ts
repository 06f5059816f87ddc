import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { createApi, type Schemas } from "#api/client.ts";
import { ringingCallsActors } from "#machines/calls/ringingCall.actors.ts";
import { ringingCallMachine } from "#machines/calls/ringingCall.machine.ts";
import { type RingingCall, readRingingCalls } from "#machines/calls/ringingCall.ts";
import { cardId, nextCallId, ringingCallsMachine } from "#machines/calls/ringingCalls.machine.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const aCall = (callId = 7, facts: Partial<RingingCall> = {}): RingingCall => ({
  callId,
  companyId: 1,
  notificationId: callId + 900,
  number: `+7916555000${callId}`,
  detail: "на Приём заказов",
  isAnswered: false,
  takenBy: undefined,
  ...facts,
});

const recorded = { type: "mutation.recorded", result: undefined } as const;
const doubtful = { type: "mutation.doubtful" } as const;
const stale = { type: "mutation.stale", current: { takenBy: "Анна" } } as const;
const refused = { type: "mutation.refused", failure: aFailure("refused") } as const;
const notOffered = { type: "mutation.refused", failure: aFailure("notOffered") } as const;
const taken = { type: "call.change", call: aCall(7, { takenBy: "Анна" }) } as const;

test("card of a ringing call — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, failed, after } = givenWalk(ringingCallMachine);
  walk({
    input: { call: aCall() },
    project: ({ context }) => [context.takenBy, context.failure?.kind, context.call.isAnswered],
    invariant: ({ context, value }) => {
      if (value === "taken") expect(context.takenBy).toBe("Анна");
      if (value === "held") expect(context.takenBy).toBe("");
    },
    events: [
      { type: "call.change", call: aCall(7, { isAnswered: true }) },
      taken,
      { type: "call.end" },
      { type: "call.take" },
      { type: "call.open" },
      { type: "call.hide" },
      recorded,
      doubtful,
      stale,
      refused,
      notOffered,
      failed("take"),
      after("ring"),
      after("notice"),
    ],
  });
});

describe("card of a ringing call", () => {
  const given = () => {
    const machine = givenMachine(ringingCallMachine, { call: aCall() });
    return { ...machine, value: () => machine.actor.getSnapshot().value };
  };

  test("card of a ringing call — takes the call once after a double click, and opens the order when the server has assigned the call to the operator", () => {
    const { actor, calls, call, value } = given();
    actor.send({ type: "call.take" });
    actor.send({ type: "call.take" });
    expect([value(), calls.length]).toEqual([{ taking: "sending" }, 1]);
    expect(call("take").input).toEqual({ request: { companyId: 1, callId: 7 } });
    actor.send(recorded);
    expect(value()).toBe("opened");
  });

  test("card of a ringing call — stays while the call is being taken, even if the call ends", () => {
    const { actor, value } = given();
    actor.send({ type: "call.take" });
    actor.send({ type: "call.end" });
    actor.send(taken);
    expect(value()).toEqual({ taking: "sending" });
  });

  test.each([
    ["the notification of the call names another operator", [taken]],
    ["another operator took the call first", [{ type: "call.take" } as const, stale]],
  ])("card of a ringing call — names the other operator for 6 s if %s", (_, events) => {
    const { actor, clock, value } = given();
    for (const event of events) actor.send(event);
    expect([value(), actor.getSnapshot().context.takenBy]).toEqual(["taken", "Анна"]);
    clock.increment(5999);
    expect(value()).toBe("taken");
    clock.increment(1);
    expect(value()).toBe("read");
  });

  test("card of a ringing call — does not open the order automatically after a lost answer", () => {
    const { actor, value } = given();
    actor.send({ type: "call.take" });
    actor.send(doubtful);
    expect([value(), actor.getSnapshot().hasTag("busy")]).toEqual([{ taking: "doubting" }, false]);
    actor.send(recorded);
    expect(value()).toBe("held");
    actor.send({ type: "call.open" });
    expect(value()).toBe("opened");
  });

  test("card of a ringing call — lets the operator open the order while the outcome of the request is unknown", () => {
    const { actor, value } = given();
    actor.send({ type: "call.take" });
    actor.send(doubtful);
    actor.send({ type: "call.open" });
    expect(value()).toBe("opened");
  });

  test("card of a ringing call — shows a refusal, and the operator can then take the call again", () => {
    const { actor, value } = given();
    actor.send({ type: "call.take" });
    actor.send(refused);
    expect([value(), actor.getSnapshot().context.failure]).toEqual(["failed", aFailure("refused")]);
    actor.send({ type: "call.take" });
    expect(value()).toEqual({ taking: "sending" });
  });

  test("card of a ringing call — when the operator takes the call, opens the order if the server does not assign calls", () => {
    const { actor, value } = given();
    actor.send({ type: "call.take" });
    actor.send(notOffered);
    expect(value()).toBe("opened");
  });

  const take = { type: "call.take" } as const;
  const hide = { type: "call.hide" } as const;
  const end = { type: "call.end" } as const;
  const open = { type: "call.open" } as const;

  test.each([
    ["the name of another operator who takes the call", "taken", taken],
    ["the order if the operator opens the order", "opened", open],
    ["no card if the call ends", "gone", end],
    ["no card if the operator hides the card", "gone", hide],
  ] as const)("card of a ringing call — after the server refused to assign the call, shows %s", (_, state, event) => {
    const { actor, value } = given();
    for (const one of [take, refused, event]) actor.send(one);
    expect(value()).toBe(state);
  });

  test("card of a ringing call — can be hidden after the operator or another operator has taken the call", () => {
    const held = given();
    for (const one of [take, doubtful, recorded, hide]) held.actor.send(one);
    expect(held.value()).toBe("gone");
    const other = given();
    for (const one of [taken, hide]) other.actor.send(one);
    expect(other.value()).toBe("read");
  });

  test.each([
    ["after a refusal", [refused]],
    ["after the call is assigned to the operator", [doubtful, recorded]],
  ])("card of a ringing call — disappears 3 min %s", (_, events) => {
    const { actor, clock, value } = given();
    for (const one of [take, ...events]) actor.send(one);
    clock.increment(179_999);
    expect(value()).not.toBe("gone");
    clock.increment(1);
    expect(value()).toBe("gone");
  });

  test("card of a ringing call — reports a failure without a reason if sending throws an error", async () => {
    const { actor, call, value } = given();
    actor.send(take);
    call("take").fail(new Error("broken"));
    await flushPromises();
    expect([value(), actor.getSnapshot().context.failure]).toEqual(["failed", undefined]);
  });

  test("card of a ringing call — disappears after 3 min if nothing happens", () => {
    const { clock, value } = given();
    clock.increment(180_000);
    expect(value()).toBe("gone");
  });
});

test("cards of ringing calls — a walk through the state machine takes every transition", () => {
  const { walk } = givenWalk(ringingCallsMachine);
  const call = aCall();
  walk({
    project: ({ context: { cards, removed } }) => [cards, removed],
    invariant: ({ context: { cards, removed } }) => {
      for (const { callId } of cards) expect(removed).not.toContain(callId);
    },
    events: [
      { type: "calls.change", calls: [call] },
      { type: "calls.change", calls: [] },
      { type: "call.take", callId: 7 },
      { type: "card.busy", callId: 7 },
      { type: "card.opened", call },
      { type: "card.left", call, isTaken: true },
      { type: "card.left", call, isTaken: false },
    ],
  });
});

describe("cards of ringing calls", () => {
  interface Answer {
    readonly status: number;
    readonly body?: object;
  }

  /**
   * Starts the cards of the calls with a fake server, which gives the answers one after another. Null is a lost answer.
   */
  const given = (calls: readonly RingingCall[], ...answers: readonly (Answer | null)[]) => {
    const keys: (string | null)[] = [];
    const api = createApi({
      baseUrl: "http://server",
      fetch: async ({ headers }) => {
        keys.push(headers.get("idempotency-key"));
        const answer = answers[keys.length - 1];
        if (!answer) throw new TypeError("lost");
        return Response.json(answer.body ?? {}, { status: answer.status });
      },
    });
    let last = 0;
    const parts = { api, environment: steadyEnvironment, newKey: () => `take-key-${++last}` };
    const clock = new SimulatedClock();
    const actor = createActor(ringingCallsMachine.provide({ actors: ringingCallsActors(parts) }), { clock });
    const emitted: unknown[] = [];
    actor.on("*", ({ type, call }) => void emitted.push([type, call.callId]));
    actor.start();
    actor.send({ type: "calls.change", calls });
    const ids = () => actor.getSnapshot().context.cards.map(({ callId }) => callId);
    const cardOf = (callId: number) => actor.getSnapshot().children[cardId(callId)];
    const stateOf = (callId: number) => cardOf(callId)?.getSnapshot().value;
    const next = () => nextCallId(actor.getSnapshot().context.cards);
    return { actor, clock, emitted, ids, cardOf, stateOf, next, keys };
  };

  const ok = { status: 200, body: { id: 7, takenBy: "Я", takenAt: "2026-11-21T13:02:15+03:00" } };

  test("cards of ringing calls — open the order of the taken call and keep the other cards", async () => {
    const { actor, emitted, ids, next } = given([aCall(7), aCall(8)], ok);
    expect(next()).toBe(7);
    actor.send({ type: "call.take", callId: 7 });
    expect(next()).toBe(8);
    await flushPromises();
    expect([emitted, ids()]).toEqual([[["call.open", 7]], [8]]);
    actor.send({ type: "calls.change", calls: [aCall(7), aCall(8)] });
    expect(ids()).toEqual([8]);
  });

  test("cards of ringing calls — after a lost response, retry the request under its idempotency key and open no order", async () => {
    const { actor, emitted, clock, keys, stateOf } = given([aCall(7)], null, null, ok);
    actor.send({ type: "call.take", callId: 7 });
    await flushPromises();
    expect(stateOf(7)).toEqual({ taking: "doubting" });
    clock.increment(60_000);
    await flushPromises();
    expect([stateOf(7), keys, emitted]).toEqual(["held", ["take-key-1", "take-key-1", "take-key-1"], []]);
  });

  test("cards of ringing calls — after status 409, name the operator who took the call and mark the notification as read", async () => {
    const { actor, emitted, clock, cardOf, ids } = given([aCall(7)], { status: 409, body: { takenBy: "Анна" } });
    actor.send({ type: "call.take", callId: 7 });
    await flushPromises();
    expect(cardOf(7)?.getSnapshot()).toMatchObject({ value: "taken", context: { takenBy: "Анна" } });
    clock.increment(6000);
    expect([emitted, ids()]).toEqual([[["call.read", 7]], []]);
  });

  test("cards of ringing calls — when the operator takes a call, open the order if the server does not assign calls", async () => {
    const body = { type: "urn:problem:not-offered", message: "Нет" };
    const { actor, emitted } = given([aCall(7)], { status: 404, body });
    actor.send({ type: "call.take", callId: 7 });
    await flushPromises();
    expect(emitted).toEqual([["call.open", 7]]);
  });

  test("cards of ringing calls — show the refusal of a call that no longer exists", async () => {
    const { actor, emitted, stateOf } = given([aCall(7)], { status: 404, body: { type: "urn:problem:not-found" } });
    actor.send({ type: "call.take", callId: 7 });
    await flushPromises();
    expect([stateOf(7), emitted]).toEqual(["failed", []]);
  });

  test("cards of ringing calls — remove the card of a missed call, and show no card for a taken call", () => {
    const { actor, ids, emitted } = given([aCall(7), aCall(8, { takenBy: "Анна" })]);
    expect(ids()).toEqual([7]);
    actor.send({ type: "calls.change", calls: [] });
    expect([ids(), emitted]).toEqual([[], []]);
  });

  test("cards of ringing calls — do not show a hidden card again while its notification is unread", () => {
    const { actor, cardOf, ids } = given([aCall(7)]);
    cardOf(7)?.send({ type: "call.hide" });
    actor.send({ type: "calls.change", calls: [aCall(7), aCall(8)] });
    expect(ids()).toEqual([8]);
  });
});

describe("ringing calls in a list of notifications", () => {
  const now = Date.parse("2026-11-21T13:05:00+03:00");
  const aNotification = (data: Schemas["Notification"]["data"], more: Partial<Schemas["Notification"]> = {}) => ({
    id: 912,
    title: "Звонит",
    message: "Мария, на Приём заказов",
    code: "call",
    data,
    date: "2026-11-21T13:04:00+03:00",
    isRead: false,
    ...more,
  });
  const facts = { companyId: 1, callId: 7, number: "+79165550007" };

  test("ringing calls in a list of notifications — include answered calls, and begin with the earliest call", () => {
    const items = [
      aNotification({ ...facts, callId: 9, callStatus: "Call" }),
      aNotification({ ...facts, callId: 8, callStatus: "StartRing", takenBy: "Анна" }),
      aNotification(facts),
    ];
    const read = readRingingCalls(items, now);
    expect(read.map(({ callId, isAnswered, takenBy }) => [callId, isAnswered, takenBy])).toEqual([
      [7, false, undefined],
      [8, false, "Анна"],
      [9, true, undefined],
    ]);
    expect(read[0]).toMatchObject({ notificationId: 912, detail: "Мария, на Приём заказов", number: facts.number });
  });

  test("ringing calls in a list of notifications — exclude missed, ended and old calls, and other notifications", () => {
    const items = [
      aNotification({ ...facts, callStatus: "EndRing" }),
      aNotification({ ...facts, callStatus: "EndCall" }),
      aNotification(facts, { date: "2026-11-21T13:01:59+03:00" }),
      aNotification({ companyId: 1 }),
      aNotification({ callId: 7 }),
      aNotification(null),
      aNotification(facts, { code: "order" }),
    ];
    expect(readRingingCalls(items, now)).toEqual([]);
    const justInTime = aNotification(facts, { date: "2026-11-21T13:02:00+03:00" });
    expect(readRingingCalls([justInTime], now)).toHaveLength(1);
  });
});
