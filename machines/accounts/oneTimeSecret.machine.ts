import { assign, setup } from "xstate";
import { actionStub } from "#machines/core/stub.ts";

/** Kind of secret and the name of its holder, such as a phone number. The secret itself is no part of it. */
export interface SecretLabel {
  readonly kind: "passwordLink" | "phoneToken";
  readonly holder: string;
}

/** Secret that the server returns once. It is shown until the user closes it, and its text stays outside of the machine. */
export const oneTimeSecretMachine = setup({
  types: {
    context: {} as { readonly label: SecretLabel | undefined },
    events: {} as { type: "secret.issue"; label: SecretLabel } | { type: "secret.close" },
  },
  actions: {
    keepLabel: assign((_, label: SecretLabel) => ({ label })),
    dropLabel: assign({ label: undefined }),
    /** Deletes the text of the secret. */
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
