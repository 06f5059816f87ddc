import { assign, enqueueActions, raise, setup } from "xstate";
import { backoff } from "./backoff.ts";
import { type EnvironmentEvent, environmentStub } from "./environment.ts";
import type { Failure } from "./failure.ts";
import { notifyParent } from "./notifyParent.ts";
import type { OutboxEntry, OutboxOutcome, OutboxReport } from "./outbox.ts";
import { outputOf } from "./outputOf.ts";
import { stub } from "./stub.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** Returns an outbox machine for writes with the given types of the request and of the server's answer. */
export const outboxMachineOf = <Request, Result = unknown>() =>
  setup({
    types: {
      context: {} as {
        /** Writes that the server has neither recorded nor refused yet, oldest first. */
        readonly entries: readonly OutboxEntry<Request>[];
        /** Number of unanswered attempts to send the oldest write. */
        readonly attempts: number;
      },
      input: {} as { readonly entries: readonly OutboxEntry<Request>[] },
      events: {} as EnvironmentEvent | { type: "outbox.add"; entry: OutboxEntry<Request> } | { type: "outbox.changed" },
    },
    actors: {
      environment: environmentStub,
      /** Stores the waiting writes in the browser, so that they survive a reload. */
      keep: stub<void, readonly OutboxEntry<Request>[]>("keep"),
      send: stub<OutboxOutcome<Result>, OutboxEntry<Request>>("send"),
    },
    guards: {
      hasEntries: ({ context }) => context.entries.length > 0,
      isUnanswered: (_, { kind }: OutboxOutcome) => kind === "unanswered",
      isRefused: (_, { kind }: OutboxOutcome) => kind === "refused",
    },
    actions: {
      add: assign(({ context }, entry: OutboxEntry<Request>) => ({ entries: [...context.entries, entry] })),
      drop: assign(({ context }) => ({ entries: context.entries.slice(1), attempts: 0 })),
      countAttempt: assign(({ context }) => ({ attempts: context.attempts + 1 })),
      store: raise({ type: "outbox.changed" }),
      reportSent: enqueueActions(({ self, context: { entries }, enqueue }, outcome: OutboxOutcome<Result>) => {
        const [entry] = entries;
        if (!entry || outcome.kind !== "sent") return;
        const report: OutboxReport<Request, Result> = { type: "outbox.sent", entry, result: outcome.result };
        notifyParent({ self, enqueue }, report);
      }),
      reportRefused: enqueueActions(({ self, context: { entries }, enqueue }, outcome: OutboxOutcome) => {
        const [entry] = entries;
        if (!entry || outcome.kind !== "refused") return;
        const { failure }: { failure: Failure } = outcome;
        const report: OutboxReport<Request> = { type: "outbox.refused", entry, failure };
        notifyParent({ self, enqueue }, report);
      }),
    },
    delays: {
      pause: ({ context }) => backoff(context.attempts, 1, { firstMs: FIRST_PAUSE_MS, lastMs: LONGEST_PAUSE_MS }),
    },
  }).createMachine({
    id: "outbox",
    context: ({ input }) => ({ entries: input.entries, attempts: 0 }),
    invoke: { id: "environment", src: "environment" },
    type: "parallel",
    on: { "outbox.add": { actions: [{ type: "add", params: ({ event }) => event.entry }, "store"] } },
    states: {
      storage: {
        initial: "stored",
        states: {
          stored: { on: { "outbox.changed": "storing" } },
          storing: {
            on: { "outbox.changed": { target: "storing", reenter: true } },
            invoke: {
              id: "keep",
              src: "keep",
              input: ({ context }) => context.entries,
              onDone: "stored",
              onError: { target: "stored", description: "Without storage the entries last as long as the page." },
            },
          },
        },
      },
      delivery: {
        initial: "deciding",
        states: {
          deciding: { always: [{ guard: "hasEntries", target: "sending" }, { target: "idle" }] },
          idle: { on: { "outbox.changed": "deciding" } },
          sending: {
            description:
              "Entries are sent one after another, so that the server gets them in the order of the user's actions.",
            invoke: {
              id: "send",
              src: "send",
              input: ({ context: { entries } }) => {
                const [entry] = entries;
                if (!entry) throw new Error("The outbox is empty");
                return entry;
              },
              onDone: [
                { guard: { type: "isUnanswered", params: outputOf }, target: "waiting", actions: "countAttempt" },
                {
                  guard: { type: "isRefused", params: outputOf },
                  target: "deciding",
                  actions: [{ type: "reportRefused", params: outputOf }, "drop", "store"],
                },
                { target: "deciding", actions: [{ type: "reportSent", params: outputOf }, "drop", "store"] },
              ],
              onError: { target: "waiting", actions: "countAttempt" },
            },
          },
          waiting: {
            description: "The server did not answer. The entry is sent again with its key.",
            after: { pause: "sending" },
            on: { "network.online": "sending" },
          },
        },
      },
    },
  });

/**
 * Outbox that stores writes, also while offline, and sends them one after another. It reports each recorded or refused
 * write to the parent machine.
 */
export const outboxMachine = outboxMachineOf<unknown>();
