import { assign, setup } from "xstate";
import { actionStub } from "#machines/core/stub.ts";

/** Kind of a secret, and the user or phone to which it belongs. The label does not contain the secret itself. */
export interface SecretLabel {
  readonly kind: "passwordLink" | "phoneToken" | "trackerLink";
  readonly holder: string;
}

/**
 * Secret that the server returns only once, such as a token. It is shown until the user closes it; its text is never in
 * the machine's context.
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
