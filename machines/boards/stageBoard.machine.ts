import { assign, enqueueActions, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outboxMachineOf } from "#machines/core/outbox.machine.ts";
import type { OutboxEntry, OutboxReport } from "#machines/core/outbox.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { Loaded, QueryReport } from "#machines/core/query.ts";
import type { OrderRow } from "#machines/orders/list/orderList.ts";
import { REASON_LENGTH, reasonNotToSubmit, type StatusRequest } from "#machines/orders/status/statusChange.ts";
import type { Order } from "#machines/queries/order.ts";
import {
  type HeldOrder,
  needsExplanation,
  type RefusedMove,
  reasonNotToMove,
  reasonNotToTake,
  type StageMove,
  type StageQuery,
} from "./stageBoard.ts";

type Status = Schemas["OrderStatus"];
type Orders = readonly OrderRow[];
type Entry = OutboxEntry<StatusRequest>;

const POLLING = { visible: 10_000 };

interface SentMove {
  readonly entry: Entry;
  readonly result?: Order | undefined;
}

const isOf = (orderId: number) => (move: StageMove) => move.entry.request.orderId === orderId;

/**
 * Returns the context values after the orders were read again. Drops the answered moves, because the orders already
 * contain them, and the refusals for orders that are no longer open.
 */
const withOrders = (
  { moves, refusals }: { readonly moves: readonly StageMove[]; readonly refusals: readonly RefusedMove[] },
  { data: orders, at }: Loaded<StageQuery, Orders>,
) => ({
  orders,
  at,
  moves: moves.filter(({ isDone }) => !isDone),
  refusals: refusals.filter(({ orderId }) => orders.some(({ id }) => id === orderId)),
  failure: undefined,
});

/**
 * Stage board on which the user moves open orders between columns, one for each status (areas, section 13). Unlike
 * `boardMachine`, it does not show new data while the user holds an order, and it shows a refused move on the card of
 * the order.
 */
export const stageBoardMachine = setup({
  types: {
    context: {} as {
      readonly companyId: number;
      /** Orders that the board shows. Undefined before the first answer. */
      readonly orders: Orders | undefined;
      /** Server time at which the orders were read, ms since 1970. */
      readonly at: number | undefined;
      /** Orders that were read while the user held an order. They are shown when the user puts the held order down. */
      readonly arrived: Loaded<StageQuery, Orders> | undefined;
      readonly moves: readonly StageMove[];
      readonly refusals: readonly RefusedMove[];
      readonly held: HeldOrder | undefined;
      /**
       * Status of the chosen column, while the user types the required reason for the move or confirms that the move
       * closes an unpaid order.
       */
      readonly status: Status | undefined;
      readonly reason: string;
      /** Request that undoes the last move. Undefined if no undo is offered. */
      readonly undo: StatusRequest | undefined;
      readonly failure: Failure | undefined;
    },
    input: {} as StageQuery & {
      /** Unconfirmed moves that this browser has stored, for example before a reload. */
      readonly stored: readonly Entry[];
    },
    events: {} as
      | ({ type: "card.take" } & HeldOrder)
      | { type: "column.choose"; status: Status; key: string }
      | { type: "reason.type"; text: string }
      | { type: "move.submit"; key: string }
      | { type: "move.cancel" }
      | { type: "refusal.dismiss"; orderId: number }
      | { type: "board.refresh" }
      | QueryReport<StageQuery, Orders, "data">
      | { type: "undo.end" }
      | OutboxReport<StatusRequest, Order>,
    children: {} as { data: "data"; outbox: "outbox" },
  },
  actors: {
    data: queryMachineOf<StageQuery, Orders>(),
    outbox: outboxMachineOf<StatusRequest, Order>(),
  },
  guards: {
    mayTake: ({ context: { moves } }, { order, rules }: HeldOrder) =>
      reasonNotToTake(order, rules, moves) === undefined,
    mayMove: ({ context: { held } }, status: Status) => held !== undefined && !reasonNotToMove(held, status),
    requiresReason: ({ context: { held } }, status: Status) =>
      held !== undefined && !reasonNotToMove(held, status) && needsExplanation(held.order, status),
    maySubmit: ({ context: { held, status, reason } }) =>
      held !== undefined && !reasonNotToSubmit({ order: held.order, status, reason }),
  },
  actions: {
    keepOrders: assign(({ context }, loaded: Loaded<StageQuery, Orders>) => withOrders(context, loaded)),
    keepArrived: assign((_, arrived: Loaded<StageQuery, Orders>) => ({ arrived })),
    putDown: assign(({ context }) => ({
      ...(context.arrived && withOrders(context, context.arrived)),
      arrived: undefined,
      held: undefined,
      status: undefined,
      reason: "",
    })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    keepHeld: assign((_, { order, rules, by }: HeldOrder) => ({ held: { order, rules, by } })),
    keepStatus: assign((_, status: Status) => ({ status })),
    setReason: assign((_, text: string) => ({ reason: text.slice(0, REASON_LENGTH) })),
    addMove: enqueueActions(({ context, enqueue }, { status, key }: { status: Status | undefined; key: string }) => {
      const { companyId, held, reason, moves, refusals } = context;
      if (!held || !status) return;
      const { id: orderId, version } = held.order;
      const entry = { key, request: { companyId, orderId, version, statusId: status.id, reason: reason.trim() } };
      enqueue.sendTo("outbox", { type: "outbox.add", entry });
      enqueue.assign({
        moves: [...moves, { entry, isDone: false }],
        refusals: refusals.filter((refusal) => refusal.orderId !== orderId),
      });
    }),
    /** Marks a move as answered. Discards the orders in `arrived`, because they were read before the answer. */
    endMove: assign(({ context: { moves } }, { request: { orderId } }: Entry) => ({
      moves: moves.map((move) => (isOf(orderId)(move) ? { ...move, isDone: true } : move)),
      arrived: undefined,
    })),
    /**
     * Stores the request that undoes an answered move, if the server offers an undo. The request restores the previous
     * status, which `orders` contains until the next read.
     */
    keepUndo: assign(({ context: { orders = [] } }, { entry, result }: SentMove) => {
      const former = orders.find(({ id }) => id === entry.request.orderId);
      return {
        undo:
          former && result?.undoUntil
            ? { ...entry.request, version: result.version, statusId: former.statusId, reason: "" }
            : undefined,
      };
    }),
    forgetUndo: assign({ undo: undefined }),
    dropMove: assign(({ context: { moves } }, { request: { orderId } }: Entry) => ({
      moves: moves.filter((move) => !isOf(orderId)(move)),
    })),
    keepRefusal: assign(({ context }, refusal: RefusedMove) => ({ refusals: [...context.refusals, refusal] })),
    dropRefusal: assign(({ context }, orderId: number) => ({
      refusals: context.refusals.filter((refusal) => refusal.orderId !== orderId),
    })),
    refresh: sendTo("data", { type: "query.refresh" }),
  },
}).createMachine({
  id: "stageBoard",
  context: ({ input: { companyId, stored } }) => ({
    companyId,
    orders: undefined,
    at: undefined,
    arrived: undefined,
    moves: stored.map((entry) => ({ entry, isDone: false })),
    refusals: [],
    held: undefined,
    status: undefined,
    reason: "",
    undo: undefined,
    failure: undefined,
  }),
  invoke: [
    {
      id: "data",
      src: "data",
      input: ({ context: { companyId } }) => ({
        query: { companyId },
        polling: POLLING,
        isReadOnShow: true,
        topics: ["order"],
      }),
      onError: { actions: { type: "keepFailure", params: failureOf } },
    },
    {
      id: "outbox",
      src: "outbox",
      input: ({ context: { moves } }) => ({ entries: moves.map(({ entry }) => entry) }),
      onError: { actions: { type: "keepFailure", params: failureOf } },
    },
  ],
  on: {
    "board.refresh": { actions: "refresh" },
    "refusal.dismiss": { actions: [{ type: "dropRefusal", params: ({ event }) => event.orderId }, "refresh"] },
    "outbox.sent": {
      description: "The orders are read again. Until then the move is applied to the former ones.",
      actions: [
        { type: "keepUndo", params: ({ event }) => event },
        { type: "endMove", params: ({ event }) => event.entry },
        "refresh",
      ],
    },
    "undo.end": { actions: "forgetUndo" },
  },
  initial: "resting",
  states: {
    resting: {
      entry: "putDown",
      on: {
        "card.take": {
          guard: { type: "mayTake", params: ({ event }) => event },
          target: "holding",
          actions: { type: "keepHeld", params: ({ event }) => event },
        },
        "query.loaded": { actions: { type: "keepOrders", params: ({ event }) => event.loaded } },
        "query.failed": { actions: { type: "keepFailure", params: ({ event }) => event.failure } },
        "outbox.refused": {
          actions: [
            { type: "dropMove", params: ({ event }) => event.entry },
            {
              type: "keepRefusal",
              params: ({ event: { entry, failure } }) => ({ orderId: entry.request.orderId, failure }),
            },
            "refresh",
          ],
        },
      },
    },
    holding: {
      description: "An order is in the user's hand, so nothing on the board moves until it is put down.",
      initial: "choosing",
      on: {
        "move.cancel": "resting",
        "query.loaded": { actions: { type: "keepArrived", params: ({ event }) => event.loaded } },
        "outbox.refused": {
          description: "The card goes back to its column when the orders are shown again.",
          actions: [
            { type: "endMove", params: ({ event }) => event.entry },
            {
              type: "keepRefusal",
              params: ({ event: { entry, failure } }) => ({ orderId: entry.request.orderId, failure }),
            },
            "refresh",
          ],
        },
      },
      states: {
        choosing: {
          on: {
            "column.choose": [
              {
                guard: { type: "requiresReason", params: ({ event }) => event.status },
                target: "explaining",
                actions: { type: "keepStatus", params: ({ event }) => event.status },
              },
              {
                guard: { type: "mayMove", params: ({ event }) => event.status },
                target: "#stageBoard.resting",
                actions: { type: "addMove", params: ({ event }) => event },
              },
            ],
          },
        },
        explaining: {
          description: "The status requires a reason, or closes an order that is not paid.",
          on: {
            "reason.type": { actions: { type: "setReason", params: ({ event }) => event.text } },
            "move.submit": {
              guard: "maySubmit",
              target: "#stageBoard.resting",
              actions: {
                type: "addMove",
                params: ({ context, event }) => ({ status: context.status, key: event.key }),
              },
            },
          },
        },
      },
    },
  },
});
