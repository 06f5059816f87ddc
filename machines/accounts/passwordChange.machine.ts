import { assign, emit, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** How a change ended: done, or refused with sentences by field. */
export type PasswordOutcome =
  | { readonly kind: "changed" }
  | { readonly kind: "refused"; readonly message: string; readonly errors: Readonly<Record<string, string>> };

/** The form of a new password; the passwords stay with the form, which the actor reads them from. */
export const passwordChangeMachine = setup({
  types: {
    context: {} as { message: string | undefined; errors: Readonly<Record<string, string>> },
    events: {} as { type: "password.submit" } | { type: "password.edit" },
    emitted: {} as { type: "password.changed" },
    tags: {} as "busy",
  },
  actors: { change: stub<PasswordOutcome>("change") },
  guards: { isChanged: (_, outcome: PasswordOutcome) => outcome.kind === "changed" },
  actions: {
    calm: assign({ message: undefined, errors: {} }),
    keepRefusal: assign((_, outcome: PasswordOutcome) =>
      outcome.kind === "refused" ? { message: outcome.message, errors: outcome.errors } : {},
    ),
    keepFault: assign((_, error: unknown) => ({
      message: wordsOf(error),
      errors: {},
    })),
    tell: emit({ type: "password.changed" as const }),
  },
}).createMachine({
  id: "passwordChange",
  context: { message: undefined, errors: {} },
  initial: "editing",
  states: {
    editing: {
      on: { "password.submit": { target: "saving", actions: "calm" }, "password.edit": { actions: "calm" } },
    },
    saving: {
      tags: "busy",
      invoke: {
        id: "change",
        src: "change",
        onDone: [
          { guard: { type: "isChanged", params: outputOf }, target: "editing", actions: "tell" },
          { target: "editing", actions: { type: "keepRefusal", params: outputOf } },
        ],
        onError: { target: "editing", actions: { type: "keepFault", params: errorOf } },
      },
    },
  },
});
