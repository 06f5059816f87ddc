import { assign, raise, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { Answered, Asked } from "./view.ts";

/** The machine of a view for questions and answers of one kind. */
export const viewMachineOf = <Query, Answer>() =>
  setup({
    types: {
      context: {} as {
        query: Query;
        shown: Answered<Query, Answer> | undefined;
        error: string | undefined;
      },
      input: {} as Asked<Query>,
      events: {} as
        | { type: "query.change"; query: Query }
        | { type: "view.refresh" }
        | { type: "network.online" }
        | { type: "page.show" }
        | { type: "page.hide" }
        | { type: "answer.came" },
      tags: {} as "busy" | "failed",
    },
    actors: { load: stub<Answered<Query, Answer>, Asked<Query>>("load") },
    guards: {
      /** Whether the answer goes on changing: said by whoever starts the machine. */
      isLive: (_, _asked: Asked<Query>): boolean => false,
      hasError: ({ context }) => context.error !== undefined,
      isOfThisQuery: ({ context }) => context.shown?.query === context.query,
    },
    actions: {
      setQuery: assign((_, { query }: Asked<Query>) => ({ query, error: undefined })),
      keep: assign((_, shown: Answered<Query, Answer>) => ({ shown, error: undefined })),
      keepError: assign((_, error: unknown) => ({ error: wordsOf(error) })),
      forget: assign({ shown: undefined }),
      askAnew: raise({ type: "view.refresh" }),
      waitAnew: raise({ type: "answer.came" }),
    },
    delays: { settle: 100, refreshEvery: 60_000 },
  }).createMachine({
    id: "view",
    context: ({ input }) => ({ query: input.query, shown: undefined, error: undefined }),
    type: "parallel",
    states: {
      answer: {
        initial: "loading",
        on: {
          "query.change": {
            target: ".settling",
            actions: { type: "setQuery", params: ({ event }) => event },
          },
        },
        states: {
          settling: {
            description:
              "Several steps in a row are one question; the answer of before stays until the new one is there.",
            tags: "busy",
            after: { settle: "loading" },
          },
          loading: {
            tags: "busy",
            invoke: {
              id: "load",
              src: "load",
              input: ({ context }) => ({ query: context.query }),
              onDone: { target: "browsing", actions: [{ type: "keep", params: outputOf }, "waitAnew"] },
              onError: [
                {
                  guard: "isOfThisQuery",
                  target: "browsing",
                  actions: { type: "keepError", params: errorOf },
                },
                { target: "failed", actions: ["forget", { type: "keepError", params: errorOf }] },
              ],
            },
          },
          browsing: {
            on: { "view.refresh": "loading", "network.online": { guard: "hasError", target: "loading" } },
          },
          failed: {
            description: "What belonged to another question is not shown under this one.",
            tags: "failed",
            on: { "view.refresh": "loading", "network.online": "loading" },
          },
        },
      },
      page: {
        initial: "seen",
        states: {
          seen: {
            on: { "page.hide": "hidden", "answer.came": { target: "seen", reenter: true } },
            after: {
              refreshEvery: [
                {
                  guard: { type: "isLive", params: ({ context }) => context },
                  target: "seen",
                  reenter: true,
                  actions: "askAnew",
                },
                { target: "seen", reenter: true },
              ],
            },
          },
          hidden: {
            description: "Nobody looks: nothing is asked until the page is shown.",
            on: {
              "page.show": [
                {
                  guard: { type: "isLive", params: ({ context }) => context },
                  target: "seen",
                  actions: "askAnew",
                },
                { target: "seen" },
              ],
            },
          },
        },
      },
    },
  });

/** Everything that is read and shown, never changed: the old answer stays while a new one is asked for, one that fails can be asked for again, a live one is asked for anew a minute after it came, or when whoever starts the machine says. */
export const viewMachine = viewMachineOf<unknown, unknown>();
