import { assign, setup } from "xstate";
import { backoff } from "#machines/core/backoff.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { actionStub, callbackStub, stub } from "#machines/core/stub.ts";
import { untilRefresh } from "./expiry.ts";

/** Access token in the vault, without its text: the generation number and the remaining lifetime, ms. */
export interface TokenGrant {
  generation: number;
  lifeMs: number;
}

/** Outcome of a token refresh. `replaced` means that another tab now has the session of a different user. */
export type Refreshed =
  | ({ kind: "granted" } & TokenGrant)
  | { kind: "refused" }
  | { kind: "replaced" }
  | { kind: "unanswered" };

/**
 * Events from the other tabs: a refreshed token, a sign-out by the user, a session that ended in another way, or a
 * sign-in of another user.
 */
export type TabsEvent =
  | { type: "token.handed"; grant: TokenGrant }
  | { type: "user.leave" }
  | { type: "session.vanish" }
  | { type: "user.change" };

/**
 * Reason why the session ended.
 * - `left`: the user signed out in this or another tab.
 * - `expired`: the server ended the session.
 * - `replaced`: another user signed in.
 */
export type SessionEnd = "left" | "expired" | "replaced";

/**
 * Input of the session when the page opens. `grant` describes an access token that was obtained before a reload, or by
 * the script in the page's head.
 */
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

/**
 * User session of one tab. It refreshes the access token before the token expires. If several calls are rejected with
 * 401, the token is refreshed only once.
 */
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
    /** Forwards the events of the other tabs to the session. */
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
      "generation" in outcome ? { grant: { generation: outcome.generation, lifeMs: outcome.lifeMs }, attempt: 0 } : {},
    ),
    countAttempt: assign(({ context }) => ({ attempt: Math.min(context.attempt + 1, ATTEMPTS) })),
    resetAttempts: assign({ attempt: 0 }),
    keepEnd: assign((_, end: SessionEnd) => ({ end })),
    /** Removes the rejected access token from the vault. */
    dropToken: actionStub<number>("dropToken"),
    /** Deletes the session's data from the vault and from the browser's storage. */
    clearSession: actionStub("clearSession"),
    /**
     * Deletes the token from the vault. The browser's storage is not cleared, because it now contains the session of
     * another user.
     */
    clearToken: actionStub("clearToken"),
    /** Stores a mark that the server has not confirmed the sign-out, so that the sign-out is sent again later. */
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
        "user.leave": "left",
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
          description: "Only this state requests a new token, so two refreshes never run at the same time.",
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
            "All attempts have failed. One more attempt follows after a pause, or when a call needs a token. When the network is back, all attempts start again.",
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
      type: "final",
      entry: [{ type: "keepEnd", params: "replaced" }, "clearToken"],
    },
  },
  output: ({ context }) => context.end,
});
