import { expect, test } from "vitest";
import { createApi, NoAnswer } from "#api/client.ts";
import { testCallActors } from "#machines/calls/testCall.actors.ts";
import { testCallMachine } from "#machines/calls/testCall.machine.ts";
import { type CallRow, callsOfDay, isLeft, spansOf } from "#machines/queries/calls.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10) + seconds * 1000).toISOString();
const now = Date.parse(at(100));

const given = (more: Partial<CallRow> = {}): CallRow => ({
  id: 1,
  number: "+79161234567",
  operatorPhoneNumber: "+74952000001",
  operatorPhoneColor: "teal",
  startRing: at(0),
  call: null,
  endRing: null,
  statusCall: "StartRing",
  orderId: null,
  ...more,
});

test("waiting and talking are counted in seconds, up to now where they go on", () => {
  const spans = (more: Partial<CallRow>) => spansOf(given(more), now);
  expect(spans({})).toEqual({ wait: 100, talk: 0 });
  expect(spans({ statusCall: "Call", call: at(12) })).toEqual({ wait: 12, talk: 88 });
  expect(spans({ statusCall: "EndCall", call: at(12), endCall: at(50) })).toEqual({ wait: 12, talk: 38 });
  expect(spans({ statusCall: "EndRing", endRing: at(20) })).toEqual({ wait: 20, talk: 0 });
});

test("a server that tells the end of every call as the end of its ringing is understood too", () => {
  expect(spansOf(given({ statusCall: "EndCall", call: at(12), endRing: at(50) }), now)).toEqual({ wait: 12, talk: 38 });
});

test("what nobody told the end of, or told in a wrong order, is never negative", () => {
  const spans = (more: Partial<CallRow>) => spansOf(given(more), now);
  expect(spans({ statusCall: "EndRing" })).toEqual({ wait: 0, talk: 0 });
  expect(spans({ statusCall: "EndCall", call: at(12) })).toEqual({ wait: 12, talk: 0 });
  expect(spans({ statusCall: "EndCall", call: at(50), endCall: at(12) })).toEqual({ wait: 50, talk: 0 });
});

test("missed calls are those that nobody answered; calls without an order those to go on with", () => {
  const calls = [given(), given({ id: 2, statusCall: "EndRing" }), given({ id: 3, statusCall: "EndCall", orderId: 7 })];
  const left = (filter: keyof typeof isLeft) => calls.filter(isLeft[filter]).map(({ id }) => id);
  expect([left("all"), left("missed"), left("unordered")]).toEqual([[1, 2, 3], [2], [1, 2]]);
});

/** A client that keeps what it was to send. */
const givenApi = (answer: () => Response) => {
  const sent: Request[] = [];
  const fetch = async (request: Request) => {
    sent.push(request);
    return answer();
  };
  return { sent, api: createApi({ baseUrl: "http://server", fetch }) };
};

test("the calls of today are asked for every 10 seconds, those of another day once, by that day", async () => {
  const { api, sent } = givenApi(() => Response.json([]));
  const queries = [undefined, "2026-11-20"].map((date) => ({ companyId: 1, date }));
  for (const query of queries) await callsOfDay.load(api, query, new AbortController().signal);
  const list = "http://server/api/OperatorPhoneCall/Company/1/Summury";
  expect(sent.map(({ url }) => url)).toEqual([list, `${list}?startDate=2026-11-20`]);
  expect(queries.map((query) => callsOfDay.isLive?.(query))).toEqual([true, false]);
  expect(callsOfDay.refreshEvery?.([])).toBe(10_000);
});

const ring = { type: "call.ring", callId: "test-1", number: "+79161234567" } as const;

const givenCall = () => {
  const world = givenMachine(testCallMachine, undefined);
  const told = () => world.calls.map(({ input }) => Reflect.get(Object(input), "event"));
  const accept = async () => {
    world.call("tell").answer();
    await settled();
  };
  return { ...world, told, accept, snapshot: () => world.actor.getSnapshot() };
};

test("a test call is told of step by step: it rings, is answered, ends", async () => {
  const { actor, accept, told, snapshot } = givenCall();
  actor.send(ring);
  await accept();
  expect([snapshot().value, snapshot().can({ type: "call.end" })]).toEqual(["ringing", false]);
  actor.send({ type: "call.answer" });
  await accept();
  actor.send({ type: "call.end" });
  await accept();
  expect([snapshot().value, told()]).toEqual(["quiet", ["StartRing", "Call", "EndCall"]]);
});

test("a test call that nobody answers was missed", async () => {
  const { actor, accept, told, snapshot } = givenCall();
  actor.send(ring);
  await accept();
  actor.send({ type: "call.miss" });
  await accept();
  expect([snapshot().value, told()]).toEqual(["quiet", ["StartRing", "EndRing"]]);
});

test("a step that is refused says why and can be taken again", async () => {
  const { actor, accept, call, snapshot } = givenCall();
  actor.send(ring);
  call("tell").fail(new Error("Токен телефона неверен или сброшен."));
  await settled();
  expect(snapshot()).toMatchObject({ value: "quiet", context: { error: "Токен телефона неверен или сброшен." } });
  actor.send(ring);
  expect(snapshot().context.error).toBeUndefined();
  await accept();
  expect(snapshot().value).toBe("ringing");
});

test("a call whose beginning nobody answered for is begun again as the same call, one of another number is another", async () => {
  const { actor, accept, call, calls } = givenCall();
  const ids = () => calls.map(({ input }) => Reflect.get(Object(input), "callId"));
  const again = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    call("tell").fail(new NoAnswer());
    await settled();
  };
  await again(ring);
  await again({ ...ring, callId: "second" });
  await again({ ...ring, callId: "third", number: "+79160000009" });
  expect(ids()).toEqual([ring.callId, ring.callId, "third"]);
  actor.send({ ...ring, number: "+79160000009" });
  await accept();
  actor.send({ type: "call.miss" });
  await accept();
  actor.send({ ...ring, callId: "fourth", number: "+79160000009" });
  expect(ids().at(-1)).toBe("fourth");
});

test("test call — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(testCallMachine);
  walk({
    events: [ring, { type: "call.answer" }, { type: "call.end" }, { type: "call.miss" }, done("tell"), failed("tell")],
  });
});

test("a step is told with the token of the phone, by the server's clock", async () => {
  const { api, sent } = givenApi(() => new Response(null, { status: 204 }));
  const { actor } = givenMachine(
    testCallMachine,
    undefined,
    testCallActors(
      api,
      () => "secret",
      () => now,
    ),
  );
  actor.send(ring);
  await expect.poll(() => actor.getSnapshot().value).toBe("ringing");
  expect([sent[0]?.url, sent[0]?.headers.get("Authorization")]).toEqual([
    "http://server/api/PhoneTracker/Call",
    "Bearer secret",
  ]);
  expect(await sent[0]?.json()).toEqual({ callId: "test-1", number: "+79161234567", event: "StartRing", at: at(100) });
  expect(JSON.stringify(actor.getSnapshot().context)).not.toContain("secret");
});
