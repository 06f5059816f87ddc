import { assign, emit, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

/** Two-factor authentication of the user, as stored on the server. */
export interface TwoFactorStatus {
  readonly isEnabled: boolean;
  readonly recoveryCodesLeft: number;
}

/**
 * Set-up of two-factor authentication, which the user enables or disables with the password and a code. Passwords,
 * codes and the secret never enter the machine's context.
 */
export const twoFactorMachine = setup({
  types: {
    context: {} as { readonly status: TwoFactorStatus | undefined; readonly failure: Failure | undefined },
    events: {} as
      | { type: "twoFactor.begin" }
      | { type: "twoFactor.disable" }
      | { type: "twoFactor.submit" }
      | { type: "twoFactor.edit" }
      | { type: "twoFactor.cancel" }
      | { type: "twoFactor.close" }
      | { type: "twoFactor.retry" },
    emitted: {} as { type: "twoFactor.disabled" },
    tags: {} as "busy" | "failed",
  },
  actors: {
    load: stub<TwoFactorStatus>("load"),
    /** Requests a new secret from the server and passes it to the view. */
    begin: stub<void>("begin"),
    /** Enables two-factor authentication and passes the recovery codes to the view. */
    enable: stub<void>("enable"),
    disable: stub<void>("disable"),
  },
  guards: {
    isEnabled: (_, status: TwoFactorStatus) => status.isEnabled,
    isOfField: (_, { errors }: Failure) => Object.keys(errors).length > 0,
  },
  actions: {
    keepStatus: assign((_, status: TwoFactorStatus) => ({ status })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
    dismissFailure: assign({ failure: undefined }),
    reportDisabled: emit({ type: "twoFactor.disabled" as const }),
  },
}).createMachine({
  id: "twoFactor",
  context: { status: undefined, failure: undefined },
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "load",
        src: "load",
        onDone: [
          {
            guard: { type: "isEnabled", params: outputOf },
            target: "on",
            actions: { type: "keepStatus", params: outputOf },
          },
          { target: "off", actions: { type: "keepStatus", params: outputOf } },
        ],
        onError: { target: "failed", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    failed: {
      tags: "failed",
      on: { "twoFactor.retry": { target: "loading", actions: "dismissFailure" } },
    },
    off: { on: { "twoFactor.begin": { target: "starting", actions: "dismissFailure" } } },
    starting: {
      tags: "busy",
      invoke: {
        id: "begin",
        src: "begin",
        onDone: "confirming",
        onError: { target: "off", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    confirming: {
      description: "The view shows the secret, and the user types the password and the first code.",
      on: {
        "twoFactor.submit": { target: "enabling", actions: "dismissFailure" },
        "twoFactor.edit": { actions: "dismissFailure" },
        "twoFactor.cancel": { target: "loading", actions: "dismissFailure" },
      },
    },
    enabling: {
      tags: "busy",
      invoke: {
        id: "enable",
        src: "enable",
        onDone: "showing",
        onError: [
          {
            guard: { type: "isOfField", params: failureOf },
            target: "confirming",
            actions: { type: "keepFailure", params: failureOf },
          },
          {
            target: "loading",
            actions: { type: "keepFailure", params: failureOf },
            description: "The server may have enabled it, perhaps at an earlier attempt, so the state is read again.",
          },
        ],
      },
    },
    showing: {
      description: "The view shows the recovery codes, once.",
      on: { "twoFactor.close": "loading" },
    },
    on: { on: { "twoFactor.disable": { target: "leaving", actions: "dismissFailure" } } },
    leaving: {
      on: {
        "twoFactor.submit": { target: "disabling", actions: "dismissFailure" },
        "twoFactor.edit": { actions: "dismissFailure" },
        "twoFactor.cancel": { target: "loading", actions: "dismissFailure" },
      },
    },
    disabling: {
      tags: "busy",
      invoke: {
        id: "disable",
        src: "disable",
        onDone: { target: "off", actions: "reportDisabled" },
        onError: [
          {
            guard: { type: "isOfField", params: failureOf },
            target: "leaving",
            actions: { type: "keepFailure", params: failureOf },
          },
          {
            target: "loading",
            actions: { type: "keepFailure", params: failureOf },
            description: "The server may have disabled it, perhaps at an earlier attempt, so the state is read again.",
          },
        ],
      },
    },
  },
});
