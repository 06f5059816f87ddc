import { assign, setup } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { actionStub, callbackStub, stub } from "#machines/core/stub.ts";
import { untilRefresh } from "./expiry.ts";

/** Token in the vault: its generation, and its life from now, ms. */
export interface TokenGrant {
  generation: number;
  lifeMs: number;
}

/** End of an attempt to refresh the token. `replaced` means that another user has signed in in another tab. */
export type Refreshed =
  | ({ kind: "granted" } & TokenGrant)
  | { kind: "refused" }
  | { kind: "replaced" }
  | { kind: "unanswered" };

/** Events of the other tabs: they hand over a token, sign out, or sign in as another user. */
export type TabsEvent =
  | { type: "token.handed"; grant: TokenGrant }
  | { type: "session.vanish" }
  | { type: "user.change" };

/** End of a session. */
export type SessionEnd = "left" | "expired" | "replaced";

/** State of the browser when the page opens. `grant` is the token that a reload or the head script left. */
export interface SessionInput {
  isSignedIn: boolean;
  grant?: TokenGrant | undefined;
}

type SessionEvent =
  | { type: "token.refused"; generation: number }
  | { type: "token.want" }
  | { type: "session.leave" }
  | TabsEvent
  | EnvironmentEvent;

const ATTEMPTS = 5;

/** Session of a tab: refreshes the access token before its end, and once for any number of refused calls. */
export const sessionMachine = setup({
  types: {
    context: {} as { grant: TokenGrant; attempt: number; isSignedIn: boolean; end: SessionEnd },
    events: {} as SessionEvent,
    input: {} as SessionInput,
    output: {} as SessionEnd,
    tags: {} as "pending" | "live",
  },
  actors: {
    refresh: stub<Refreshed, { generation: number }>("refresh"),
    signOut: stub<void>("signOut"),
    environment: environmentStub,
    /** Reports the events of the other tabs. */
    tabs: callbackStub<{ type: "none" }>("tabs"),
  },
  guards: {
    hasGrant: ({ context }) => context.grant.generation > 0,
    isSignedIn: ({ context }) => context.isSignedIn,
    isCurrent: ({ context }, generation: number) => generation === context.grant.generation,
    isNewer: ({ context }, generation: number) => generation > context.grant.generation,
    isGranted: (_, outcome: Refreshed) => outcome.kind === "granted",
    isReplaced: (_, outcome: Refreshed) => outcome.kind === "replaced",
    isRefused: (_, outcome: Refreshed) => outcome.kind === "refused",
    hasAttemptsLeft: ({ context }) => context.attempt < ATTEMPTS,
  },
  actions: {
    keepGrant: assign((_, outcome: Refreshed | TokenGrant) =>
      "generation" in outcome
        ? { grant: { generation: outcome.generation, lifeMs: outcome.lifeMs }, attempt: 0 }
        : { attempt: 0 },
    ),
    countAttempt: assign(({ context }) => ({ attempt: Math.min(context.attempt + 1, ATTEMPTS) })),
    resetAttempts: assign({ attempt: 0 }),
    keepEnd: assign((_, end: SessionEnd) => ({ end })),
    /** Removes the refused token from the vault. */
    dropToken: actionStub<number>("dropToken"),
    /** Empties the vault and the session's part of the browser's storage. */
    clearSession: actionStub("clearSession"),
    /** Empties the vault only, because the browser's storage now belongs to another user. */
    clearToken: actionStub("clearToken"),
    /** Records that the server has not received the sign-out yet. */
    markSignOutPending: actionStub("markSignOutPending"),
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
    end: "expired",
  }),
  initial: "starting",
  states: {
    starting: {
      always: [
        { guard: "hasGrant", target: "active.fresh" },
        { guard: "isSignedIn", target: "active.refreshing" },
        { target: "expired" },
      ],
    },
    active: {
      tags: "live",
      invoke: [
        { id: "environment", src: "environment" },
        { id: "tabs", src: "tabs" },
      ],
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
        "session.vanish": "expired",
        "user.change": "replaced",
      },
      states: {
        fresh: {
          description: "The token is valid. It is refreshed 10 s before its end.",
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
          description: "Only this state asks for a token, so two refreshes never run at once.",
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
              { guard: { type: "isRefused", params: outputOf }, target: "#session.expired" },
              { guard: { type: "isReplaced", params: outputOf }, target: "#session.replaced" },
              { guard: "hasAttemptsLeft", target: "waiting" },
              { target: "stale" },
            ],
            onError: [{ guard: "hasAttemptsLeft", target: "waiting" }, { target: "stale" }],
          },
        },
        waiting: {
          description: "No answer came. The refresh is repeated with back-off.",
          tags: "pending",
          after: { pause: "refreshing" },
          on: {
            "network.online": "refreshing",
          },
        },
        stale: {
          description:
            "All attempts are used. One more follows when a call needs a token or after a rest, all of them when the network is back.",
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
      invoke: {
        id: "signOut",
        src: "signOut",
        onDone: "left",
        onError: { target: "left", actions: "markSignOutPending" },
      },
    },
    left: { type: "final", entry: [{ type: "keepEnd", params: "left" }, "clearSession"] },
    expired: { type: "final", entry: "clearSession" },
    replaced: {
      description: "Another user signed in in another tab.",
      type: "final",
      entry: [{ type: "keepEnd", params: "replaced" }, "clearToken"],
    },
  },
  output: ({ context }) => context.end,
});
