import { expect, test } from "vitest";
import { createActor, SimulatedClock, toPromise, waitFor } from "xstate";
import { createApi, NoAnswer } from "#api/client.ts";
import { reasonNotToAssign } from "#machines/boards/delivery.ts";
import { bulkChangeActors } from "#machines/orders/bulk/bulkChange.actors.ts";
import { bulkChangeMachine } from "#machines/orders/bulk/bulkChange.machine.ts";
import {
  type BulkItem,
  type BulkJournal,
  type BulkKind,
  type BulkOrder,
  type BulkReading,
  type BulkRun,
  type BulkStep,
  countClosedUnpaid,
  countRetriable,
  countSteps,
} from "#machines/orders/bulk/bulkChange.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { anOrder, aPayment, aStatus, type VersionedOrder } from "../support/machines/orderSamples.ts";

const fresh = aStatus({ id: 1, name: "Новый", order: 1 });
const cooking = aStatus({ id: 2, name: "Готовится", order: 2 });
const held = aStatus({ id: 4, name: "Отложен", order: 4, isRequireReason: true });
const closed = aStatus({ id: 6, name: "Доставлен", order: 6, isClosed: true });
const statuses = [fresh, cooking, held, closed];
const courier = { id: 7, alias: "Денис", isOnDuty: true };
const other = { id: 8, alias: "Ольга", isOnDuty: false };

/** Fake server with optimistic locking and idempotency keys. `couriers` contains the courier of each assigned order. */
class FakeServer {
  readonly orders = new Map<number, VersionedOrder>();
  readonly couriers = new Map<number, number>();
  readonly delivered = new Set<number>();
  /** Ids of the assigned orders that the courier could not deliver. */
  readonly failed = new Set<number>();
  /** Number of reads of an order's payments. */
  paymentReads = 0;
  readonly paid = new Set<number>();
  readonly sent: { readonly orderId: number; readonly key: string; readonly version: string | null }[] = [];
  readonly #answers = new Map<string, Response>();
  readonly #open = { now: 0, most: 0 };
  isVersioned = true;
  /**
   * Number of responses that are still to be lost, by order id. The server executes a request even if its response is
   * lost.
   */
  lost = new Map<number, number>();
  /** Ids of the orders that the server refuses to change. */
  refused = new Set<number>();
  unreadable = new Set<number>();
  isBoardDown = false;
  onCall: () => void = () => undefined;

  constructor(count: number, facts: Partial<VersionedOrder> = {}) {
    for (let id = 1; id <= count; id += 1)
      this.orders.set(id, anOrder({ id, internalId: id + 100, deliveryAddress: "ул. Садовая", ...facts }));
  }

  get mostAtOnce(): number {
    return this.#open.most;
  }

  order(id: number): VersionedOrder {
    const order = this.orders.get(id);
    if (!order) throw new Error(`No order ${id}`);
    return order;
  }

  change(id: number, facts: Partial<VersionedOrder>): void {
    const order = this.order(id);
    this.orders.set(id, { ...order, ...facts, version: order.version + 1 });
  }

  #answerOrder(id: number): Response {
    const { version, ...order } = this.order(id);
    return Response.json(this.isVersioned ? { ...order, version } : order);
  }

  #assign(id: number, body: { courierId: number | null; seenCourierId: number | null }): Response {
    expect(Object.keys(body).sort()).toEqual(["courierId", "seenCourierId"]);
    const seen = this.couriers.get(id) ?? null;
    if (seen !== body.seenCourierId) return Response.json({ message: "Заказ уже у курьера: Ольга." }, { status: 409 });
    if (body.courierId === null) this.couriers.delete(id);
    else this.couriers.set(id, body.courierId);
    return Response.json({ orderId: id, tripId: 1, courierId: body.courierId, courierAlias: null, state: "assigned" });
  }

  async #write(request: Request, id: number): Promise<Response> {
    const body = await request.json();
    const version = request.headers.get("If-Match");
    if (this.refused.has(id)) return Response.json({ message: "Сначала верните оплату." }, { status: 409 });
    if (request.method === "POST") return this.#assign(id, body);
    if (version !== null && version !== `"${this.order(id).version}"`)
      return Response.json({ message: "Изменён", order: this.order(id) }, { status: 412 });
    const status = statuses.find((one) => one.id === body.orderStatusId);
    this.change(id, { statusId: body.orderStatusId, isClosed: status?.isClosed ?? false });
    return this.#answerOrder(id);
  }

  async #call(request: Request, id: number): Promise<Response> {
    const key = request.headers.get("Idempotency-Key") ?? "";
    this.sent.push({ orderId: id, key, version: request.headers.get("If-Match") });
    this.#open.now += 1;
    this.#open.most = Math.max(this.#open.most, this.#open.now);
    this.onCall();
    await flushPromises();
    this.#open.now -= 1;
    const answer = this.#answers.get(key) ?? (await this.#write(request, id));
    if (answer.ok) this.#answers.set(key, answer.clone());
    const left = this.lost.get(id) ?? 0;
    if (left === 0) return answer;
    this.lost.set(id, left - 1);
    throw new NoAnswer();
  }

  #stateOf(orderId: number): string {
    if (this.failed.has(orderId)) return "failed";
    return this.delivered.has(orderId) ? "delivered" : "assigned";
  }

  #board(companyId: string | undefined): Response {
    expect(companyId).toBe("1");
    if (this.isBoardDown) return Response.json({ message: "Нет прав" }, { status: 403 });
    const stops = (id: number) =>
      [...this.couriers]
        .filter(([, courierId]) => courierId === id)
        .map(([orderId]) => ({
          order: { orderId, internalId: orderId, due: "2026-11-21T13:50:00+03:00", requiredAmount: 0 },
          state: this.#stateOf(orderId),
        }));
    const trips = [courier, other].map(({ id, alias }) => ({
      id,
      number: id,
      courierId: id,
      courierAlias: alias,
      state: "planned",
      startedAt: null,
      stops: stops(id),
    }));
    return Response.json({ couriers: [courier, other], trips, unassigned: [] });
  }

  fetch = async (request: Request): Promise<Response> => {
    const parts = new URL(request.url).pathname.split("/");
    if (parts.at(2) === "Delivery") return this.#board(parts.at(4));
    if (parts.at(-1) === "Payment") {
      this.paymentReads += 1;
      return Response.json(this.paid.has(Number(parts.at(3))) ? [aPayment({ amount: 1000 })] : []);
    }
    const id = Number(parts.at(2) === "DeliveryStop" ? parts.at(3) : parts.at(-1));
    if (request.method !== "GET") return this.#call(request, id);
    return this.unreadable.has(id) ? Response.json({ message: "Нет заказа" }, { status: 404 }) : this.#answerOrder(id);
  };
}

/** Fake journal that survives a reload. If `isFull` is true, the journal cannot store a run. */
class FakeJournal implements BulkJournal {
  stored: BulkRun | undefined;
  savedAt = 0;
  isFull = false;
  find = async () => this.stored && { record: structuredClone(this.stored), savedAt: this.savedAt };
  keep = async (run: BulkRun) => {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.stored = structuredClone(run);
  };
  forget = async () => {
    this.stored = undefined;
  };
}

const NOW = 1_000_000;
let keys = 0;

const start = (server: FakeServer, journal: FakeJournal, now = NOW) => {
  const newKey = () => {
    keys += 1;
    return `key-${keys}`;
  };
  const api = createApi({ baseUrl: "http://server", fetch: server.fetch });
  const actors = bulkChangeActors({ api, newKey, now: () => now, journal });
  const clock = new SimulatedClock();
  const actor = createActor(bulkChangeMachine.provide({ actors }), { input: { companyId: 1 }, clock });
  const emitted: string[] = [];
  actor.on("*", ({ type }) => emitted.push(type));
  return { actor: actor.start(), clock, emitted };
};

type Bulk = ReturnType<typeof start>["actor"];

const reach = (
  actor: Bulk,
  ...states: ("idle" | "choosing" | "confirming" | "reported" | "unloaded" | "unplanned")[]
) => waitFor(actor, (snapshot) => states.some((state) => snapshot.matches(state)));

const open = (actor: Bulk, server: FakeServer, kind: BulkKind = "status", mayCloseUnpaid = true) =>
  actor.send({
    type: "bulk.open",
    selection: {
      kind,
      facts: { statuses, mayCloseUnpaid },
      orders: [...server.orders.values()].map(({ id, internalId }) => ({ orderId: id, internalId })),
    },
  });

const given = async (count: number, facts: Partial<VersionedOrder> = {}) => {
  const server = new FakeServer(count, facts);
  const journal = new FakeJournal();
  journal.savedAt = NOW;
  const running = start(server, journal);
  await reach(running.actor, "idle");
  return { server, journal, ...running };
};

const counts = (actor: Bulk) => {
  const all = Object.entries(countSteps(actor.getSnapshot().context.items));
  return Object.fromEntries(all.filter(([, count]) => count > 0));
};

const stepOf = (actor: Bulk, orderId: number): BulkStep | undefined =>
  actor.getSnapshot().context.items.find((item) => item.orderId === orderId)?.step;

/** Plans to change all orders to the status "Готовится". */
const planCooking = async (actor: Bulk, server: FakeServer) => {
  open(actor, server);
  actor.send({ type: "status.choose", status: cooking });
  await reach(actor, "confirming");
};

/** Confirms the plan and advances the clock until the report is shown. */
const run = async ({ actor, clock }: { actor: Bulk; clock: SimulatedClock }) => {
  actor.send({ type: "plan.confirm" });
  for (let step = 0; step < 200 && !actor.getSnapshot().matches("reported"); step += 1) {
    await flushPromises();
    if (actor.getSnapshot().matches({ running: "waiting" })) clock.increment(4000);
  }
  await reach(actor, "reported");
};

test("bulk change of 40 orders — changes 37 in batches of three, refuses two, and skips one that already has the chosen status", async () => {
  const bulk = await given(40);
  const { actor, server, journal, emitted } = bulk;
  server.change(3, { isClosed: true, statusId: 6 });
  server.change(5, { statusId: 2 });
  server.unreadable.add(7);
  await planCooking(actor, server);
  expect(counts(actor)).toEqual({ planned: 37, refused: 2, unchanged: 1 });
  expect(stepOf(actor, 3)).toEqual({ kind: "refused", reason: { code: "closed" } });
  expect(stepOf(actor, 7)).toMatchObject({ reason: { code: "failed", failure: { kind: "missing" } } });
  await run(bulk);
  expect(counts(actor)).toEqual({ changed: 37, refused: 2, unchanged: 1 });
  expect(server.sent).toHaveLength(37);
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(37);
  expect(server.sent.every(({ version }) => version === '"7"')).toBe(true);
  expect(server.mostAtOnce).toBe(3);
  expect(emitted).toEqual(["orders.changed"]);
  actor.send({ type: "bulk.close" });
  await reach(actor, "idle");
  expect(journal.stored).toBeUndefined();
});

test("bulk change — stores the queued requests before the first request is sent, and stores the outcomes during the run", async () => {
  const { actor, server, journal } = await given(4);
  const stored: (string | undefined)[] = [];
  server.onCall = () => {
    stored.push(journal.stored?.items.map(({ step }) => step.kind).join());
  };
  await planCooking(actor, server);
  expect(journal.stored).toBeUndefined();
  actor.send({ type: "plan.confirm" });
  await reach(actor, "reported");
  expect(stored[0]).toBe("queued,queued,queued,queued");
  expect(stored[3]).toBe("changed,changed,changed,queued");
});

test("bulk change — sends no request if the browser cannot store the run", async () => {
  const { actor, server, journal } = await given(2);
  await planCooking(actor, server);
  journal.isFull = true;
  actor.send({ type: "plan.confirm" });
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({ value: "confirming", context: { failure: { kind: "notStored" } } });
  expect(server.sent).toEqual([]);
});

test("bulk change — refuses an order that another user changed after the run was planned, and changes this order on a retry", async () => {
  const bulk = await given(2);
  const { actor, server } = bulk;
  await planCooking(actor, server);
  server.change(2, { note: "позвонить" });
  await run(bulk);
  expect(stepOf(actor, 2)).toEqual({ kind: "refused", reason: { code: "stale" } });
  expect(server.order(2).statusId).toBe(1);
  actor.send({ type: "failures.retry" });
  await reach(actor, "confirming");
  expect(counts(actor)).toEqual({ changed: 1, planned: 1 });
  actor.send({ type: "bulk.back" });
  expect(actor.getSnapshot().value).toBe("confirming");
  await run(bulk);
  expect(counts(actor)).toEqual({ changed: 2 });
  expect(actor.getSnapshot().can({ type: "failures.retry" })).toBe(false);
});

test("bulk change — reports the server's refusal of an order", async () => {
  const bulk = await given(2);
  bulk.server.refused.add(1);
  await planCooking(bulk.actor, bulk.server);
  await run(bulk);
  expect(stepOf(bulk.actor, 1)).toMatchObject({
    kind: "refused",
    reason: { code: "failed", failure: { message: "Сначала верните оплату." } },
  });
});

test("bulk change — cannot be undone if the server refused all orders", async () => {
  const bulk = await given(1);
  bulk.server.refused.add(1);
  await planCooking(bulk.actor, bulk.server);
  await run(bulk);
  expect(bulk.actor.getSnapshot().can({ type: "undo.start", reason: "" })).toBe(false);
});

test("bulk change — retries unanswered requests after all other requests, under the same idempotency keys, and changes each order once", async () => {
  const bulk = await given(5);
  const { actor, server } = bulk;
  server.lost.set(1, 1).set(2, 2);
  await planCooking(actor, server);
  await run(bulk);
  expect(counts(actor)).toEqual({ changed: 5 });
  expect(server.sent.slice(0, 5).map(({ orderId }) => orderId)).toEqual([1, 2, 3, 4, 5]);
  for (const id of [1, 2])
    expect(new Set(server.sent.filter((one) => one.orderId === id).map(({ key }) => key)).size).toBe(1);
  expect([...server.orders.values()].map(({ version }) => version)).toEqual([8, 8, 8, 8, 8]);
});

test("bulk change — gives up a request after three attempts; the user can retry the request under the same idempotency key", async () => {
  const bulk = await given(1);
  const { actor, server } = bulk;
  server.lost.set(1, 3);
  await planCooking(actor, server);
  await run(bulk);
  expect(counts(actor)).toEqual({ unanswered: 1 });
  expect(server.sent).toHaveLength(3);
  actor.send({ type: "failures.retry" });
  await reach(actor, "confirming");
  await run(bulk);
  expect(counts(actor)).toEqual({ changed: 1 });
  expect(new Set(server.sent.map(({ key }) => key)).size).toBe(1);
  expect(server.order(1).version).toBe(8);
});

test("bulk change — resumes after a reload under the same idempotency keys, and changes each order once", async () => {
  const { actor, server, journal } = await given(7);
  await planCooking(actor, server);
  let left = 4;
  server.onCall = () => {
    left -= 1;
    if (left === 0) actor.stop();
  };
  actor.send({ type: "plan.confirm" });
  for (let turn = 0; turn < 20; turn += 1) await flushPromises();
  server.onCall = () => undefined;
  const reloaded = start(server, journal).actor;
  await reach(reloaded, "reported");
  expect(counts(reloaded)).toEqual({ changed: 7 });
  expect([...server.orders.values()].every(({ version }) => version === 8)).toBe(true);
  const keysOf = (id: number) => new Set(server.sent.filter(({ orderId }) => orderId === id).map(({ key }) => key));
  for (const id of server.orders.keys()) expect(keysOf(id).size).toBe(1);
});

test("bulk change — asks before it resumes a run that was interrupted more than five minutes ago", async () => {
  const { actor, server, journal } = await given(2);
  await planCooking(actor, server);
  server.onCall = () => actor.stop();
  actor.send({ type: "plan.confirm" });
  for (let turn = 0; turn < 20; turn += 1) await flushPromises();
  server.onCall = () => undefined;
  const late = NOW + 5 * 60_000 + 1;
  const declined = start(server, structuredCloneOf(journal), late).actor;
  await waitFor(declined, (state) => state.matches("interrupted"));
  declined.send({ type: "run.stop" });
  await reach(declined, "reported");
  expect(counts(declined)).toEqual({ unsent: 2 });
  const continued = start(server, journal, late).actor;
  await waitFor(continued, (state) => state.matches("interrupted"));
  continued.send({ type: "run.resume" });
  await reach(continued, "reported");
  expect(counts(continued)).toEqual({ changed: 2 });
});

const structuredCloneOf = (journal: FakeJournal): FakeJournal => {
  const copy = new FakeJournal();
  copy.stored = structuredClone(journal.stored);
  copy.savedAt = journal.savedAt;
  return copy;
};

test("bulk change — shows the report again after a reload, and ignores a stored run of an unknown format", async () => {
  const bulk = await given(1);
  await planCooking(bulk.actor, bulk.server);
  await run(bulk);
  const { actor: reloaded, emitted } = start(bulk.server, bulk.journal);
  await reach(reloaded, "reported");
  expect(counts(reloaded)).toEqual({ changed: 1 });
  expect(emitted).toEqual([]);
  Object.assign(bulk.journal, { stored: { items: "?" } });
  const strange = start(bulk.server, bulk.journal).actor;
  await waitFor(strange, (state) => !state.matches("recalling"));
  expect(strange.getSnapshot().value).toBe("idle");
});

test("bulk change — stopping the run waits for the requests in progress and leaves the other orders unchanged", async () => {
  const bulk = await given(6);
  const { actor, server, journal } = bulk;
  await planCooking(actor, server);
  server.onCall = () => actor.send({ type: "run.stop" });
  await run(bulk);
  expect(counts(actor)).toEqual({ changed: 3, unsent: 3 });
  expect(server.sent).toHaveLength(3);
  expect(journal.stored?.items.map(({ step }) => step.kind)).not.toContain("queued");
  server.onCall = () => undefined;
  actor.send({ type: "failures.retry" });
  await reach(actor, "confirming");
  await run(bulk);
  expect(counts(actor)).toEqual({ changed: 6 });
});

test("bulk change — stopping the run during the pause between attempts reports the unanswered requests", async () => {
  const { actor, server } = await given(1);
  server.lost.set(1, 9);
  await planCooking(actor, server);
  actor.send({ type: "plan.confirm" });
  await waitFor(actor, (state) => state.matches({ running: "waiting" }));
  actor.send({ type: "run.stop" });
  await reach(actor, "reported");
  expect(counts(actor)).toEqual({ unanswered: 1 });
});

test("bulk change — the undo restores the previous statuses and refuses orders that another user has changed in the meantime", async () => {
  const bulk = await given(4);
  const { actor, server } = bulk;
  await planCooking(actor, server);
  await run(bulk);
  server.change(2, { statusId: 4 });
  actor.send({ type: "undo.start", reason: "Возврат" });
  expect(actor.getSnapshot().value).toBe("confirming");
  expect(stepOf(actor, 1)).toMatchObject({ kind: "planned", request: { statusId: 1, reason: "" } });
  await run(bulk);
  expect(counts(actor)).toEqual({ changed: 3, refused: 1 });
  expect(stepOf(actor, 2)).toEqual({ kind: "refused", reason: { code: "stale" } });
  expect([...server.orders.values()].map(({ statusId }) => statusId)).toEqual([1, 4, 1, 1]);
  expect(server.sent.slice(4).every(({ version }) => version === '"8"')).toBe(true);
  expect(actor.getSnapshot().can({ type: "undo.start", reason: "Возврат" })).toBe(false);
  expect(actor.getSnapshot().can({ type: "failures.retry" })).toBe(false);
});

test("bulk change — the undo refuses orders that the bulk change has closed", async () => {
  const bulk = await given(1);
  const { actor, server } = bulk;
  open(actor, server);
  actor.send({ type: "status.choose", status: closed });
  await reach(actor, "confirming");
  await run(bulk);
  actor.send({ type: "undo.start", reason: "Возврат" });
  expect(stepOf(actor, 1)).toEqual({ kind: "refused", reason: { code: "closed" } });
  expect(actor.getSnapshot().can({ type: "plan.confirm" })).toBe(false);
});

test("bulk change — the undo refuses an order if its version or its previous status is unknown", async () => {
  const bulk = await given(1);
  const { actor, server } = bulk;
  server.change(1, { statusId: 99 });
  await planCooking(actor, server);
  await run(bulk);
  actor.send({ type: "undo.start", reason: "Возврат" });
  expect(stepOf(actor, 1)).toEqual({ kind: "refused", reason: { code: "notSelectable" } });
  const plain = await given(1);
  plain.server.isVersioned = false;
  await planCooking(plain.actor, plain.server);
  await run(plain);
  expect(plain.server.sent).toMatchObject([{ version: null }]);
  plain.actor.send({ type: "undo.start", reason: "Возврат" });
  expect(stepOf(plain.actor, 1)).toEqual({ kind: "refused", reason: { code: "unversioned" } });
});

test("bulk change — the undo sends a reason for a status that requires a reason", async () => {
  const bulk = await given(1, { statusId: 4 });
  const { actor, server } = bulk;
  await planCooking(actor, server);
  await run(bulk);
  actor.send({ type: "undo.start", reason: "Возврат" });
  expect(stepOf(actor, 1)).toMatchObject({ kind: "planned", request: { statusId: 4, reason: "Возврат" } });
  await run(bulk);
  expect(server.order(1).statusId).toBe(4);
});

test("bulk change — asks once for the required reason of a status, and cuts the reason to 500 characters", async () => {
  const { actor, server } = await given(2);
  open(actor, server);
  actor.send({ type: "status.choose", status: held });
  actor.send({ type: "reason.submit" });
  expect(actor.getSnapshot().value).toBe("explaining");
  actor.send({ type: "bulk.back" });
  expect(actor.getSnapshot().value).toBe("choosing");
  actor.send({ type: "status.choose", status: held });
  actor.send({ type: "reason.type", text: "я".repeat(600) });
  expect(actor.getSnapshot().context.target).toMatchObject({ reason: "я".repeat(500) });
  actor.send({ type: "reason.submit" });
  await reach(actor, "confirming");
  expect(stepOf(actor, 1)).toMatchObject({ request: { reason: "я".repeat(500) } });
  actor.send({ type: "bulk.back" });
  expect(actor.getSnapshot().value).toBe("choosing");
  expect(counts(actor)).toEqual({ unread: 2 });
});

test("bulk change — refuses to close unpaid orders if the user lacks the permission to confirm payments, and otherwise counts the unpaid orders", async () => {
  const { actor, server } = await given(3);
  server.paid.add(2);
  open(actor, server, "status", false);
  actor.send({ type: "status.choose", status: closed });
  await reach(actor, "confirming");
  expect(stepOf(actor, 1)).toEqual({ kind: "refused", reason: { code: "unpaid", unpaid: 1000 } });
  expect(stepOf(actor, 2)).toMatchObject({ kind: "planned", order: { unpaid: 0 } });
  actor.send({ type: "bulk.close" });
  await reach(actor, "idle");
  open(actor, server);
  actor.send({ type: "status.choose", status: closed });
  await reach(actor, "confirming");
  const { items, target } = actor.getSnapshot().context;
  expect(counts(actor)).toEqual({ planned: 3 });
  expect(target && countClosedUnpaid(items, target)).toBe(2);
  expect(countClosedUnpaid(items, { kind: "courier", courier: null })).toBe(0);
});

test("bulk change — an assignment of a courier sends the previous courier that the user saw, and can be undone", async () => {
  const bulk = await given(5);
  const { actor, server } = bulk;
  server.change(1, { deliveryAddress: null });
  server.couriers.set(2, other.id).set(3, courier.id).set(4, other.id);
  server.delivered.add(4);
  open(actor, server, "courier");
  await reach(actor, "choosing");
  expect(actor.getSnapshot().context.couriers).toEqual([courier, other]);
  actor.send({ type: "courier.choose", courier });
  await reach(actor, "confirming");
  expect(counts(actor)).toEqual({ planned: 2, refused: 2, unchanged: 1 });
  expect(stepOf(actor, 1)).toEqual({ kind: "refused", reason: { code: "noAddress" } });
  expect(stepOf(actor, 2)).toMatchObject({ request: { kind: "assign", courierId: 7, seenCourierId: 8 } });
  expect(stepOf(actor, 4)).toEqual({ kind: "refused", reason: { code: "delivered" } });
  await run(bulk);
  expect(server.couriers.get(2)).toBe(7);
  expect(server.couriers.get(5)).toBe(7);
  server.couriers.set(5, other.id);
  actor.send({ type: "undo.start", reason: "" });
  await run(bulk);
  expect(server.couriers.get(2)).toBe(8);
  expect(stepOf(actor, 5)).toMatchObject({
    kind: "refused",
    reason: { code: "failed", failure: { message: "Заказ уже у курьера: Ольга." } },
  });
});

test("bulk change — an order that a courier could not deliver counts as an order without a courier", async () => {
  const { actor, server } = await given(1);
  server.couriers.set(1, other.id);
  server.failed.add(1);
  open(actor, server, "courier");
  await reach(actor, "choosing");
  actor.send({ type: "courier.choose", courier });
  await reach(actor, "confirming");
  expect(stepOf(actor, 1)).toMatchObject({ request: { kind: "assign", seenCourierId: null } });
});

test("bulk change — reads neither the payments nor the delivery board for a new status that does not close orders", async () => {
  const { actor, server } = await given(2);
  server.isBoardDown = true;
  await planCooking(actor, server);
  expect(counts(actor)).toEqual({ planned: 2 });
  expect(server.paymentReads).toBe(0);
});

test("bulk change — removes the couriers, even from closed orders", async () => {
  const bulk = await given(2, { isClosed: true });
  const { actor, server } = bulk;
  server.couriers.set(1, other.id);
  open(actor, server, "courier");
  await reach(actor, "choosing");
  actor.send({ type: "courier.choose", courier: null });
  await reach(actor, "confirming");
  expect(counts(actor)).toEqual({ planned: 1, unchanged: 1 });
  await run(bulk);
  expect(server.couriers.size).toBe(0);
});

test("a courier — cannot be chosen for a cancelled order", () => {
  const facts = { courierId: null, isDelivered: false, isClosed: false, isCanceled: true, hasAddress: true };
  expect(reasonNotToAssign(facts, 7)).toEqual({ code: "closed" });
  expect(reasonNotToAssign({ ...facts, isCanceled: false }, 7)).toBeUndefined();
});

test("bulk change — retries a failed read of the couriers and of the delivery board on request", async () => {
  const { actor, server } = await given(1);
  server.isBoardDown = true;
  open(actor, server, "courier");
  await reach(actor, "unloaded");
  expect(actor.getSnapshot().context.failure).toMatchObject({ message: "Нет прав" });
  server.isBoardDown = false;
  actor.send({ type: "bulk.retry" });
  await reach(actor, "choosing");
  server.isBoardDown = true;
  actor.send({ type: "courier.choose", courier });
  await reach(actor, "unplanned");
  expect(actor.getSnapshot().context.failure).toMatchObject({ message: "Нет прав" });
  server.isBoardDown = false;
  actor.send({ type: "bulk.retry" });
  await reach(actor, "confirming");
  expect(actor.getSnapshot().context.failure).toBeUndefined();
});

const order: BulkOrder = {
  id: 1,
  version: 7,
  statusId: 1,
  isClosed: false,
  isCanceled: false,
  hasAddress: true,
  unpaid: 0,
  courierId: null,
  isDelivered: false,
};
const request = { kind: "status", companyId: 1, orderId: 1, version: 7, statusId: 2, reason: "" } as const;
const queued: BulkItem = {
  orderId: 1,
  internalId: 101,
  step: { kind: "queued", order, request, key: "k", attempts: 0 },
};
const changedItem: BulkItem = { ...queued, step: { kind: "changed", order, before: order } };
const stored: BulkRun = {
  kind: "status",
  target: { kind: "status", status: cooking, reason: "" },
  facts: { statuses, mayCloseUnpaid: true },
  isUndo: false,
  items: [queued],
};
test("countClosedUnpaid — counts only planned orders", () => {
  const unpaid = { ...order, unpaid: 500 };
  const items: BulkItem[] = [
    { ...queued, step: { kind: "planned", order: unpaid, request } },
    { ...queued, step: { kind: "changed", order: unpaid, before: unpaid } },
  ];
  expect(countClosedUnpaid(items, { kind: "status", status: closed, reason: "" })).toBe(1);
});

test("bulk change — starts without a selection, a target and couriers", () => {
  const { actor } = givenMachine(bulkChangeMachine, { companyId: 1 });
  const start = { items: [], target: undefined, couriers: [], isUndo: false, isStopped: false };
  expect(actor.getSnapshot().context).toMatchObject(start);
});

const selection = {
  kind: "status" as const,
  facts: stored.facts,
  orders: [{ orderId: 1, internalId: 101 }],
};

test.each([
  ["kind", { kind: 1 }],
  ["target", { target: "Готовится" }],
  ["facts", { facts: 1 }],
  ["isUndo", { isUndo: "no" }],
  ["items", { items: {} }],
  ["orderId of an order", { items: [{ ...queued, orderId: "1" }] }],
  ["internalId of an order", { items: [{ ...queued, internalId: "101" }] }],
  ["step of an order", { items: [{ ...queued, step: "queued" }] }],
])("bulk change — ignores a stored run with an invalid value in the field '%s'", async (_, facts) => {
  const journal = { ...new FakeJournal(), find: async () => ({ record: { ...stored, ...facts }, savedAt: NOW }) };
  const { recall } = bulkChangeActors({
    api: createApi({ baseUrl: "http://server", fetch: new FakeServer(1).fetch }),
    newKey: () => "key",
    now: () => NOW,
    journal,
  });
  expect(await toPromise(createActor(recall).start())).toBeUndefined();
});

test("bulk change — the actor that reads the stored run returns the run and its age", async () => {
  const journal = { ...new FakeJournal(), find: async () => ({ record: stored, savedAt: NOW - 5000 }) };
  const { recall } = bulkChangeActors({
    api: createApi({ baseUrl: "http://server", fetch: new FakeServer(1).fetch }),
    newKey: () => "key",
    now: () => NOW,
    journal,
  });
  expect(await toPromise(createActor(recall).start())).toEqual({ run: stored, ageMs: 5000 });
});

test.each([
  [5 * 60_000, { running: "sending" }],
  [5 * 60_000 + 1, "interrupted"],
])("bulk change — a stored run of the age %i ms leads to the state %j", async (ageMs, state) => {
  const { actor, call } = givenMachine(bulkChangeMachine, { companyId: 1 });
  call("recall").answer({ run: stored, ageMs });
  await flushPromises();
  expect(actor.getSnapshot().value).toEqual(state);
});

test("bulk change — sends an unanswered request again after 1 s, and then after 2 s", async () => {
  const { actor, call, clock } = givenMachine(bulkChangeMachine, { companyId: 1 });
  call("recall").answer({ run: stored, ageMs: 0 });
  await flushPromises();
  for (const pause of [1000, 2000]) {
    call("send").answer([{ orderId: 1, kind: "unanswered" }]);
    await flushPromises();
    call("keep").answer();
    await flushPromises();
    clock.increment(pause - 1);
    expect(actor.getSnapshot().value).toEqual({ running: "waiting" });
    clock.increment(1);
    expect(actor.getSnapshot().value).toEqual({ running: "sending" });
  }
});

test("bulk change — when the user chooses another status, keeps the typed reason only if that status requires a reason", async () => {
  const { actor, call } = givenMachine(bulkChangeMachine, { companyId: 1 });
  call("recall").answer(undefined);
  await flushPromises();
  actor.send({ type: "bulk.open", selection });
  actor.send({ type: "status.choose", status: held });
  expect(actor.getSnapshot().context.target).toEqual({ kind: "status", status: held, reason: "" });
  actor.send({ type: "reason.type", text: "передумал" });
  actor.send({ type: "bulk.back" });
  const lost = { ...held, id: 5 };
  actor.send({ type: "status.choose", status: lost });
  expect(actor.getSnapshot().context.target).toEqual({ kind: "status", status: lost, reason: "передумал" });
  actor.send({ type: "bulk.back" });
  actor.send({ type: "status.choose", status: cooking });
  expect(actor.getSnapshot().context.target).toEqual({ kind: "status", status: cooking, reason: "" });
});

test("bulk change — the user can go back to the choice of the status from a plan with planned, unchanged and refused orders", async () => {
  const { actor, server } = await given(3);
  server.change(1, { statusId: 2 });
  server.change(2, { isClosed: true, statusId: 6 });
  await planCooking(actor, server);
  expect(counts(actor)).toEqual({ planned: 1, unchanged: 1, refused: 1 });
  actor.send({ type: "bulk.back" });
  expect(actor.getSnapshot().value).toBe("choosing");
  expect(counts(actor)).toEqual({ unread: 3 });
});

test("bulk change — a reason of spaces is not accepted", async () => {
  const { actor, call } = givenMachine(bulkChangeMachine, { companyId: 1 });
  call("recall").answer(undefined);
  await flushPromises();
  actor.send({ type: "bulk.open", selection });
  actor.send({ type: "status.choose", status: held });
  actor.send({ type: "reason.type", text: "  " });
  actor.send({ type: "reason.submit" });
  expect(actor.getSnapshot().value).toBe("explaining");
});

test("bulk change — a new selection clears the target, the undo flag, the stop flag and the failure of the earlier run", async () => {
  const bulk = await given(1);
  const { actor, server, journal } = bulk;
  await planCooking(actor, server);
  await run(bulk);
  actor.send({ type: "undo.start", reason: "" });
  journal.isFull = true;
  actor.send({ type: "plan.confirm" });
  await flushPromises();
  expect(actor.getSnapshot().context).toMatchObject({ isUndo: true, failure: { kind: "notStored" } });
  actor.send({ type: "bulk.close" });
  await reach(actor, "idle");
  open(actor, server);
  expect(actor.getSnapshot().context).toMatchObject({
    target: undefined,
    isUndo: false,
    isStopped: false,
    failure: undefined,
    items: [{ orderId: 1, internalId: 101, step: { kind: "unread" } }],
  });
});

test("bulk change — storing the run at the second attempt clears the failure of the first attempt", async () => {
  const bulk = await given(1);
  const { actor, server, journal } = bulk;
  await planCooking(actor, server);
  journal.isFull = true;
  actor.send({ type: "plan.confirm" });
  await flushPromises();
  journal.isFull = false;
  await run(bulk);
  expect([counts(actor), actor.getSnapshot().context.failure]).toEqual([{ changed: 1 }, undefined]);
});

test.each([
  ["choosing", []],
  ["explaining", [{ type: "status.choose", status: held }]],
  ["planning", [{ type: "status.choose", status: cooking }]],
] as const)("bulk change — can be closed in the state '%s', even if the journal fails", async (state, events) => {
  const { actor, call } = givenMachine(bulkChangeMachine, { companyId: 1 });
  call("recall").fail(new Error("no store"));
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("idle");
  actor.send({ type: "bulk.open", selection });
  for (const event of events) actor.send(event);
  expect(actor.getSnapshot().value).toBe(state);
  actor.send({ type: "bulk.close" });
  expect(actor.getSnapshot().value).toBe("closing");
  call("forget").fail(new Error("no store"));
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("idle");
});

test("bulk change — can be closed while the couriers are read, and after a failed read of couriers or orders", async () => {
  const { actor, call } = givenMachine(bulkChangeMachine, { companyId: 1 });
  call("recall").answer(undefined);
  await flushPromises();
  const close = async () => {
    actor.send({ type: "bulk.close" });
    expect(actor.getSnapshot().value).toBe("closing");
    call("forget").answer();
    await flushPromises();
  };
  const openCourier = () => actor.send({ type: "bulk.open", selection: { ...selection, kind: "courier" } });
  openCourier();
  await close();
  openCourier();
  call("loadCouriers").fail(new NoAnswer());
  await flushPromises();
  await close();
  openCourier();
  call("loadCouriers").answer([courier]);
  await flushPromises();
  actor.send({ type: "courier.choose", courier });
  call("read").fail(new NoAnswer());
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("unplanned");
  await close();
  expect(actor.getSnapshot().value).toBe("idle");
});

test("bulk change — an error while sending counts as a missing response, and a stopped run ends even if the journal fails", async () => {
  const { actor, call } = givenMachine(bulkChangeMachine, { companyId: 1 });
  call("recall").answer({ run: stored, ageMs: 0 });
  await flushPromises();
  call("send").fail(new Error("fault"));
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({
    value: { running: "storing" },
    context: { items: [{ step: { kind: "queued", attempts: 1 } }] },
  });
  actor.send({ type: "run.stop" });
  call("keep").fail(new Error("full"));
  await flushPromises();
  expect(actor.getSnapshot()).toMatchObject({
    value: "settling",
    context: { items: [{ step: { kind: "unanswered" } }] },
  });
  call("keep").fail(new Error("full"));
  await flushPromises();
  expect(actor.getSnapshot().value).toBe("reported");
});

test("countRetriable — counts the orders that a retry would send; the retry of an undo omits refused orders", () => {
  const items = (["refused", "unsent", "unanswered", "changed"] as const).map((kind) => ({
    ...queued,
    step: { kind, order, request, key: "k", before: order, reason: { code: "closed" } } as BulkStep,
  }));
  expect(countRetriable(items, false)).toBe(3);
  expect(countRetriable(items, true)).toBe(2);
});

test("bulk change — a walk through the state machine reaches every state and takes every transition", () => {
  const { walk, done, failed, after } = givenWalk(bulkChangeMachine);
  const reading: BulkReading = { orderId: 1, order };
  walk({
    input: { companyId: 1 },
    events: [
      done("recall", undefined),
      done("recall", { run: stored, ageMs: 0 }),
      done("recall", { run: stored, ageMs: 3_600_000 }),
      done("recall", { run: { ...stored, items: [changedItem] }, ageMs: 0 }),
      failed("recall"),
      { type: "bulk.open", selection },
      { type: "bulk.open", selection: { ...selection, kind: "courier" } },
      { type: "bulk.close" },
      { type: "bulk.back" },
      { type: "bulk.retry" },
      { type: "status.choose", status: cooking },
      { type: "status.choose", status: held },
      { type: "courier.choose", courier },
      { type: "reason.type", text: "передумал" },
      { type: "reason.submit" },
      { type: "plan.confirm" },
      { type: "run.stop" },
      { type: "run.resume" },
      { type: "failures.retry" },
      { type: "undo.start", reason: "Возврат" },
      done("loadCouriers", [courier]),
      failed("loadCouriers"),
      done("read", [reading]),
      failed("read"),
      done("journal", [queued]),
      failed("journal"),
      done("send", [{ orderId: 1, kind: "changed", order: { version: 8, statusId: 2 } }]),
      done("send", [{ orderId: 1, kind: "unanswered" }]),
      failed("send"),
      done("keep"),
      failed("keep"),
      done("forget"),
      failed("forget"),
      after("pause"),
    ],
    project: ({ context: { kind, items, isUndo, isStopped, target } }) => [
      kind,
      items.map(({ step }) => step.kind),
      isUndo,
      isStopped,
      target?.kind === "status" && target.reason,
    ],
  });
});
