import { assign, setup } from "xstate";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import { backoff } from "./backoff.ts";
import { untilRefresh } from "./expiry.ts";

/** A token that is in the vault: its number and how long it lives from now, milliseconds. */
export interface Grant {
  generation: number;
  lifeMs: number;
}

/** How an attempt to refresh ended. */
export type Refreshed = ({ kind: "granted" } & Grant) | { kind: "refused" } | { kind: "unanswered" };

/** Who was signed in when the page opened, and the token a reload or the head script left, if any. */
export interface SessionInput {
  isSignedIn: boolean;
  grant?: Grant | undefined;
}

type SessionEvent =
  | { type: "token.refused"; generation: number }
  | { type: "token.handed"; grant: Grant }
  | { type: "token.want" }
  | { type: "network.online" }
  | { type: "session.leave" }
  | { type: "session.vanish" };

const ATTEMPTS = 5;

/** Life of the session: one refresh for any number of refusals, patience through outages, one end for all tabs. */
export const sessionMachine = setup({
  types: {
    context: {} as { grant: Grant; attempt: number; isSignedIn: boolean },
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as "pending" | "live",
  },
  actors: {
    refresh: stub<Refreshed, { generation: number }>("refresh"),
    signOut: stub<void>("signOut"),
  },
  guards: {
    hasGrant: ({ context }) => context.grant.generation > 0,
    isSignedIn: ({ context }) => context.isSignedIn,
    isCurrent: ({ context }, generation: number) => generation === context.grant.generation,
    isNewer: ({ context }, generation: number) => generation > context.grant.generation,
    isGranted: (_, outcome: Refreshed) => outcome.kind === "granted",
    isRefused: (_, outcome: Refreshed) => outcome.kind === "refused",
    hasAttemptsLeft: ({ context }) => context.attempt < ATTEMPTS,
  },
  actions: {
    keepGrant: assign((_, outcome: Refreshed | Grant) =>
      "generation" in outcome
        ? { grant: { generation: outcome.generation, lifeMs: outcome.lifeMs }, attempt: 0 }
        : { attempt: 0 },
    ),
    countAttempt: assign(({ context }) => ({ attempt: Math.min(context.attempt + 1, ATTEMPTS) })),
    resetAttempts: assign({ attempt: 0 }),
    /** Takes the refused token out of the vault. */
    dropToken: (_, _generation: number) => {},
    /** Empties the vault and what the browser keeps of the session. */
    forget: () => {},
    /** Keeps in mind that the server has still to hear of the log-out. */
    owe: () => {},
  },
  delays: {
    untilRefresh: ({ context }) => untilRefresh(context.grant.lifeMs),
    pause: ({ context }) => backoff(context.attempt, 1),
    rest: 30_000,
  },
}).createMachine({
  id: "session",
  context: ({ input }) => ({
    grant: input.grant ?? { generation: 0, lifeMs: 0 },
    attempt: 0,
    isSignedIn: input.isSignedIn,
  }),
  initial: "starting",
  states: {
    starting: {
      always: [
        { guard: "hasGrant", target: "active.fresh" },
        { guard: "isSignedIn", target: "active.refreshing" },
        { target: "ended" },
      ],
    },
    active: {
      tags: "live",
      initial: "refreshing",
      on: {
        "token.handed": {
          guard: { type: "isNewer", params: ({ event }) => event.grant.generation },
          target: "active.fresh",
          actions: { type: "keepGrant", params: ({ event }) => event.grant },
        },
        "token.refused": {
          guard: { type: "isCurrent", params: ({ event }) => event.generation },
          actions: { type: "dropToken", params: ({ event }) => event.generation },
        },
        "session.leave": "signingOut",
        "session.vanish": "ended",
      },
      states: {
        fresh: {
          description: "The token is usable; it is refreshed ahead of its end.",
          after: { untilRefresh: "refreshing" },
          on: {
            "token.refused": {
              guard: { type: "isCurrent", params: ({ event }) => event.generation },
              target: "refreshing",
              actions: { type: "dropToken", params: ({ event }) => event.generation },
            },
          },
        },
        refreshing: {
          description: "Only this state calls the server for a token, so there are never two refreshes at once.",
          tags: "pending",
          entry: "countAttempt",
          invoke: {
            id: "refresh",
            src: "refresh",
            input: ({ context }) => ({ generation: context.grant.generation }),
            onDone: [
              {
                guard: { type: "isGranted", params: outputOf },
                target: "fresh",
                actions: { type: "keepGrant", params: outputOf },
              },
              { guard: { type: "isRefused", params: outputOf }, target: "#session.ended" },
              { guard: "hasAttemptsLeft", target: "waiting" },
              { target: "stale" },
            ],
            onError: [{ guard: "hasAttemptsLeft", target: "waiting" }, { target: "stale" }],
          },
        },
        waiting: {
          description: "Nobody answered: the session outlives an outage.",
          tags: "pending",
          after: { pause: "refreshing" },
          on: {
            "network.online": "refreshing",
          },
        },
        stale: {
          description:
            "Attempts are used up: one more when somebody needs a token or a while passed, all of them when the network is back.",
          after: { rest: "refreshing" },
          on: {
            "token.want": "refreshing",
            "network.online": { target: "refreshing", actions: "resetAttempts" },
            "token.refused": {
              guard: { type: "isCurrent", params: ({ event }) => event.generation },
              target: "refreshing",
              actions: { type: "dropToken", params: ({ event }) => event.generation },
            },
          },
        },
      },
    },
    signingOut: {
      invoke: { id: "signOut", src: "signOut", onDone: "ended", onError: { target: "ended", actions: "owe" } },
      on: { "session.vanish": "ended" },
    },
    ended: { type: "final", entry: "forget" },
  },
});
