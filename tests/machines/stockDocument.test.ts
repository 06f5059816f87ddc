import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, unwrap } from "#api/client.ts";
import { stockDocumentActors } from "#machines/stock/stockDocument.actors.ts";
import { stockDocumentMachine } from "#machines/stock/stockDocument.machine.ts";
import {
  type DocumentAction,
  type DocumentDescriptor,
  judgeOutcome,
  reasonNotToAct,
  type StockDocument,
} from "#machines/stock/stockDocument.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const path = { companyId: 1, id: 7 };
const allowed: readonly DocumentAction[] = ["approve", "reverse", "remove"];
const draft: StockDocument = { id: 7, version: 1, state: "draft" };
const approved: StockDocument = { id: 7, version: 2, state: "approved" };
const reversed: StockDocument = { id: 7, version: 3, state: "reversed" };
const sent: StockDocument = { id: 7, version: 2, state: "sent" };
const belowZero = { ...aFailure("refused"), errors: { isBelowZeroAllowed: "Остаток станет меньше нуля." } };

const shelfQuestion = { ...aFailure("refused"), errors: { isOnShelf: "Товар уже лежал на складе?" } };

const isDocument = (answer: unknown): answer is StockDocument =>
  typeof answer === "object" && answer !== null && "state" in answer;

const descriptor: DocumentDescriptor<StockDocument> = {
  name: "sample",
  topics: ["packingList"],
  isDocument,
  load: (api, { companyId, id }, signal) =>
    unwrap(api.GET("/api/PackingList/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  act: async (api, { companyId, id, version, key, isForced, action }) => {
    const params = { path: { companyId, id }, header: { "Idempotency-Key": key, "If-Match": `"${version}"` } };
    if (action === "remove") {
      await unwrap(api.DELETE("/api/PackingList/{id}/Company/{companyId}", { params }));
      return { entry: undefined };
    }
    const body = { isBelowZeroAllowed: isForced };
    const call =
      action === "approve"
        ? api.POST("/api/PackingList/{id}/Company/{companyId}/Approve", { params, body })
        : api.POST("/api/PackingList/{id}/Company/{companyId}/Reverse", { params, body });
    return { entry: await unwrap(call) };
  },
};

const advance = (ms = 200) => vi.advanceTimersByTimeAsync(ms);
const problem = (status: number, extra: object = {}) =>
  Response.json({ status, message: "Нельзя.", ...extra }, { status });

/**
 * Starts a document with a fake server. `reads` are the successive answers to the reads, and the last one repeats.
 * `change` answers the changes.
 */
const givenDocument = async (
  reads: readonly (StockDocument | Response)[],
  change: (attempt: number) => Response | Promise<Response>,
) => {
  const sent: { url: string; method: string; key: string | null; version: string | null; body: string }[] = [];
  let count = 0;
  const fetch = async (request: Request) => {
    if (request.method !== "GET") {
      const { url, method, headers } = request;
      const body = await request.clone().text();
      sent.push({ url, method, key: headers.get("Idempotency-Key"), version: headers.get("If-Match"), body });
      return change(sent.length);
    }
    const answer = reads[Math.min(count, reads.length - 1)];
    count += 1;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  };
  const { environment, report } = givenEnvironment();
  let keys = 0;
  const newKey = () => `document-key-${++keys}`;
  const api = createApi({ baseUrl: "http://server", fetch });
  const actors = stockDocumentActors({ api, environment, now: () => Date.now(), newKey }, descriptor);
  const { topics } = descriptor;
  const actor = createActor(stockDocumentMachine.provide({ actors }), { input: { path, allowed, topics } }).start();
  await advance();
  const act = async (action: DocumentAction) => {
    actor.send({ type: "document.act", action });
    actor.send({ type: "action.confirm" });
    await advance();
  };
  return { actor, act, sent, report, reads: () => count, state: () => actor.getSnapshot() };
};

describe("stock document", () => {
  test.each([
    ["draft", "draft", draft],
    ["counting", "draft", { ...draft, state: "counting" }],
    ["sent", "underWay", sent],
    ["reviewing", "underWay", { ...sent, state: "reviewing" }],
    ["approved", "approved", approved],
    ["accepted", "approved", { ...approved, state: "accepted" }],
    ["reversed", "reversed", reversed],
    ["refused", "reversed", { ...reversed, state: "refused" }],
    ["recalled", "reversed", { ...reversed, state: "recalled" }],
    ["cancelled", "reversed", { ...reversed, state: "cancelled" }],
  ] as const)("a stock document with the state '%s' leads to the machine state shown.%s", async (_, value, entry) => {
    const { state } = await givenDocument([entry], () => problem(409));
    expect(state().value).toEqual({ shown: value });
  });

  test("a confirmed approval is sent once with an idempotency key, and the approved document is shown", async () => {
    const { actor, act, state, sent } = await givenDocument([draft], () => Response.json(approved));
    const done: string[] = [];
    actor.on("action.done", ({ action }) => done.push(action));
    await act("approve");
    expect(state()).toMatchObject({ value: { shown: "approved" }, context: { entry: approved } });
    const url = "http://server/api/PackingList/7/Company/1/Approve";
    const body = JSON.stringify({ isBelowZeroAllowed: false });
    expect(sent).toEqual([{ url, method: "POST", key: "document-key-1", version: '"1"', body }]);
    expect(done).toEqual(["approve"]);
  });

  test("a refresh reads the stock document again", async () => {
    const { actor, state } = await givenDocument([draft, approved], () => problem(409));
    expect(state().value).toEqual({ shown: "draft" });
    actor.send({ type: "document.refresh" });
    await advance();
    expect(state()).toMatchObject({ value: { shown: "approved" }, context: { entry: approved } });
  });

  test("a cancelled action on a document is not sent", async () => {
    const { actor, state, sent } = await givenDocument([draft], () => problem(409));
    actor.send({ type: "document.act", action: "remove" });
    await advance(60_000);
    expect([state().value, sent]).toEqual(["confirming", []]);
    actor.send({ type: "action.cancel" });
    await advance();
    expect([state().value, sent]).toEqual([{ shown: "draft" }, []]);
  });

  test("an approved document can be reversed, and a draft can be removed", async () => {
    const one = await givenDocument([approved], () => Response.json(reversed));
    await one.act("reverse");
    expect(one.state()).toMatchObject({ value: { shown: "reversed" }, context: { entry: reversed } });
    const other = await givenDocument([draft], () => new Response(null, { status: 204 }));
    await other.act("remove");
    expect(other.state().value).toBe("removed");
    const url = "http://server/api/PackingList/7/Company/1";
    expect([...one.sent, ...other.sent]).toMatchObject([
      { url: `${url}/Reverse`, method: "POST", version: '"2"', key: "document-key-1" },
      { url, method: "DELETE", version: '"1"', key: "document-key-1" },
    ]);
  });

  test("an action on a document is sent with the accepted lines or with the user's reason", async () => {
    const items = [{ id: 1, acceptedCount: 2, lostCount: 1, refusedCount: 0, reason: "Разбили" }];
    const { actor, call } = givenMachine(stockDocumentMachine, { path, allowed: ["accept", "refuse"] });
    const state = () => actor.getSnapshot();
    actor.send({ type: "query.loaded", from: "entry", cause: "first", loaded: { query: path, data: sent, at: 1 } });
    actor.send({ type: "document.act", action: "accept", details: { items } });
    actor.send({ type: "action.confirm" });
    expect(state().value).toEqual({ changing: "approving" });
    expect(call("change").input).toMatchObject({ request: { details: { items } } });
    actor.send({ type: "mutation.dropped" });
    actor.send({ type: "document.act", action: "refuse" });
    actor.send({ type: "action.confirm", reason: "Не заказывали" });
    expect(state().value).toEqual({ changing: "reversing" });
    expect(call("change").input).toMatchObject({ request: { details: { reason: "Не заказывали" } } });
  });

  test("an action is ignored if the state of the document does not allow the action", async () => {
    const { actor, state } = await givenDocument([draft], () => problem(409));
    actor.send({ type: "document.act", action: "reverse" });
    expect(state().value).toEqual({ shown: "draft" });
  });

  test("another user's changes are shown before the user can act again", async () => {
    const { actor, act, state } = await givenDocument([draft], () => problem(412, { entry: approved }));
    await act("approve");
    expect(state()).toMatchObject({ value: "stale", context: { entry: approved } });
    actor.send({ type: "theirs.look" });
    expect(state().value).toEqual({ shown: "approved" });
  });

  test("the user can override a refusal because of a negative balance, but can only dismiss any other refusal", async () => {
    const errors = { isBelowZeroAllowed: "Остаток станет меньше нуля." };
    const { actor, act, state, sent } = await givenDocument([approved], (attempt) =>
      attempt === 1 ? problem(409, { errors }) : Response.json(reversed),
    );
    await act("reverse");
    expect(state()).toMatchObject({ value: "refused", context: { failure: { errors } } });
    actor.send({ type: "refusal.force" });
    await advance();
    expect(state().value).toEqual({ shown: "reversed" });
    expect(sent.map(({ body }) => JSON.parse(body).isBelowZeroAllowed)).toEqual([false, true]);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
    const other = await givenDocument([approved], () => problem(409));
    await other.act("reverse");
    other.actor.send({ type: "refusal.force" });
    expect(other.state().value).toBe("refused");
    other.actor.send({ type: "refusal.dismiss" });
    await advance();
    expect(other.state().value).toEqual({ shown: "approved" });
  });

  test("an action sent with `isConfirmed` needs no confirmation dialog, even after another user's change", async () => {
    const reviewing: StockDocument = { ...draft, state: "reviewing" };
    const changed: StockDocument = { ...reviewing, version: 2 };
    const { actor, call } = givenMachine(stockDocumentMachine, { path, allowed: ["review", "approve"] });
    const state = () => actor.getSnapshot();
    const loaded = { query: path, data: reviewing, at: 1 };
    actor.send({ type: "query.loaded", from: "entry", cause: "first", loaded });
    actor.send({ type: "document.act", action: "review", details: { isRestZero: true }, isConfirmed: true });
    expect(state().value).toEqual({ changing: "approving" });
    expect(call("change").input).toMatchObject({ request: { action: "review", details: { isRestZero: true } } });
    actor.send({ type: "mutation.stale", current: changed });
    actor.send({ type: "document.act", action: "review" });
    expect(state().value).toBe("stale");
    actor.send({ type: "document.act", action: "review", isConfirmed: true });
    expect(state().value).toEqual({ changing: "approving" });
    expect(call("change").input).toMatchObject({ request: { version: 2 } });
  });

  test("a document that was changed by another request is shown immediately, and then read again", async () => {
    const { actor, state } = await givenDocument([draft, reversed], () => problem(409));
    actor.send({ type: "document.changed", entry: approved });
    expect(state()).toMatchObject({ value: { shown: "approved" }, context: { entry: approved } });
    await advance();
    expect(state().context.entry).toEqual(reversed);
  });

  test("the answer whether the goods were on the shelf is sent again with the attempt that allows a negative balance", async () => {
    const { actor, call } = givenMachine(stockDocumentMachine, { path, allowed });
    const state = () => actor.getSnapshot();
    const loaded = { query: path, data: draft, at: 1 };
    actor.send({ type: "query.loaded", from: "entry", cause: "first", loaded });
    actor.send({ type: "document.act", action: "approve" });
    actor.send({ type: "action.confirm" });
    actor.send({ type: "mutation.refused", failure: shelfQuestion });
    actor.send({ type: "refusal.force" });
    expect(state().value).toBe("refused");
    actor.send({ type: "refusal.answer", isOnShelf: true });
    expect(call("change").input).toMatchObject({ request: { details: { isOnShelf: true }, isForced: false } });
    actor.send({ type: "mutation.refused", failure: belowZero });
    actor.send({ type: "refusal.answer", isOnShelf: false });
    expect(state().value).toBe("refused");
    actor.send({ type: "refusal.force" });
    expect(call("change").input).toMatchObject({ request: { details: { isOnShelf: true }, isForced: true } });
    actor.send({ type: "mutation.dropped" });
    actor.send({ type: "document.act", action: "approve" });
    actor.send({ type: "action.confirm" });
    expect(call("change").input).toMatchObject({ request: { details: {}, isForced: false } });
  });

  test.each([
    ["an approval is recorded if the document is approved", "approve", draft, approved, { shown: "approved" }],
    [
      "an approval is still being verified if the document is unchanged",
      "approve",
      draft,
      draft,
      { changing: "verifying" },
    ],
    [
      "an approval ends as stale if another user has changed the draft",
      "approve",
      draft,
      { ...draft, version: 2 },
      "stale",
    ],
    ["a removal is recorded if the document is missing", "remove", draft, problem(404), "removed"],
    ["an approval ends as refused if the document is missing", "approve", draft, problem(404), "refused"],
  ] as const)(
    "an unanswered action is verified by reading the document: %s",
    async (_, action, before, after, value) => {
      const { act, state, sent } = await givenDocument([before, after], () => Promise.reject(new TypeError("lost")));
      await act(action);
      await advance(5000);
      expect(state().value).toEqual(value);
      expect(sent).toHaveLength(1);
    },
  );

  test("an unrecorded action can be retried under its idempotency key or dropped", async () => {
    const { act, state, sent } = await givenDocument([draft], (attempt) =>
      attempt === 1 ? Promise.reject(new TypeError("lost")) : Response.json(approved),
    );
    await act("approve");
    await advance(1000);
    state().children.change?.send({ type: "mutation.repeat" });
    await advance();
    expect(state().value).toEqual({ shown: "approved" });
    expect(sent[1]?.key).toBe(sent[0]?.key);
    const other = await givenDocument([draft], () => Promise.reject(new TypeError("lost")));
    await other.act("approve");
    await advance(1000);
    other.state().children.change?.send({ type: "mutation.drop" });
    await advance();
    expect(other.state().value).toEqual({ shown: "draft" });
  });

  test("after a live feed change the document is read, but the new version is not shown before an open dialog is closed", async () => {
    const { actor, reads, report, state } = await givenDocument([draft, approved, reversed], () => problem(409));
    report({ type: "data.changed", topic: "transfer" });
    await advance(1000);
    expect(reads()).toBe(1);
    report({ type: "data.changed", topic: "packingList" });
    await advance(300);
    expect(state()).toMatchObject({ value: { shown: "approved" }, context: { entry: approved } });
    actor.send({ type: "document.act", action: "reverse" });
    report({ type: "data.changed", topic: "packingList" });
    await advance(300);
    expect([reads(), state().value, state().context.entry]).toEqual([3, "confirming", approved]);
    actor.send({ type: "action.cancel" });
    await advance();
    expect(state()).toMatchObject({ value: { shown: "reversed" }, context: { entry: reversed } });
  });

  test("a missing document is shown as missing, and a failed read shows the failure", async () => {
    const gone = await givenDocument([problem(404)], () => problem(409));
    expect(gone.state().value).toBe("missing");
    const failed = await givenDocument([problem(409)], () => problem(409));
    expect(failed.state()).toMatchObject({
      value: { shown: "loading" },
      context: { readFailure: { kind: "refused" } },
    });
  });

  test("an error of an actor of the document is shown, and the machine keeps running", async () => {
    const { actor, call } = givenMachine(stockDocumentMachine, { path, allowed });
    call("entry").fail(new Error("fault"));
    await advance();
    expect(actor.getSnapshot().context.readFailure).toMatchObject({ kind: "fault" });
    const loaded = { query: path, data: draft, at: 1 };
    actor.send({ type: "query.loaded", from: "entry", cause: "first", loaded });
    actor.send({ type: "document.act", action: "approve" });
    actor.send({ type: "action.confirm" });
    call("change").fail(new Error("fault"));
    await advance();
    expect(actor.getSnapshot()).toMatchObject({ value: "refused", context: { failure: { kind: "fault" } } });
  });

  test("stock document — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, failed } = givenWalk(stockDocumentMachine);
    const loaded = (data: StockDocument) =>
      ({ type: "query.loaded", from: "entry", cause: "poll", loaded: { query: path, data, at: 1 } }) as const;
    walk({
      input: { path, allowed },
      events: [
        loaded(draft),
        loaded(sent),
        loaded(approved),
        loaded(reversed),
        { type: "query.failed", from: "entry", failure: aFailure("unanswered") },
        { type: "query.failed", from: "entry", failure: aFailure("missing") },
        ...allowed.map((action) => ({ type: "document.act", action }) as const),
        { type: "document.act", action: "approve", isConfirmed: true },
        { type: "document.refresh" },
        { type: "document.changed", entry: sent },
        { type: "action.confirm" },
        { type: "action.cancel" },
        { type: "refusal.dismiss" },
        { type: "refusal.force" },
        { type: "refusal.answer", isOnShelf: true },
        { type: "theirs.look" },
        { type: "mutation.recorded", result: { entry: approved } },
        { type: "mutation.recorded", result: { entry: undefined } },
        { type: "mutation.stale", current: approved },
        { type: "mutation.stale", current: { ...draft, version: 2 } },
        { type: "mutation.refused", failure: belowZero },
        { type: "mutation.refused", failure: shelfQuestion },
        { type: "mutation.refused", failure: aFailure("refused") },
        { type: "mutation.dropped" },
        { type: "mutation.doubtful" },
        failed("entry"),
        failed("change"),
      ],
      project: ({ context: { entry, action, isForced, failure } }) => [entry?.state, action, isForced, failure?.errors],
    });
  });
});

test.each([
  ["no document", "approve", "noDocument", undefined],
  ["a draft", "approve", undefined, draft],
  ["a draft", "remove", undefined, draft],
  ["a draft", "reverse", "wrongState", draft],
  ["an approved document", "reverse", undefined, approved],
  ["an approved document", "remove", "wrongState", approved],
] as const)("reasonNotToAct — for %s and the allowed action '%s' returns %s", (_, action, reason, entry) => {
  expect(reasonNotToAct({ entry, allowed }, action)).toBe(reason);
  expect(reasonNotToAct({ entry, allowed: [] }, action)).toBe(entry ? "notAllowed" : "noDocument");
});

test("judgeOutcome — for a draft that was not removed, returns 'stale' if its version has changed, and otherwise 'notRecorded'", () => {
  const request = { ...path, action: "remove" as const, details: {}, version: 1, isForced: false };
  expect(judgeOutcome(request, { ...draft, version: 2 }).kind).toBe("stale");
  expect(judgeOutcome(request, draft).kind).toBe("notRecorded");
});
