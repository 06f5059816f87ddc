import { assign, emit, setup } from "xstate";
import type { CartAnswer, CartTrace, PricedCart, TrackedStatus } from "#domain/guestCart.ts";
import { backoff } from "#machines/core/backoff.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import { type CartProblem, type GuestFields, problemOfAnswer } from "./shopCart.ts";

const isPlaced = (_: unknown, { outcome }: CartAnswer | CartTrace): boolean => outcome === "placed";

/**
 * Cart of a guest in the public shop, from the choice of dishes to the tracking of the placed order (areas, section 9).
 */
export const shopCartMachine = setup({
  types: {
    context: {} as {
      fields: GuestFields;
      cart: PricedCart | undefined;
      problem: CartProblem;
      status: TrackedStatus | undefined;
      /** Number of attempts to find out whether the order was placed. Determines the pause before the next attempt. */
      attempts: number;
    },
    events: {} as
      | { type: "order.send"; fields: GuestFields }
      | { type: "order.resume"; fields: GuestFields }
      | { type: "order.track" },
    emitted: {} as { type: "order.placed"; url: string },
    tags: {} as "busy",
  },
  actors: {
    send: stub<CartAnswer, { fields: GuestFields }>("send"),
    verify: stub<CartTrace, { fields: GuestFields }>("verify"),
    readStatus: stub<TrackedStatus>("readStatus"),
  },
  guards: {
    isPlaced,
    isPriced: (_, { outcome }: CartAnswer) => outcome === "priced",
    isOver: (_, { isOver }: TrackedStatus) => isOver,
  },
  delays: {
    retryDelay: ({ context }) => backoff(context.attempts, 1, { firstMs: 3000, lastMs: 30_000 }),
    pollDelay: 10_000,
  },
  actions: {
    keepFields: assign((_, fields: GuestFields) => ({ fields, problem: undefined, attempts: 0 })),
    keepAnswer: assign(({ context }, answer: CartAnswer) => ({
      problem: problemOfAnswer(answer),
      cart: "cart" in answer ? answer.cart : context.cart,
    })),
    countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
    markNotSent: assign({ problem: { code: "notSent" as const } }),
    keepStatus: assign((_, status: TrackedStatus) => ({ status })),
    reportPlaced: emit((_, answer: CartAnswer | CartTrace) => ({
      type: "order.placed" as const,
      url: answer.outcome === "placed" ? answer.url : "",
    })),
  },
}).createMachine({
  id: "shopCart",
  context: { fields: {}, cart: undefined, problem: undefined, status: undefined, attempts: 0 },
  initial: "choosing",
  states: {
    choosing: {
      on: {
        "order.send": { target: "checking", actions: { type: "keepFields", params: ({ event }) => event.fields } },
        "order.resume": {
          description: "The page was reloaded before an answer arrived.",
          target: "checking.verifying",
          actions: { type: "keepFields", params: ({ event }) => event.fields },
        },
        "order.track": "tracked",
      },
    },
    checking: {
      tags: "busy",
      initial: "sending",
      states: {
        sending: {
          invoke: {
            id: "send",
            src: "send",
            input: ({ context }) => ({ fields: context.fields }),
            onDone: [
              {
                guard: { type: "isPlaced", params: outputOf },
                target: "#shopCart.sent",
                actions: { type: "reportPlaced", params: outputOf },
              },
              {
                guard: { type: "isPriced", params: outputOf },
                target: "#shopCart.repriced",
                actions: { type: "keepAnswer", params: outputOf },
              },
              { target: "#shopCart.choosing", actions: { type: "keepAnswer", params: outputOf } },
            ],
            onError: "verifying",
          },
        },
        verifying: {
          description: "No answer arrived. The server may have placed the order, so it is asked by the key.",
          entry: "countAttempt",
          invoke: {
            id: "verify",
            src: "verify",
            input: ({ context }) => ({ fields: context.fields }),
            onDone: [
              {
                guard: { type: "isPlaced", params: outputOf },
                target: "#shopCart.sent",
                actions: { type: "reportPlaced", params: outputOf },
              },
              { target: "#shopCart.choosing", actions: "markNotSent" },
            ],
            onError: "waiting",
          },
        },
        waiting: { after: { retryDelay: "verifying" } },
      },
    },
    repriced: {
      on: {
        "order.send": { target: "checking", actions: { type: "keepFields", params: ({ event }) => event.fields } },
      },
    },
    sent: { on: { "order.track": "tracked" } },
    tracked: {
      initial: "idle",
      states: {
        idle: { after: { pollDelay: "reading" } },
        reading: {
          invoke: {
            id: "readStatus",
            src: "readStatus",
            onDone: [
              {
                guard: { type: "isOver", params: outputOf },
                target: "over",
                actions: { type: "keepStatus", params: outputOf },
              },
              { target: "idle", actions: { type: "keepStatus", params: outputOf } },
            ],
            onError: "idle",
          },
        },
        over: {},
      },
    },
  },
});
