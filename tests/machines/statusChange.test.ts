import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { statusChangeActors } from "#machines/orders/status/statusChange.actors.ts";
import { closesUnpaid, selectable, statusChangeMachine } from "#machines/orders/status/statusChange.machine.ts";
import { anOrder, aStatus } from "../support/machines/orderSamples.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const plain = aStatus();
const refusedStatus = aStatus({ id: 9, isRequireReason: true });
const closing = aStatus({ id: 6, isClosed: true });

/** A status dialog whose PATCH and GET are answered by the test. */
const givenChange = (answer: (request: Request) => Response | Promise<Response>, unpaid = 0) => {
  const sent: { body: unknown; version: string | null; key: string | null }[] = [];
  const fetch = async (request: Request) => {
    if (request.method === "PATCH") {
      const { headers } = request;
      sent.push({
        body: await request.clone().json(),
        version: headers.get("If-Match"),
        key: headers.get("Idempotency-Key"),
      });
    }
    return answer(request);
  };
  const api = createApi({ baseUrl: "http://server", fetch });
  const change = createActor(statusChangeMachine.provide({ actors: statusChangeActors(api, () => "key-0001") }), {
    input: { order: anOrder(), unpaid },
  }).start();
  return { change, sent };
};

const pass = (ms = 100) => vi.advanceTimersByTimeAsync(ms);
const changed = (statusId: number, version = 8) => Response.json(anOrder({ statusId, version }));
const problem = (status: number, extra: object = {}) =>
  Response.json({ status, message: "Сначала верните оплату.", ...extra }, { status });

test("statuses that are removed or technical are not offered", () => {
  const offered = selectable([
    aStatus({ id: 3, order: 3 }),
    aStatus({ id: 4, isRemoved: true }),
    aStatus({ id: 5, isTechnical: true }),
    aStatus({ id: 1, order: 1 }),
  ]);
  expect(offered.map(({ id }) => id)).toEqual([1, 3]);
});

test("a removed or technical status is not sent even if it is chosen", async () => {
  const { change, sent } = givenChange(() => changed(2));
  change.send({ type: "status.choose", status: aStatus({ isTechnical: true }) });
  change.send({ type: "status.choose", status: aStatus({ isRemoved: true, isRequireReason: true }) });
  await pass();
  expect(sent).toEqual([]);
});

test("a chosen status is sent with the version that the operator saw", async () => {
  const { change, sent } = givenChange(() => changed(2));
  change.send({ type: "status.choose", status: plain });
  await pass();
  expect(sent).toEqual([{ body: { orderStatusId: 2, orderStatusReason: null }, version: '"7"', key: "key-0001" }]);
  expect(change.getSnapshot()).toMatchObject({ status: "done", output: { order: { statusId: 2 } } });
});

test("a status that needs a reason is not sent without one", async () => {
  const { change, sent } = givenChange(() => changed(9));
  change.send({ type: "status.choose", status: refusedStatus });
  change.send({ type: "status.submit" });
  change.send({ type: "reason.type", text: "   " });
  change.send({ type: "status.submit" });
  await pass();
  expect(sent).toEqual([]);
  change.send({ type: "reason.type", text: " передумал " });
  change.send({ type: "status.submit" });
  await pass();
  expect(sent[0]?.body).toEqual({ orderStatusId: 9, orderStatusReason: "передумал" });
});

test("a reason is cut at 500 characters", () => {
  const { change } = givenChange(() => changed(9));
  change.send({ type: "status.choose", status: refusedStatus });
  change.send({ type: "reason.type", text: "я".repeat(600) });
  expect(change.getSnapshot().context.reason).toHaveLength(500);
});

test("cancelling resets the choice", () => {
  const { change } = givenChange(() => changed(9));
  change.send({ type: "status.choose", status: refusedStatus });
  change.send({ type: "reason.type", text: "передумал" });
  change.send({ type: "status.back" });
  expect(change.getSnapshot()).toMatchObject({ value: "choosing", context: { status: undefined, reason: "" } });
});

test("closing with a balance due asks first; cancelling and paid orders do not", async () => {
  const { change, sent } = givenChange(() => changed(6), 350);
  change.send({ type: "status.choose", status: closing });
  await pass();
  expect(sent).toEqual([]);
  change.send({ type: "status.submit" });
  await pass();
  expect(sent).toHaveLength(1);
  expect(closesUnpaid(0, closing)).toBe(false);
  expect(closesUnpaid(350, aStatus({ isClosed: true, isCancel: true }))).toBe(false);
});

test("a double click sends one change", async () => {
  const { change, sent } = givenChange(() => changed(2));
  change.send({ type: "status.choose", status: plain });
  change.send({ type: "status.choose", status: plain });
  await pass();
  expect(sent).toHaveLength(1);
});

test("a refusal shows the server's words and keeps the choice", async () => {
  const { change } = givenChange(() => problem(409));
  change.send({ type: "status.choose", status: plain });
  await pass();
  expect(change.getSnapshot()).toMatchObject({ value: "refused", context: { message: "Сначала верните оплату." } });
});

test("what another one was paid meanwhile is no longer unpaid", async () => {
  const order = anOrder({ version: 9, amount: 350 });
  const paid = [{ amount: 350, isRejected: false, isComplited: true }];
  const { change } = givenChange((request) => {
    if (request.method === "PATCH") return problem(412, { order });
    return Response.json(request.url.endsWith("/Payment") ? paid : order);
  }, 350);
  change.send({ type: "status.choose", status: closing });
  change.send({ type: "status.submit" });
  await pass();
  expect(change.getSnapshot()).toMatchObject({ value: "stale", context: { unpaid: 0 } });
});

test("a stale version keeps both orders, and goes on with the new one", async () => {
  const stale = anOrder({ version: 9, note: "без лука" });
  const { change, sent } = givenChange((request) =>
    request.headers.get("If-Match") === '"9"' ? changed(2, 10) : problem(412, { order: stale }),
  );
  change.send({ type: "status.choose", status: plain });
  await pass();
  expect(change.getSnapshot()).toMatchObject({
    value: "stale",
    context: { before: { version: 7 }, order: { version: 9 } },
  });
  change.send({ type: "status.submit" });
  await pass();
  expect(sent.map(({ version }) => version)).toEqual(['"7"', '"9"']);
  expect(change.getSnapshot().status).toBe("done");
});

test("a lost answer is looked up in the order itself", async () => {
  const { change, sent } = givenChange((request) =>
    request.method === "PATCH" ? Promise.reject(new NoAnswer()) : changed(2),
  );
  change.send({ type: "status.choose", status: plain });
  await pass();
  expect(change.getSnapshot()).toMatchObject({ status: "done", output: { order: { statusId: 2 } } });
  expect(sent).toHaveLength(1);
});

test("a change that never reached the server says so", async () => {
  const { change } = givenChange((request) =>
    request.method === "PATCH" ? Promise.reject(new NoAnswer()) : changed(1, 7),
  );
  change.send({ type: "status.choose", status: plain });
  await pass();
  expect(change.getSnapshot()).toMatchObject({ value: "refused", context: { isFault: true } });
});

test("while nobody answers it goes on asking", async () => {
  let isAway = true;
  const { change } = givenChange(() => (isAway ? Promise.reject(new NoAnswer()) : changed(2)));
  change.send({ type: "status.choose", status: plain });
  await pass(60_000);
  expect(change.getSnapshot().hasTag("verifying")).toBe(true);
  isAway = false;
  await pass(4000);
  expect(change.getSnapshot().status).toBe("done");
});
