import { assign, setup } from "xstate";
import { actionStub } from "#machines/core/stub.ts";

/**
 * Description of a one-time secret: its kind, and the user or phone to which it belongs. The secret itself is not
 * included.
 */
export interface SecretLabel {
  readonly kind: "passwordLink" | "phoneToken" | "trackerLink";
  readonly holder: string;
}

/**
 * Display of a one-time secret, such as a token, until the user closes it. The text of the secret is never in the
 * machine's context.
 */
export const oneTimeSecretMachine = setup({
  types: {
    context: {} as { readonly label: SecretLabel | undefined },
    events: {} as { type: "secret.issue"; label: SecretLabel } | { type: "secret.close" },
  },
  actions: {
    keepLabel: assign((_, label: SecretLabel) => ({ label })),
    dropLabel: assign({ label: undefined }),
    /** Deletes the secret's text from the store of one-time secrets. */
    deleteText: actionStub("deleteText"),
  },
}).createMachine({
  id: "oneTimeSecret",
  context: { label: undefined },
  initial: "hidden",
  on: {
    "secret.issue": { target: ".shown", actions: { type: "keepLabel", params: ({ event }) => event.label } },
  },
  states: {
    hidden: {},
    shown: {
      description: "A newer secret replaces the shown one, which no longer works.",
      on: { "secret.close": { target: "hidden", actions: ["deleteText", "dropLabel"] } },
    },
  },
});
