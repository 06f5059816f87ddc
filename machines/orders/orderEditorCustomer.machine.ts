import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { isValidPhone, normalizePhone } from "#domain/phone.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** Who is calling: looked up when a valid phone changes; a look-up that fails disturbs nobody. */
export const orderEditorCustomerMachine = setup({
  types: {
    context: {} as { phone: string; customer: Schemas["Customer"] | null },
    events: {} as { type: "phone.change"; phone: string } | { type: "network.online" },
  },
  actors: {
    /** Null stands for a customer that the company does not know yet. */
    lookUp: stub<Schemas["Customer"] | null, { phone: string }>("lookUp"),
  },
  guards: {
    isSame: ({ context }, phone: string) => normalizePhone(phone) === context.phone,
    isValid: (_, phone: string) => isValidPhone(phone),
    isKnown: (_, customer: Schemas["Customer"] | null) => customer !== null && customer.orderCount > 0,
  },
  actions: {
    keepPhone: assign((_, phone: string) => ({ phone: normalizePhone(phone), customer: null })),
    keepCustomer: assign((_, customer: Schemas["Customer"] | null) => ({ customer })),
  },
}).createMachine({
  id: "orderEditorCustomer",
  context: { phone: "", customer: null },
  initial: "unasked",
  on: {
    "phone.change": [
      { guard: { type: "isSame", params: ({ event }) => event.phone } },
      {
        guard: { type: "isValid", params: ({ event }) => event.phone },
        target: ".seeking",
        actions: { type: "keepPhone", params: ({ event }) => event.phone },
      },
      { target: ".unasked", actions: { type: "keepPhone", params: ({ event }) => event.phone } },
    ],
  },
  states: {
    unasked: { description: "No valid phone to ask about." },
    seeking: {
      invoke: {
        id: "lookUp",
        src: "lookUp",
        input: ({ context }) => ({ phone: context.phone }),
        onDone: [
          {
            guard: { type: "isKnown", params: outputOf },
            target: "known",
            actions: { type: "keepCustomer", params: outputOf },
          },
          { target: "newcomer" },
        ],
        onError: "absent",
      },
    },
    known: {},
    newcomer: {},
    absent: {
      description: "The look-up failed: nothing can be said of the customer.",
      on: { "network.online": "seeking" },
    },
  },
});
