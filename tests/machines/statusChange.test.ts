import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createActor } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { statusChangeActors } from "#machines/orders/status/statusChange.actors.ts";
import { statusChangeMachine } from "#machines/orders/status/statusChange.machine.ts";
import {
  closesUnpaid,
  nextStatus,
  reasonNotToChoose,
  reasonNotToSubmit,
  selectableStatuses,
} from "#machines/orders/status/statusChange.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";
import { anOrder, aPayment, aStatus } from "../support/machines/orderSamples.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const plain = aStatus();
const withReason = aStatus({ id: 9, isRequireReason: true });
const closing = aStatus({ id: 6, isClosed: true });

/** Opens the status dialog. `answer` answers each request of the dialog. */
const givenChange = (
  answer: (request: Request) => Response | Promise<Response>,
  { unpaid = 0, mayCloseUnpaid = true } = {},
) => {
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
  let keys = 0;
  const newKey = () => {
    keys += 1;
    return `key-000${keys}`;
  };
  const { environment, report } = givenEnvironment();
  const api = createApi({ baseUrl: "http://server", fetch });
  const actors = statusChangeActors({ api, newKey, environment });
  const dialog = createActor(statusChangeMachine.provide({ actors }), {
    input: { order: anOrder(), unpaid, mayCloseUnpaid },
  }).start();
  return { dialog, sent, report, mutation: () => dialog.getSnapshot().children.change };
};

const advanceClock = (ms = 100) => vi.advanceTimersByTimeAsync(ms);
const changed = (statusId: number, version = 8) => Response.json(anOrder({ statusId, version }));
const problem = (status: number, extra: object = {}) =>
  Response.json({ status, message: "Сначала верните оплату.", ...extra }, { status });

/** Keeps a request unanswered. Rejects when the request is aborted, as `fetch` does. */
const neverAnswer = ({ signal }: Request): Promise<Response> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

test("removed and technical statuses — are not offered", () => {
  const offered = selectableStatuses([
    aStatus({ id: 3, order: 3 }),
    aStatus({ id: 4, isRemoved: true }),
    aStatus({ id: 5, isTechnical: true }),
    aStatus({ id: 1, order: 1 }),
  ]);
  expect(offered.map(({ id }) => id)).toEqual([1, 3]);
});

test("next status — is the next status in the sequence that is selectable and does not cancel the order", () => {
  const statuses = [
    aStatus({ id: 5, order: 5 }),
    aStatus({ id: 4, order: 4, isCancel: true }),
    aStatus({ id: 3, order: 3, isRemoved: true }),
    aStatus({ id: 2, order: 2 }),
  ];
  expect(nextStatus(statuses, { statusId: 2 })?.id).toBe(5);
  expect(nextStatus(statuses, { statusId: 3 })?.id).toBe(5);
  expect(nextStatus(statuses, { statusId: 5 })).toBeUndefined();
  expect(nextStatus(statuses, { statusId: 9 })).toBeUndefined();
});

test.each([
  ["removed", aStatus({ isRemoved: true }), "notSelectable"],
  ["technical", aStatus({ isTechnical: true, isRequireReason: true }), "notSelectable"],
  ["current", aStatus({ id: 1 }), "current"],
] as const)("status dialog — does not allow choosing the %s status", async (_, status, code) => {
  const { dialog, sent } = givenChange(() => changed(2));
  dialog.send({ type: "status.choose", status });
  await advanceClock();
  expect(reasonNotToChoose(dialog.getSnapshot().context, status)).toEqual({ code });
  expect(dialog.getSnapshot().value).toBe("choosing");
  expect(sent).toEqual([]);
});

test("status dialog — sends the chosen status with the order version that the user saw", async () => {
  const { dialog, sent } = givenChange(() => changed(2));
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(sent).toEqual([
    { body: { companyId: 1, orderId: 17, orderStatusId: 2, orderStatusReason: null }, version: '"7"', key: "key-0001" },
  ]);
  expect(dialog.getSnapshot()).toMatchObject({ status: "done", output: { order: { statusId: 2 } } });
});

test("status dialog — does not send a status without its required reason", async () => {
  const { dialog, sent } = givenChange(() => changed(9));
  dialog.send({ type: "status.choose", status: withReason });
  dialog.send({ type: "status.submit" });
  dialog.send({ type: "reason.type", text: "   " });
  dialog.send({ type: "status.submit" });
  await advanceClock();
  expect(sent).toEqual([]);
  expect(reasonNotToSubmit(dialog.getSnapshot().context)).toEqual({ code: "noReason" });
  dialog.send({ type: "reason.type", text: " передумал " });
  dialog.send({ type: "status.submit" });
  await advanceClock();
  expect(sent[0]?.body).toEqual({ companyId: 1, orderId: 17, orderStatusId: 9, orderStatusReason: "передумал" });
});

test("status dialog — shortens a reason to 500 characters", () => {
  const { dialog } = givenChange(() => changed(9));
  dialog.send({ type: "status.choose", status: withReason });
  dialog.send({ type: "reason.type", text: "я".repeat(600) });
  expect(dialog.getSnapshot().context.reason).toHaveLength(500);
});

test("status dialog — clears the chosen status and the reason when the user goes back", () => {
  const { dialog } = givenChange(() => changed(9));
  dialog.send({ type: "status.choose", status: withReason });
  dialog.send({ type: "reason.type", text: "передумал" });
  dialog.send({ type: "status.back" });
  expect(dialog.getSnapshot()).toMatchObject({ value: "choosing", context: { status: undefined, reason: "" } });
});

test("status dialog — asks for a confirmation before it closes an unpaid order", async () => {
  const { dialog, sent } = givenChange(() => changed(6), { unpaid: 350 });
  dialog.send({ type: "status.choose", status: closing });
  await advanceClock();
  expect(dialog.getSnapshot().value).toBe("explaining");
  expect(sent).toEqual([]);
  dialog.send({ type: "status.submit" });
  await advanceClock();
  expect(sent).toHaveLength(1);
});

test("status dialog — needs no confirmation to cancel an order or to close a paid order", () => {
  expect(closesUnpaid(0, closing)).toBe(false);
  expect(closesUnpaid(350, closing)).toBe(true);
  expect(closesUnpaid(350, aStatus({ isClosed: true, isCancel: true }))).toBe(false);
});

test("status dialog — does not close an unpaid order if the user lacks the permission to confirm payments", async () => {
  const { dialog, sent } = givenChange(() => changed(6), { unpaid: 350, mayCloseUnpaid: false });
  dialog.send({ type: "status.choose", status: closing });
  await advanceClock();
  expect(sent).toEqual([]);
  expect(dialog.getSnapshot().value).toBe("choosing");
  expect(reasonNotToChoose(dialog.getSnapshot().context, closing)).toEqual({ code: "unpaid", unpaid: 350 });
});

test("status dialog — sends one change for a double click", async () => {
  const { dialog, sent } = givenChange(() => changed(2));
  dialog.send({ type: "status.choose", status: plain });
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(sent).toHaveLength(1);
});

test("status dialog — keeps the chosen status after a refusal, and the next attempt has a new idempotency key", async () => {
  const answers = [problem(409), changed(2)];
  const { dialog, sent } = givenChange(() => answers.shift() ?? problem(500));
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({
    value: "refused",
    context: { status: { id: 2 }, failure: { kind: "refused", message: "Сначала верните оплату." } },
  });
  dialog.send({ type: "status.submit" });
  await advanceClock();
  expect(sent.map(({ key }) => key)).toEqual(["key-0001", "key-0002"]);
  expect(dialog.getSnapshot().status).toBe("done");
});

test("status dialog — reads the unpaid amount again when another user has changed the order", async () => {
  const order = anOrder({ version: 9, amount: 350 });
  const paid = [aPayment({ amount: 350 })];
  const { dialog } = givenChange(
    (request) => {
      if (request.method === "PATCH") return problem(412, { order });
      return Response.json(request.url.endsWith("/Payment") ? paid : order);
    },
    { unpaid: 350 },
  );
  dialog.send({ type: "status.choose", status: closing });
  dialog.send({ type: "status.submit" });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({ value: "stale", context: { unpaid: 0 } });
});

test("status dialog — after another user's change, keeps the unpaid amount if the payments cannot be read within 3 s", async () => {
  const order = anOrder({ version: 9 });
  const { dialog } = givenChange(
    (request) => (request.method === "PATCH" ? problem(412, { order }) : neverAnswer(request)),
    { unpaid: 350 },
  );
  dialog.send({ type: "status.choose", status: closing });
  dialog.send({ type: "status.submit" });
  await advanceClock(2900);
  expect(dialog.getSnapshot().value).toBe("submitting");
  await advanceClock(200);
  expect(dialog.getSnapshot()).toMatchObject({ value: "stale", context: { unpaid: 350 } });
});

test("status dialog — shows both versions of an order that another user has changed, and can retry", async () => {
  const order = anOrder({ version: 9, note: "без лука" });
  const { dialog, sent } = givenChange((request) => {
    if (request.method === "GET") return Response.json([]);
    return request.headers.get("If-Match") === '"9"' ? changed(2, 10) : problem(412, { order });
  });
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({
    value: "stale",
    context: { before: { version: 7 }, order: { version: 9 } },
  });
  dialog.send({ type: "status.submit" });
  await advanceClock();
  expect(sent.map(({ version }) => version)).toEqual(['"7"', '"9"']);
  expect(dialog.getSnapshot().status).toBe("done");
});

test("status dialog — recognises a change with a lost response by the new status", async () => {
  const { dialog, sent } = givenChange((request) =>
    request.method === "PATCH" ? Promise.reject(new NoAnswer()) : changed(2),
  );
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({ status: "done", output: { order: { statusId: 2 } } });
  expect(sent).toHaveLength(1);
});

test("status dialog — can retry an unrecorded change", async () => {
  let isAway = true;
  const { dialog, sent } = givenChange((request) => {
    if (request.method === "GET") return changed(1, 7);
    return isAway ? Promise.reject(new NoAnswer()) : changed(2);
  });
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(dialog.getSnapshot().value).toBe("notRecorded");
  isAway = false;
  dialog.send({ type: "status.submit" });
  await advanceClock();
  expect(sent).toHaveLength(2);
  expect(dialog.getSnapshot().status).toBe("done");
});

test("status dialog — after a lost response, reports a conflict if another user has changed the order in the meantime", async () => {
  const { dialog } = givenChange((request) => {
    if (request.method === "PATCH") return Promise.reject(new NoAnswer());
    return request.url.endsWith("/Payment") ? Response.json([]) : changed(5, 9);
  });
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({
    value: "stale",
    context: { before: { statusId: 1, version: 7 }, order: { statusId: 5, version: 9 } },
  });
});

test("status dialog — keeps verifying a change during an outage", async () => {
  let isAway = true;
  const { dialog, mutation, sent } = givenChange(() => (isAway ? Promise.reject(new NoAnswer()) : changed(2)));
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock(60_000);
  expect(mutation()?.getSnapshot().hasTag("verifying")).toBe(true);
  isAway = false;
  await advanceClock(30_000);
  expect(dialog.getSnapshot().status).toBe("done");
  expect(sent).toHaveLength(1);
});

test("status dialog — verifies a change immediately when the network is back", async () => {
  let isAway = true;
  const { dialog, report } = givenChange(() => (isAway ? Promise.reject(new NoAnswer()) : changed(2)));
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock(60_000);
  isAway = false;
  report({ type: "network.online" });
  await advanceClock(100);
  expect(dialog.getSnapshot().status).toBe("done");
});

/** Opens the status dialog with fake actors, chooses a status, types a reason and submits the change. */
const givenSubmitted = async () => {
  const given = givenMachine(statusChangeMachine, { order: anOrder(), unpaid: 0, mayCloseUnpaid: true });
  given.actor.send({ type: "status.choose", status: withReason });
  given.actor.send({ type: "reason.type", text: "передумал" });
  given.actor.send({ type: "status.submit" });
  return given;
};

const stale = { type: "mutation.stale", current: { order: anOrder({ version: 8 }), unpaid: 5 } } as const;
const refusal = { type: "mutation.refused", failure: aFailure("refused", "Нельзя") } as const;

test.each([
  ["refused", refusal],
  ["notRecorded", { type: "mutation.notRecorded" }],
  ["stale", stale],
] as const)(
  "status dialog — clears the chosen status when the user goes back after a change that ended as %s",
  async (value, event) => {
    const { actor } = await givenSubmitted();
    actor.send(event);
    expect(actor.getSnapshot().value).toBe(value);
    actor.send({ type: "status.back" });
    expect(actor.getSnapshot()).toMatchObject({
      value: "choosing",
      context: { status: undefined, reason: "", failure: undefined },
    });
  },
);

test("status dialog — after a refusal, an emptied required reason prevents the next attempt until a reason is typed", async () => {
  const { actor, call, calls } = await givenSubmitted();
  actor.send(refusal);
  actor.send({ type: "reason.type", text: "" });
  actor.send({ type: "status.submit" });
  expect([actor.getSnapshot().value, calls.length]).toEqual(["refused", 1]);
  actor.send({ type: "reason.type", text: "закрыто" });
  actor.send({ type: "status.submit" });
  expect(call("change").input).toMatchObject({ request: { statusId: 9, reason: "закрыто" } });
});

test("status dialog — does not retry a change if the order was closed in the meantime", async () => {
  const { actor, calls } = await givenSubmitted();
  actor.send({ type: "mutation.stale", current: { order: anOrder({ version: 9, isClosed: true }), unpaid: 0 } });
  actor.send({ type: "status.submit" });
  expect([actor.getSnapshot().value, calls.length]).toEqual(["stale", 1]);
});

test("status dialog — retries an unrecorded change with the same values", async () => {
  const { actor, call, calls } = await givenSubmitted();
  actor.send({ type: "mutation.notRecorded" });
  actor.send({ type: "status.submit" });
  expect(calls).toHaveLength(2);
  expect(call("change").input).toMatchObject({ request: { statusId: 9, reason: "передумал" } });
});

test("status dialog — treats an unexpected error during a change as a refusal without a message", async () => {
  const { actor, call } = await givenSubmitted();
  actor.send(refusal);
  actor.send({ type: "status.submit" });
  call("change").fail();
  await advanceClock();
  expect(actor.getSnapshot()).toMatchObject({ value: "refused", context: { failure: undefined } });
});

test("reasonNotToSubmit — returns 'noStatus' without a status, and 'closed' for a closed order even if the reason is missing", () => {
  const order = anOrder();
  expect(reasonNotToSubmit({ order, status: undefined, reason: "" })).toEqual({ code: "noStatus" });
  const closed = anOrder({ isClosed: true });
  expect(reasonNotToSubmit({ order: closed, status: withReason, reason: "" })).toEqual({ code: "closed" });
  expect(reasonNotToSubmit({ order, status: plain, reason: "" })).toBeUndefined();
});

test("status dialog — sends an unanswered change once and verifies the change by reading the order", async () => {
  const calls: string[] = [];
  const { dialog } = givenChange(({ method, url }) => {
    calls.push(`${method} ${new URL(url).pathname}`);
    if (method === "PATCH") throw new NoAnswer();
    return changed(2);
  });
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(calls).toEqual(["PATCH /api/Order/Company/1/17", "GET /api/Order/Company/1/17"]);
  expect(dialog.getSnapshot().status).toBe("done");
});

test("status dialog — reads the payments again if another user has changed the order", async () => {
  const calls: string[] = [];
  const { dialog } = givenChange(({ method, url }) => {
    calls.push(new URL(url).pathname);
    return method === "PATCH" ? problem(412, { order: anOrder({ version: 8 }) }) : Response.json([]);
  });
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(calls).toEqual(["/api/Order/Company/1/17", "/api/Order/17/Company/1/Payment"]);
  expect(dialog.getSnapshot()).toMatchObject({ value: "stale", context: { unpaid: 1000 } });
});

test.each([
  ["is not JSON", () => new Response("текст", { status: 412 })],
  ["has no order", () => problem(412)],
  ["has an unreadable order", () => problem(412, { order: { id: 17 } })],
  ["is empty", () => Response.json(null, { status: 412 })],
] as const)("status dialog — counts a change as refused if the response with status 412 %s", async (_, answer) => {
  const { dialog } = givenChange(answer);
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({ value: "refused", context: { failure: { kind: "refused" } } });
});

test("status dialog — ends as refused if the verification of a change is refused", async () => {
  const { dialog } = givenChange(({ method }) => {
    if (method === "PATCH") throw new NoAnswer();
    return problem(403);
  });
  dialog.send({ type: "status.choose", status: plain });
  await advanceClock();
  expect(dialog.getSnapshot()).toMatchObject({
    value: "refused",
    context: { failure: { kind: "refused", message: "Сначала верните оплату." } },
  });
});
