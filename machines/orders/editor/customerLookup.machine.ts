import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { isValidPhone, normalizePhone } from "#domain/phone.ts";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";

/**
 * Lookup of the customer by phone number, started when the typed number becomes valid. After a failed lookup the form
 * stays usable.
 */
export const customerLookupMachine = setup({
  types: {
    context: {} as { phone: string; customer: Schemas["Customer"] | null },
    events: {} as { type: "phone.change"; phone: string } | EnvironmentEvent,
  },
  actors: {
    environment: environmentStub,
    /** Resolves with null if no customer has the phone number. */
    lookUp: stub<Schemas["Customer"] | null, { phone: string }>("lookUp"),
  },
  guards: {
    isSame: ({ context }, phone: string) => normalizePhone(phone) === context.phone,
    isValid: (_, phone: string) => isValidPhone(phone),
    isKnown: (_, customer: Schemas["Customer"] | null) =>
      customer !== null && (customer.orderCount > 0 || (customer.risk ?? "none") !== "none"),
  },
  actions: {
    keepPhone: assign((_, phone: string) => ({ phone: normalizePhone(phone), customer: null })),
    keepCustomer: assign((_, customer: Schemas["Customer"] | null) => ({ customer })),
  },
}).createMachine({
  id: "customerLookup",
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
    unasked: { description: "The phone number is not valid yet." },
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
      description: "The look-up failed. It is repeated when the server answers again.",
      invoke: { id: "environment", src: "environment" },
      on: { "network.online": "seeking" },
    },
  },
});
