import { describe, expect, test } from "vitest";
import { createActor, SimulatedClock } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { phoneTrackerActors, type TrackerStore } from "#machines/calls/phoneTracker.actors.ts";
import {
  type CallStep,
  phoneTrackerMachine,
  type TrackedCall,
  type TrackedPhone,
} from "#machines/calls/phoneTracker.machine.ts";
import type { OutboxEntry } from "#machines/core/outbox.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

const AT = "2026-11-21T10:00:00.000Z";
const phone: TrackedPhone = { number: "+74952000001", name: "Касса", companyName: "Пекарня «Колос»" };
const ring: CallStep = { type: "call.ring", callId: "c1", number: "+79161234567", at: AT };
const report = (event: TrackedCall["event"]): OutboxEntry<TrackedCall> => ({
  key: "k",
  request: { callId: "c1", number: "+79161234567", event, at: AT },
});

interface Given {
  readonly phone?: TrackedPhone;
  readonly code?: string;
  readonly stored?: readonly OutboxEntry<TrackedCall>[];
}

/** Starts a call tracker. `answer` sets the server's answer to later requests. */
const givenTracker = ({ phone: known, code = "", stored = [] }: Given = {}) => {
  const requests: { path: string; authorization: string | null; body: unknown }[] = [];
  const done: string[] = [];
  let answer: () => Response = () => Response.json(phone);
  const store: TrackerStore = {
    calls: { recall: () => stored, keep: () => {} },
    tokenFor: (one) => `token of ${one}`,
    keepPhone: (one, { number }) => void done.push(`${one} ${number}`),
    token: () => "own token",
    forget: () => void done.push("forgotten"),
  };
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      requests.push({
        path: pathname,
        authorization: request.headers.get("Authorization"),
        body: await request.json(),
      });
      return answer();
    },
  });
  const clock = new SimulatedClock();
  const actors = phoneTrackerActors({ api, store, environment: steadyEnvironment, code });
  const actor = createActor(phoneTrackerMachine.provide({ actors }), {
    clock,
    input: { phone: known, hasCode: code !== "", stored },
  }).start();
  return {
    actor,
    clock,
    done,
    requests,
    answer: (next: () => Response) => {
      answer = next;
    },
    snapshot: () => actor.getSnapshot(),
    events: () => requests.map(({ body }) => Reflect.get(Object(body), "event")),
  };
};

const noContent = () => new Response(null, { status: 204 });
const lost = () => {
  throw new NoAnswer();
};

describe("call tracker", () => {
  test("a tracker opened by a link sends the link's code with its own token, and stores the phone from the answer", async () => {
    const { done, requests, snapshot } = givenTracker({ code: "abc" });
    expect(snapshot().value).toBe("linking");
    await flushPromises();
    expect([snapshot().value, snapshot().context.phone]).toEqual([{ linked: "quiet" }, phone]);
    expect(requests).toMatchObject([{ path: "/api/PhoneTracker/Link", body: { code: "abc", token: "token of abc" } }]);
    expect(done).toEqual(["abc +74952000001"]);
  });

  test("a refused code shows the reason, and each retry sends the same token", async () => {
    const { actor, answer, requests, snapshot } = givenTracker({ code: "abc" });
    answer(() => Response.json({ message: "Ссылка устарела." }, { status: 404 }));
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "notLinked", context: { failure: { message: "Ссылка устарела." } } });
    answer(lost);
    actor.send({ type: "link.retry" });
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "notLinked", context: { failure: { kind: "unanswered" } } });
    answer(() => Response.json(phone));
    actor.send({ type: "link.retry" });
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: { linked: "quiet" }, context: { failure: undefined } });
    expect(new Set(requests.map(({ body }) => Reflect.get(Object(body), "token"))).size).toBe(1);
  });

  test("an answer without a phone does not link the tracker", async () => {
    const { answer, done, snapshot } = givenTracker({ code: "abc" });
    answer(() => Response.json({ number: 5 }));
    await flushPromises();
    expect(snapshot()).toMatchObject({ value: "notLinked", context: { failure: { kind: "unreadable" } } });
    expect(done).toEqual([]);
  });

  test("the events of a call are reported in their sequence, each with its time and the tracker's own token", async () => {
    const { actor, answer, events, requests, snapshot } = givenTracker({ phone });
    answer(noContent);
    actor.send(ring);
    expect(snapshot().value).toEqual({ linked: "ringing" });
    actor.send({ type: "call.answer", at: AT });
    expect(snapshot().value).toEqual({ linked: "talking" });
    actor.send({ type: "call.end", at: AT });
    await flushPromises();
    expect([snapshot().value, events()]).toEqual([{ linked: "quiet" }, ["StartRing", "Call", "EndCall"]]);
    expect(requests[0]).toMatchObject({ authorization: "Bearer own token", body: report("StartRing").request });
    actor.send(ring);
    actor.send({ type: "call.miss", at: AT });
    await flushPromises();
    expect(events().slice(3)).toEqual(["StartRing", "EndRing"]);
  });

  test("stored reports are retried after a pause, before newer reports", async () => {
    const { actor, answer, clock, events } = givenTracker({ phone, stored: [report("EndRing")] });
    answer(lost);
    actor.send(ring);
    await flushPromises();
    answer(noContent);
    clock.increment(1000);
    await flushPromises();
    expect(events()).toEqual(["EndRing", "EndRing", "StartRing"]);
  });

  test("a refused report keeps the tracker linked, and a refused token unlinks the tracker and shows the reason", async () => {
    const { actor, answer, done, snapshot } = givenTracker({ phone });
    answer(() => Response.json({ message: "О звонках старше недели сообщать поздно." }, { status: 400 }));
    actor.send(ring);
    await flushPromises();
    expect(snapshot().value).toEqual({ linked: "ringing" });
    answer(() => Response.json({ message: "Токен сброшен." }, { status: 401 }));
    actor.send({ type: "call.miss", at: AT });
    await flushPromises();
    await flushPromises();
    expect(snapshot()).toMatchObject({
      value: "unlinked",
      context: { phone: undefined, failure: { message: "Токен сброшен." } },
    });
    expect(done).toEqual(["forgotten"]);
  });

  test("a tracker is unlinked even if it cannot clear its storage", async () => {
    const { actor, call } = givenMachine(phoneTrackerMachine, { phone, hasCode: false, stored: [] });
    call("outbox").fail(new Error("fault"));
    await flushPromises();
    expect(actor.getSnapshot()).toMatchObject({ value: { linked: "quiet" }, context: { failure: { kind: "fault" } } });
    actor.send({ type: "outbox.refused", entry: report("Call"), failure: aFailure("notSignedIn") });
    call("forget").fail(new Error("no storage"));
    await flushPromises();
    expect(actor.getSnapshot().value).toBe("unlinked");
  });

  test("a tracker without a code and without a stored phone starts in the state 'unlinked'", () => {
    expect(givenTracker().snapshot().value).toBe("unlinked");
  });

  test("call tracker — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed } = givenWalk(phoneTrackerMachine);
    walk({
      inputs: [
        { phone: undefined, hasCode: true, stored: [] },
        { phone, hasCode: false, stored: [] },
        { phone: undefined, hasCode: false, stored: [] },
      ],
      events: [
        ring,
        { type: "call.answer", at: AT },
        { type: "call.end", at: AT },
        { type: "call.miss", at: AT },
        { type: "link.retry" },
        { type: "outbox.refused", entry: report("Call"), failure: aFailure("notSignedIn") },
        { type: "outbox.refused", entry: report("Call"), failure: aFailure("refused") },
        done("link", phone),
        failed("link"),
        done("forget", undefined),
        failed("forget"),
        failed("outbox"),
      ],
    });
  });
});
