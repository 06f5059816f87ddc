import { expect, test } from "vitest";
import { ApiProblem, NoAnswer } from "#api/client.ts";
import { testCallActors } from "#machines/calls/testCall.actors.ts";
import { testCallMachine } from "#machines/calls/testCall.machine.ts";
import { type CallRow, callDurations, callsOfDayQuery, isShownBy } from "#machines/queries/calls.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

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

test("callDurations — returns the waiting and talking times in seconds, and counts an ongoing phase until now", () => {
  const spans = (more: Partial<CallRow>) => callDurations(given(more), now);
  expect(spans({})).toEqual({ wait: 100, talk: 0 });
  expect(spans({ statusCall: "Call", call: at(12) })).toEqual({ wait: 12, talk: 88 });
  expect(spans({ statusCall: "EndCall", call: at(12), endCall: at(50) })).toEqual({ wait: 12, talk: 38 });
  expect(spans({ statusCall: "EndRing", endRing: at(20) })).toEqual({ wait: 20, talk: 0 });
});

test("a call without a recorded end — is treated as ended when its ringing ended", () => {
  expect(callDurations(given({ statusCall: "EndCall", call: at(12), endRing: at(50) }), now)).toEqual({
    wait: 12,
    talk: 38,
  });
});

test("the duration of a call — is never negative, even if the end is missing or precedes the start", () => {
  const spans = (more: Partial<CallRow>) => callDurations(given(more), now);
  expect(spans({ statusCall: "EndRing" })).toEqual({ wait: 0, talk: 0 });
  expect(spans({ statusCall: "EndCall", call: at(12) })).toEqual({ wait: 12, talk: 0 });
  expect(spans({ statusCall: "EndCall", call: at(50), endCall: at(12) })).toEqual({ wait: 50, talk: 0 });
});

test("call filters — 'missed' shows only unanswered calls, and 'unordered' shows only calls without an order", () => {
  const calls = [given(), given({ id: 2, statusCall: "EndRing" }), given({ id: 3, statusCall: "EndCall", orderId: 7 })];
  const left = (filter: keyof typeof isShownBy) => calls.filter(isShownBy[filter]).map(({ id }) => id);
  expect([left("all"), left("missed"), left("unordered")]).toEqual([[1, 2, 3], [2], [1, 2]]);
});

test("the calls of a day — are polled every 10 s for today, and are not polled for a past day", async () => {
  const { api, calls } = recordedApi([]);
  const queries = [undefined, "2026-11-20"].map((date) => ({ companyId: 1, date }));
  for (const query of queries) await callsOfDayQuery.load(api, query, new AbortController().signal);
  const list = "/api/OperatorPhoneCall/Company/1/Summury";
  expect(calls.map(({ url }) => url)).toEqual([list, `${list}?startDate=2026-11-20`]);
  expect(queries.map((query) => callsOfDayQuery.polling?.(query, []))).toEqual([{ visible: 10_000 }, {}]);
});

const ring = { type: "call.ring", callId: "test-1", number: "+79161234567" } as const;

const givenCall = () => {
  const given = givenMachine(testCallMachine, undefined);
  const reported = () => given.calls.map(({ input }) => Reflect.get(Object(input), "event"));
  const accept = async () => {
    given.call("report").answer();
    await flushPromises();
  };
  return { ...given, reported, accept, snapshot: () => given.actor.getSnapshot() };
};

test("a test call — reports the ringing, the answer and the end", async () => {
  const { actor, accept, reported, snapshot } = givenCall();
  actor.send(ring);
  await accept();
  expect([snapshot().value, snapshot().can({ type: "call.end" })]).toEqual(["ringing", false]);
  actor.send({ type: "call.answer" });
  await accept();
  actor.send({ type: "call.end" });
  await accept();
  expect([snapshot().value, reported()]).toEqual(["quiet", ["StartRing", "Call", "EndCall"]]);
});

test("an unanswered test call — is reported as missed", async () => {
  const { actor, accept, reported, snapshot } = givenCall();
  actor.send(ring);
  await accept();
  actor.send({ type: "call.miss" });
  await accept();
  expect([snapshot().value, reported()]).toEqual(["quiet", ["StartRing", "EndRing"]]);
});

test("a refused start of a test call — shows the reason until the user retries the start", async () => {
  const { actor, accept, call, snapshot } = givenCall();
  actor.send(ring);
  const message = "Токен телефона неверен или сброшен.";
  call("report").fail(new ApiProblem(401, message));
  await flushPromises();
  expect(snapshot()).toMatchObject({ value: "quiet", context: { failure: { kind: "notSignedIn", message } } });
  actor.send(ring);
  expect(snapshot().context.failure).toBeUndefined();
  await accept();
  expect(snapshot().value).toBe("ringing");
});

test("a retried start of a test call — keeps the call id until the number changes or a start succeeds", async () => {
  const { actor, accept, call, calls } = givenCall();
  const ids = () => calls.map(({ input }) => Reflect.get(Object(input), "callId"));
  const again = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    call("report").fail(new NoAnswer());
    await flushPromises();
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

test("test call — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed } = givenWalk(testCallMachine);
  walk({
    events: [
      ring,
      { type: "call.answer" },
      { type: "call.end" },
      { type: "call.miss" },
      done("report"),
      failed("report"),
    ],
  });
});

test("each event of a test call — is sent with its time and the phone's token, and no context contains the token", async () => {
  const { api, calls } = recordedApi(undefined);
  let seconds = 100;
  const actors = testCallActors(
    api,
    () => `secret-${seconds}`,
    () => Date.parse(at(seconds)),
  );
  const { actor } = givenMachine(testCallMachine, undefined, actors);
  const steps = [
    [ring, "ringing", "StartRing"],
    [{ type: "call.answer" }, "talking", "Call"],
    [{ type: "call.end" }, "quiet", "EndCall"],
    [{ ...ring, callId: "test-2" }, "ringing", "StartRing"],
    [{ type: "call.miss" }, "quiet", "EndRing"],
  ] as const;
  for (const [event, value] of steps) {
    seconds += 10;
    actor.send(event);
    await expect.poll(() => actor.getSnapshot().value).toBe(value);
    expect(JSON.stringify(actor.getSnapshot().context)).not.toContain("secret");
  }
  expect(calls.map(({ url, headers, json }) => [url, headers.get("Authorization"), json])).toEqual(
    steps.map(([, , event], index) => {
      const second = 110 + 10 * index;
      const callId = index < 3 ? "test-1" : "test-2";
      const body = { callId, number: "+79161234567", event, at: at(second) };
      return ["/api/PhoneTracker/Call", `Bearer secret-${second}`, body];
    }),
  );
});
