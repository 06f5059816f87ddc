import { describe, expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { createApi } from "#api/client.ts";
import { stageBoardActors } from "#machines/boards/stageBoard.actors.ts";
import { stageBoardMachine } from "#machines/boards/stageBoard.machine.ts";
import {
  columnDigit,
  reasonNotToMove,
  reasonNotToTake,
  type StageQuery,
  type StageRules,
  stageColumns,
  unpaidOf,
} from "#machines/boards/stageBoard.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import type { OutboxEntry, OutboxOutcome } from "#machines/core/outbox.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryRequest } from "#machines/core/query.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import type { StatusRequest } from "#machines/orders/status/statusChange.ts";
import type { Order } from "#machines/queries/order.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";
import { aFailure } from "../support/machines/orderEditorSamples.ts";
import { anOrder, aStatus } from "../support/machines/orderSamples.ts";
import { recordedApi } from "../support/machines/recordedApi.ts";

type Orders = readonly OrderRow[];
type Entry = OutboxEntry<StatusRequest>;

const fresh = aStatus({ id: 1, name: "Новый", order: 1 });
const cooking = aStatus({ id: 2, name: "Готовится", order: 2 });
const postponed = aStatus({ id: 4, name: "Отложен", order: 4, isRequireReason: true });
const delivered = aStatus({ id: 6, name: "Доставлен", order: 6, isClosed: true });
const cancelled = aStatus({ id: 7, name: "Отменён", order: 7, isCancel: true });
const returned = aStatus({ id: 8, name: "Возврат", order: 3, isRemoved: true });
const settled = aStatus({ id: 9, name: "Списан", order: 8, isClosed: true, isTechnical: true });

const row = (id: number, facts: Partial<OrderRow> = {}): OrderRow => ({
  id,
  internalId: id + 100,
  amount: 1000,
  requiredAmount: 1000,
  paidAmount: 0,
  statusId: fresh.id,
  version: 7,
  date: "2026-11-25T18:30:00.000Z",
  creationDate: "2026-11-25T17:30:00.000Z",
  phone: "+79161234567",
  deliveryAddress: null,
  externalOrder: null,
  note: null,
  tags: [],
  isClosed: false,
  isCanceled: false,
  ...facts,
});

const all: StageRules = { mayMove: true, mayCloseUnpaid: true };
const held = (order: OrderRow, rules: Partial<StageRules> = {}) =>
  ({ type: "card.take", order, by: "drag", rules: { ...all, ...rules } }) as const;
const entryOf = (orderId: number, statusId = cooking.id, reason = ""): Entry => ({
  key: "key",
  request: { companyId: 1, orderId, version: 7, statusId, reason },
});
const query: StageQuery = { companyId: 1 };

/** Starts a stage board. `given.orders` sets its orders, and `given.outcome` sets the outcome of later moves. */
const givenBoard = async (orders: Orders = [row(1), row(2)], stored: readonly Entry[] = []) => {
  const clock = new SimulatedClock();
  const given = {
    orders,
    reads: 0,
    outcome: async (): Promise<OutboxOutcome<Order>> => ({ kind: "sent" }),
  };
  const sent: Entry[] = [];
  const data = queryMachineOf<StageQuery, Orders>().provide({
    actors: {
      environment: steadyEnvironment,
      load: fromPromise<Loaded<StageQuery, Orders>, QueryRequest<StageQuery>>(async ({ input }) => {
        given.reads += 1;
        return { query: input.query, data: given.orders, at: given.reads };
      }),
    },
  });
  const outbox = outboxMachineOf<StatusRequest, Order>().provide({
    actors: {
      environment: steadyEnvironment,
      keep: fromPromise<void, readonly Entry[]>(async () => undefined),
      send: fromPromise<OutboxOutcome<Order>, Entry>(({ input }) => {
        sent.push(input);
        return given.outcome();
      }),
    },
  });
  const actor = createActor(stageBoardMachine.provide({ actors: { data, outbox } }), {
    clock,
    input: { ...query, stored },
  }).start();
  await flushPromises();
  const context = () => actor.getSnapshot().context;
  const move = async (order: OrderRow, status = cooking) => {
    actor.send(held(order));
    actor.send({ type: "column.choose", status, key: "key" });
    await flushPromises();
  };
  const poll = async () => {
    clock.increment(10_000);
    await flushPromises();
  };
  return { actor, given, sent, context, move, poll };
};

const undoable = anOrder({ id: 1, version: 8, undoUntil: "2026-11-20T10:00:08Z" });

describe("stage board", () => {
  test("a sent move can be undone while the server offers the undo", async () => {
    const { actor, given, context, move } = await givenBoard();
    given.outcome = async () => ({ kind: "sent", result: undoable });
    await move(row(1));
    expect(context().undo).toEqual({ companyId: 1, orderId: 1, version: 8, statusId: row(1).statusId, reason: "" });
    actor.send({ type: "undo.end" });
    expect(context().undo).toBeUndefined();
    given.outcome = async () => ({ kind: "sent", result: { ...undoable, undoUntil: null } });
    await move(row(2));
    expect(context().undo).toBeUndefined();
  });

  test("a move is sent once, and the order stays in the new column until a read returns the new status", async () => {
    const { actor, given, sent, context, move } = await givenBoard();
    const answers: ((outcome: OutboxOutcome<Order>) => void)[] = [];
    given.outcome = () => new Promise((resolve) => answers.push(resolve));
    await move(row(1));
    expect([sent, context().moves]).toEqual([[entryOf(1)], [{ entry: entryOf(1), isDone: false }]]);
    expect(actor.getSnapshot().matches("resting")).toBe(true);
    given.orders = [row(1, { statusId: cooking.id, version: 8 }), row(2)];
    answers[0]?.({ kind: "sent" });
    await flushPromises();
    expect(context()).toMatchObject({ moves: [], orders: [{ statusId: cooking.id, version: 8 }, {}], at: 2 });
  });

  test("newly read orders are not shown until the user drops the held card", async () => {
    const { actor, given, context, poll } = await givenBoard();
    actor.send(held(row(1)));
    given.orders = [row(2), row(3)];
    await poll();
    expect(context().orders?.map(({ id }) => id)).toEqual([1, 2]);
    actor.send({ type: "move.cancel" });
    expect(context()).toMatchObject({ orders: [{ id: 2 }, { id: 3 }], arrived: undefined, held: undefined });
  });

  test("the answer to an earlier move makes the board read its orders again, even while a card is held", async () => {
    const { actor, given, context, move, poll } = await givenBoard();
    const answers: ((outcome: OutboxOutcome<Order>) => void)[] = [];
    given.outcome = () => new Promise((resolve) => answers.push(resolve));
    await move(row(1));
    actor.send(held(row(2)));
    await poll();
    expect(context().arrived).toBeDefined();
    given.orders = [row(1, { statusId: cooking.id }), row(2)];
    answers[0]?.({ kind: "sent" });
    expect(context().arrived).toMatchObject({ data: [{ statusId: fresh.id }, {}] });
    await flushPromises();
    expect(context()).toMatchObject({
      moves: [{ isDone: true }],
      arrived: { data: [{ statusId: cooking.id }, {}] },
      orders: [{ statusId: fresh.id }, {}],
    });
    actor.send({ type: "move.cancel" });
    expect(context()).toMatchObject({ moves: [], orders: [{ statusId: cooking.id }, {}] });
  });

  test("a refused move returns the order to its column with a reason that the user can dismiss", async () => {
    const { actor, given, context, move } = await givenBoard();
    given.outcome = async () => ({ kind: "refused", failure: aFailure("doubtful") });
    await move(row(1));
    expect(context()).toMatchObject({ moves: [], refusals: [{ orderId: 1, failure: { kind: "doubtful" } }] });
    const { reads } = given;
    actor.send({ type: "refusal.dismiss", orderId: 1 });
    await flushPromises();
    expect([context().refusals, given.reads]).toEqual([[], reads + 1]);
  });

  test("a new move of an order removes the reason of its refused move", async () => {
    const { given, context, move } = await givenBoard();
    given.outcome = async () => ({ kind: "refused", failure: aFailure("refused") });
    await move(row(1));
    given.outcome = async () => ({ kind: "sent" });
    await move(row(1));
    expect(context().refusals).toEqual([]);
  });

  test("the card of a refused move returns to its column only when no other card is held", async () => {
    const { actor, given, context, move } = await givenBoard();
    const answers: ((outcome: OutboxOutcome<Order>) => void)[] = [];
    given.outcome = () => new Promise((resolve) => answers.push(resolve));
    await move(row(1));
    actor.send(held(row(2)));
    answers[0]?.({ kind: "refused", failure: aFailure("refused") });
    await flushPromises();
    expect(context()).toMatchObject({ moves: [{ isDone: true }], refusals: [{ orderId: 1 }] });
    actor.send({ type: "move.cancel" });
    expect(context()).toMatchObject({ moves: [], refusals: [{ orderId: 1 }] });
  });

  test("the reason of a refused move is removed when the order is no longer on the board", async () => {
    const { given, context, move, poll } = await givenBoard();
    given.outcome = async () => ({ kind: "refused", failure: aFailure("refused") });
    await move(row(1));
    given.orders = [row(2)];
    await poll();
    expect(context().refusals).toEqual([]);
  });

  test("a status that requires a reason is sent only with a reason", async () => {
    const { actor, sent, context } = await givenBoard();
    actor.send(held(row(1)));
    actor.send({ type: "column.choose", status: postponed, key: "early" });
    expect(actor.getSnapshot().matches({ holding: "explaining" })).toBe(true);
    actor.send({ type: "move.submit", key: "none" });
    expect(context().held).toBeDefined();
    actor.send({ type: "reason.type", text: ` ${"щ".repeat(600)}` });
    expect(context().reason).toHaveLength(500);
    actor.send({ type: "reason.type", text: " Нет теста " });
    actor.send({ type: "move.submit", key: "key" });
    await flushPromises();
    expect(sent).toEqual([entryOf(1, postponed.id, "Нет теста")]);
    expect(context()).toMatchObject({ held: undefined, status: undefined, reason: "" });
  });

  test("a status that closes an unpaid order requires a confirmation", async () => {
    const { actor, sent } = await givenBoard();
    actor.send(held(row(1)));
    actor.send({ type: "column.choose", status: delivered, key: "early" });
    await flushPromises();
    expect([sent, actor.getSnapshot().matches({ holding: "explaining" })]).toEqual([[], true]);
    actor.send({ type: "move.submit", key: "key" });
    await flushPromises();
    expect(sent).toEqual([entryOf(1, delivered.id)]);
  });

  test("a column cannot be chosen if the order may not be moved to that column", async () => {
    const { actor, sent, context } = await givenBoard();
    actor.send(held(row(1), { mayCloseUnpaid: false }));
    actor.send({ type: "column.choose", status: delivered, key: "key" });
    actor.send({ type: "column.choose", status: fresh, key: "key" });
    await flushPromises();
    expect([sent, context().held?.order.id]).toEqual([[], 1]);
  });

  test("moves stored before a page reload are sent again under their original idempotency keys", async () => {
    const { sent, context } = await givenBoard([row(1)], [entryOf(1)]);
    expect(sent).toEqual([entryOf(1)]);
    expect(context().moves).toEqual([]);
  });

  test("an order cannot be picked up while its move is being sent, or without the permission to move", async () => {
    const { actor, given, context, move } = await givenBoard();
    given.outcome = () => new Promise(() => {});
    await move(row(1));
    actor.send(held(row(1)));
    expect(context().held).toBeUndefined();
    actor.send(held(row(2), { mayMove: false }));
    expect(context().held).toBeUndefined();
  });

  test("a failed read of the board's orders shows a message until the next read", async () => {
    const { actor, context } = await givenBoard();
    actor.send({ type: "query.failed", from: "data", failure: aFailure("unanswered") });
    expect(context().failure).toMatchObject({ kind: "unanswered" });
    actor.send({ type: "board.refresh" });
    await flushPromises();
    expect(context().failure).toBeUndefined();
  });

  for (const child of ["data", "outbox"] as const)
    test(`an error of the board's actor "${child}" shows a message`, async () => {
      const { actor, call } = givenMachine(stageBoardMachine, { ...query, stored: [] });
      call(child).fail(new Error("fault"));
      await flushPromises();
      expect(actor.getSnapshot()).toMatchObject({ status: "active", context: { failure: { kind: "fault" } } });
    });

  test("stage board — a walk reaches every state and takes every transition, and new data wait only while a card is held", () => {
    const { walk, failed } = givenWalk(stageBoardMachine);
    const { snapshots } = walk({
      input: { ...query, stored: [] },
      events: [
        held(row(1)),
        { type: "column.choose", status: cooking, key: "key" },
        { type: "column.choose", status: postponed, key: "key" },
        { type: "reason.type", text: "Нет теста" },
        { type: "move.submit", key: "key" },
        { type: "move.cancel" },
        { type: "refusal.dismiss", orderId: 1 },
        { type: "board.refresh" },
        { type: "query.loaded", from: "data", loaded: { query, data: [row(1)], at: 1 }, cause: "first" },
        { type: "query.failed", from: "data", failure: aFailure("unanswered") },
        { type: "outbox.sent", entry: entryOf(1) },
        { type: "outbox.sent", entry: entryOf(1), result: undoable },
        { type: "undo.end" },
        { type: "outbox.refused", entry: entryOf(1), failure: aFailure("refused") },
        failed("data"),
        failed("outbox"),
      ],
      project: ({ context }) => [
        context.moves.map(({ isDone }) => isDone),
        context.arrived !== undefined,
        context.refusals.length > 0,
        context.reason !== "",
      ],
      invariant: (snapshot) => {
        const { context } = snapshot;
        const isResting = snapshot.matches("resting");
        expect(context.held === undefined).toBe(isResting);
        if (isResting) expect([context.arrived, context.status, context.reason]).toEqual([undefined, undefined, ""]);
        expect(context.moves.length).toBeLessThan(2);
      },
    });
    expect(snapshots.length).toBeGreaterThan(5);
  });
});

describe("columns of the stage board", () => {
  const columnsOf = (orders: Orders) =>
    stageColumns([returned, settled, delivered, cooking, cancelled, fresh], orders).map(
      ({ status, isFinal, orders: own }) => [status.name, isFinal, own.map(({ id }) => id)],
    );

  test("columns of the stage board — are the selectable statuses in their sequence, with the final statuses last", () => {
    expect(columnsOf([row(1), row(2, { statusId: cooking.id }), row(3)])).toEqual([
      ["Новый", false, [1, 3]],
      ["Готовится", false, [2]],
      ["Доставлен", true, []],
      ["Отменён", true, []],
    ]);
  });

  test("columns of the stage board — include a removed status as long as orders have this status", () => {
    expect(columnsOf([row(1, { statusId: returned.id })])[2]).toEqual(["Возврат", false, [1]]);
  });

  test("columns of the stage board — the first ten columns have the shortcut keys 1 to 9 and 0", () => {
    expect([0, 8, 9, 10].map(columnDigit)).toEqual(["1", "9", "0", undefined]);
  });

  test("reasonNotToMove — returns the reason why an order may not be moved to a column", () => {
    const reasonOf = (order: OrderRow, status: typeof fresh, rules: Partial<StageRules> = {}) =>
      reasonNotToMove({ order, rules: { ...all, ...rules } }, status);
    expect(reasonOf(row(1), cooking)).toBeUndefined();
    expect(reasonOf(row(1), fresh)).toEqual({ code: "current" });
    expect(reasonOf(row(1), returned)).toEqual({ code: "notSelectable" });
    expect(reasonOf(row(1), delivered, { mayCloseUnpaid: false })).toEqual({ code: "unpaid", unpaid: 1000 });
    expect(reasonOf(row(1, { paidAmount: 400 }), cancelled)).toEqual({ code: "paid", paid: 400 });
    expect(reasonOf(row(1), cancelled)).toBeUndefined();
  });

  test("reasonNotToTake — returns the reason why a card cannot be picked up", () => {
    const moves = [{ entry: entryOf(1), isDone: true }];
    expect(reasonNotToTake(row(2), all, moves)).toBeUndefined();
    expect(reasonNotToTake(row(1), all, moves)).toEqual({ code: "moving" });
    expect(reasonNotToTake(row(2), { mayMove: false }, [])).toEqual({
      code: "permission",
      permission: "order.changeStatus",
    });
  });

  test("unpaidOf — returns the price minus `paidAmount`, but at least 0; without `paidAmount`, returns `requiredAmount`", () => {
    expect(unpaidOf(row(1, { paidAmount: 300.1, requiredAmount: 0 }))).toBe(699.9);
    expect(unpaidOf(row(1, { paidAmount: 1200 }))).toBe(0);
    const { paidAmount: _, ...documented } = row(1, { requiredAmount: 250 });
    expect(unpaidOf(documented)).toBe(250);
  });
});

describe("actors of the stage board", () => {
  const store = { recall: () => [], keep: () => undefined };

  test("a move on the board is sent as a PATCH with its idempotency key and the version of the order", async () => {
    const { api, calls } = recordedApi(anOrder({ statusId: cooking.id }));
    const { outbox } = stageBoardActors({ api, environment: steadyEnvironment, now: () => 0, store });
    createActor(outbox, { input: { entries: [entryOf(17)] } }).start();
    await expect.poll(() => calls.length).toBe(1);
    expect(calls[0]?.call).toBe("PATCH /api/Order/Company/1/17");
    expect([calls[0]?.headers.get("Idempotency-Key"), calls[0]?.headers.get("If-Match")]).toEqual(["key", '"7"']);
    expect(calls[0]?.json).toMatchObject({ orderStatusId: cooking.id, orderStatusReason: null });
  });

  for (const [what, answer, isRead] of [
    ["orders with details", [row(1, { dishes: [{ name: "Плов", count: 2 }] })], true],
    ["orders with only the documented fields", [row(1)], true],
    ["malformed dishes", [{ ...row(1), dishes: [{ name: "Плов" }] }], false],
    ["an answer that is not a list", {}, false],
  ] as const)
    test(`actors of the stage board — ${isRead ? "accept" : "reject"} ${what}`, async () => {
      const api = createApi({ baseUrl: "http://server", fetch: async () => Response.json(answer) });
      const actors = stageBoardActors({ api, environment: steadyEnvironment, now: () => 0, store });
      const actor = createActor(stageBoardMachine.provide({ actors }), { input: { ...query, stored: [] } }).start();
      await expect.poll(() => actor.getSnapshot().context[isRead ? "orders" : "failure"]).toBeDefined();
      actor.stop();
    });
});
