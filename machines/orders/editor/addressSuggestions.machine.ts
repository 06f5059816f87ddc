import { assign, setup } from "xstate";
import type { AddressSuggestions } from "#domain/address.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

const MIN_LENGTH = 2;
const NO_SUGGESTIONS: AddressSuggestions = { streets: [], houses: [] };

/** Suggestions of streets and houses for a typed address. After a failed search the user can still type the address. */
export const addressSuggestionsMachine = setup({
  types: {
    context: {} as { street: string; suggestions: AddressSuggestions },
    events: {} as { type: "street.change"; street: string },
  },
  actors: {
    search: stub<AddressSuggestions, { street: string }>("search"),
  },
  guards: {
    isSame: ({ context }, street: string) => context.street === street.trim(),
    isLong: (_, street: string) => street.trim().length >= MIN_LENGTH,
  },
  actions: {
    keepStreet: assign((_, street: string) => ({ street: street.trim() })),
    suggest: assign((_, suggestions: AddressSuggestions) => ({ suggestions })),
    clear: assign({ suggestions: NO_SUGGESTIONS }),
  },
  delays: { typingPause: 150 },
}).createMachine({
  id: "addressSuggestions",
  context: { street: "", suggestions: NO_SUGGESTIONS },
  initial: "idle",
  on: {
    "street.change": [
      { guard: { type: "isSame", params: ({ event }) => event.street } },
      {
        guard: { type: "isLong", params: ({ event }) => event.street },
        target: ".waiting",
        actions: { type: "keepStreet", params: ({ event }) => event.street },
      },
      { target: ".idle", actions: [{ type: "keepStreet", params: ({ event }) => event.street }, "clear"] },
    ],
  },
  states: {
    idle: {},
    waiting: { after: { typingPause: "seeking" } },
    seeking: {
      invoke: {
        id: "search",
        src: "search",
        input: ({ context }) => ({ street: context.street }),
        onDone: { target: "idle", actions: { type: "suggest", params: outputOf } },
        onError: { target: "idle", actions: "clear" },
      },
    },
  },
});
