import { assign, setup } from "xstate";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { actionStub, stub } from "#machines/core/stub.ts";
import type { OverrideEnd, OverrideManager, OverrideState, PinOutcome, Refusal } from "./override.ts";

/** Pause between two reads of a manager's answer, ms. */
const POLLING_MS = 2000;

/**
 * Override of a refused request: a manager types a PIN, or answers on their own device (areas, section 13). The PIN and
 * the token never enter the context.
 */
export const overrideMachine = setup({
  types: {
    context: {} as {
      readonly refusal: Refusal;
      readonly managers: readonly OverrideManager[];
      readonly failure: Failure | undefined;
      /** Time until the next attempt to enter a PIN, ms. */
      readonly lockMs: number;
      /** Id of the request that waits for an answer. */
      readonly requestId: number;
      /** Name of the manager who refused the request. */
      readonly by: string | null;
      /** True if a manager has allowed the request. The request can then be repeated with a token. */
      readonly isGranted: boolean;
    },
    input: {} as { readonly refusal: Refusal },
    output: {} as OverrideEnd,
    events: {} as
      | EnvironmentEvent
      | { type: "pin.submit"; managerId: number }
      | { type: "pin.edit" }
      | { type: "request.send" }
      | { type: "request.withdraw" }
      | { type: "override.retry" }
      | { type: "override.cancel" },
    tags: {} as "busy",
  },
  actors: {
    load: stub<readonly OverrideManager[]>("load"),
    checkPin: stub<PinOutcome, { readonly managerId: number }>("checkPin"),
    ask: stub<number>("ask"),
    read: stub<OverrideState, { readonly id: number }>("read"),
    withdraw: stub<void, { readonly id: number }>("withdraw"),
    environment: environmentStub,
  },
  guards: {
    isGranted: (_, { kind }: PinOutcome) => kind === "granted",
    isLocked: (_, { kind }: PinOutcome) => kind === "locked",
    isInState: (_, { state, wanted }: { state: OverrideState["state"]; wanted: OverrideState["state"] }) =>
      state === wanted,
    isOverrideTopic: (_, topic: string) => topic === "override" || topic === "all",
  },
  actions: {
    keepManagers: assign((_, managers: readonly OverrideManager[]) => ({ managers })),
    keepOutcome: assign((_, outcome: PinOutcome) => ({
      failure: "failure" in outcome ? outcome.failure : undefined,
      lockMs: "waitMs" in outcome ? outcome.waitMs : 0,
    })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dropFailure: assign({ failure: undefined }),
    keepRequest: assign((_, requestId: number) => ({ requestId })),
    keepGrant: assign({ isGranted: true }),
    keepAnswer: assign((_, { by }: OverrideState) => ({ by })),
    /** Withdraws the request without waiting for the server's answer. */
    dropRequest: actionStub<{ id: number }>("dropRequest"),
  },
  delays: { lock: ({ context }) => context.lockMs, pause: POLLING_MS },
}).createMachine({
  id: "override",
  context: ({ input: { refusal } }) => ({
    refusal,
    managers: [],
    failure: undefined,
    lockMs: 0,
    requestId: 0,
    by: null,
    isGranted: false,
  }),
  invoke: { id: "environment", src: "environment" },
  initial: "loading",
  output: ({ context: { isGranted } }) => ({ isGranted }),
  on: { "override.cancel": ".cancelled" },
  states: {
    loading: {
      tags: "busy",
      invoke: {
        id: "load",
        src: "load",
        onDone: { target: "asking", actions: { type: "keepManagers", params: outputOf } },
        onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    failed: { on: { "override.retry": { target: "loading", actions: "dropFailure" } } },
    asking: {
      on: {
        "pin.submit": "checkingPin",
        "pin.edit": { actions: "dropFailure" },
        "request.send": { target: "requesting", actions: "dropFailure" },
      },
    },
    checkingPin: {
      tags: "busy",
      invoke: {
        id: "checkPin",
        src: "checkPin",
        input: ({ event }) => ({ managerId: event.type === "pin.submit" ? event.managerId : 0 }),
        onDone: [
          { guard: { type: "isGranted", params: outputOf }, target: "granted" },
          {
            guard: { type: "isLocked", params: outputOf },
            target: "locked",
            actions: { type: "keepOutcome", params: outputOf },
          },
          { target: "asking", actions: { type: "keepOutcome", params: outputOf } },
        ],
        onError: { target: "asking", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    locked: {
      description: "A manager or the session is locked after five wrong PINs. Another manager may still answer.",
      after: { lock: { target: "asking", actions: "dropFailure" } },
      on: {
        "override.retry": { target: "asking", actions: "dropFailure" },
        "request.send": { target: "requesting", actions: "dropFailure" },
      },
    },
    requesting: {
      tags: "busy",
      invoke: {
        id: "ask",
        src: "ask",
        onDone: { target: "waitingForAnswer", actions: { type: "keepRequest", params: outputOf } },
        onError: { target: "asking", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    waitingForAnswer: {
      initial: "pausing",
      on: {
        "override.cancel": {
          target: "cancelled",
          actions: { type: "dropRequest", params: ({ context }) => ({ id: context.requestId }) },
        },
        "request.withdraw": "withdrawing",
      },
      states: {
        pausing: {
          after: { pause: "reading" },
          on: {
            "data.changed": {
              guard: { type: "isOverrideTopic", params: ({ event }) => event.topic },
              target: "reading",
            },
            "page.show": "reading",
            "network.online": "reading",
          },
        },
        reading: {
          invoke: {
            id: "read",
            src: "read",
            input: ({ context }) => ({ id: context.requestId }),
            onDone: [
              {
                guard: { type: "isInState", params: ({ event }) => ({ state: event.output.state, wanted: "allowed" }) },
                target: "#override.granted",
              },
              {
                guard: { type: "isInState", params: ({ event }) => ({ state: event.output.state, wanted: "pending" }) },
                target: "pausing",
              },
              {
                guard: { type: "isInState", params: ({ event }) => ({ state: event.output.state, wanted: "refused" }) },
                target: "#override.refused",
                actions: { type: "keepAnswer", params: outputOf },
              },
              { target: "#override.expired" },
            ],
            onError: "pausing",
          },
        },
      },
    },
    withdrawing: {
      tags: "busy",
      invoke: {
        id: "withdraw",
        src: "withdraw",
        input: ({ context }) => ({ id: context.requestId }),
        onDone: "asking",
        onError: { target: "asking", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    refused: { on: { "override.retry": "asking" } },
    expired: {
      description: "No manager has answered within 3 minutes.",
      on: { "override.retry": "asking", "request.send": "requesting" },
    },
    granted: { type: "final", entry: "keepGrant" },
    cancelled: { type: "final" },
  },
});
