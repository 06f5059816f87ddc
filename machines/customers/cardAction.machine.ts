import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import {
  type ActedCard,
  type ActedResult,
  type CardActionKind,
  type CardFacts,
  type CardReport,
  type CardRequest,
  cardMutationMachine,
  reasonNotToActOnCard,
} from "./cardAction.ts";

interface OpenEvent {
  readonly type: "action.open";
  readonly kind: CardActionKind;
  readonly card: ActedCard;
  /** Facts of the shown card that determine which actions are possible. */
  readonly facts: CardFacts;
}

/** Dialog in which the user confirms an action on a customer's card, such as a merge (areas, section 10). */
export const cardActionMachine = setup({
  types: {
    context: {} as {
      permissions: Permissions;
      kind: CardActionKind;
      facts: CardFacts;
      /** Card on which the user runs the action. */
      card: ActedCard | undefined;
      request: CardRequest | undefined;
      failure: Failure | undefined;
      /** True if the last attempt was refused, because another user had changed the card. */
      isStale: boolean;
    },
    input: {} as { readonly permissions?: Permissions } | undefined,
    events: {} as
      | { type: "permissions.change"; permissions: Permissions }
      | OpenEvent
      | { type: "action.submit"; request: CardRequest }
      | { type: "action.cancel" }
      | CardReport,
    emitted: {} as { type: "action.done"; kind: CardActionKind; result: ActedResult } | { type: "card.changed" },
    tags: {} as "open" | "busy",
    children: {} as { mutation: "mutation" },
  },
  actors: { mutation: cardMutationMachine },
  guards: {
    mayOpen: ({ context: { permissions } }, { kind, facts }: OpenEvent) =>
      reasonNotToActOnCard(permissions, kind, facts) === undefined,
    maySubmit: ({ context: { permissions, kind, facts } }) =>
      reasonNotToActOnCard(permissions, kind, facts) === undefined,
  },
  actions: {
    keepPermissions: assign((_, permissions: Permissions) => ({ permissions })),
    open: assign((_, { kind, card, facts }: OpenEvent) => ({
      kind,
      card,
      facts,
      request: undefined,
      failure: undefined,
      isStale: false,
    })),
    keepRequest: assign((_, request: CardRequest) => ({ request, failure: undefined, isStale: false })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    keepStale: assign(({ context: { card } }, current: ActedResult) => ({
      isStale: true,
      card: card && { ...card, version: current.version },
    })),
    reportDone: emit(({ context: { kind } }, result: ActedResult) => ({
      type: "action.done" as const,
      kind,
      result,
    })),
    reportChanged: emit({ type: "card.changed" as const }),
  },
}).createMachine({
  id: "cardAction",
  context: ({ input }) => ({
    permissions: input?.permissions,
    kind: "merge",
    facts: { isAnonymized: false, mergedInto: null, openOrderCount: 0 },
    card: undefined,
    request: undefined,
    failure: undefined,
    isStale: false,
  }),
  on: { "permissions.change": { actions: { type: "keepPermissions", params: ({ event }) => event.permissions } } },
  initial: "idle",
  states: {
    idle: {
      on: {
        "action.open": {
          guard: { type: "mayOpen", params: ({ event }) => event },
          target: "asking",
          actions: { type: "open", params: ({ event }) => event },
        },
      },
    },
    asking: {
      tags: "open",
      on: {
        "action.submit": {
          guard: "maySubmit",
          target: "running",
          actions: { type: "keepRequest", params: ({ event }) => event.request },
        },
        "action.cancel": "idle",
      },
    },
    running: {
      tags: ["open", "busy"],
      invoke: {
        id: "mutation",
        src: "mutation",
        input: ({ context: { request } }) => ({
          request: request ?? { kind: "unmerge" as const, companyId: 0, id: 0 },
        }),
        onError: { target: "asking", actions: { type: "keepFailure", params: failureOf } },
      },
      on: {
        "mutation.recorded": {
          target: "idle",
          actions: { type: "reportDone", params: ({ event }) => event.result },
        },
        "mutation.stale": {
          description: "The user sees the changed card before confirming again.",
          target: "asking",
          actions: [{ type: "keepStale", params: ({ event }) => event.current }, "reportChanged"],
        },
        "mutation.refused": {
          target: "asking",
          actions: [{ type: "keepFailure", params: ({ event }) => event.failure }, "reportChanged"],
        },
        "mutation.dropped": "asking",
      },
    },
  },
});
