import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

type CompanyState = Schemas["CompanyState"];

/** How one company stands, for its card on the first page: asked for once a minute; what was known stays when the server is away. */
export const companyStateMachine = setup({
  types: {
    context: {} as { companyId: number; state: CompanyState | undefined },
    input: {} as { companyId: number },
    tags: {} as "failed",
  },
  actors: { load: stub<CompanyState, { companyId: number }>("load") },
  actions: { keep: assign((_, state: CompanyState) => ({ state })) },
  delays: { refreshEvery: 60_000 },
}).createMachine({
  id: "companyState",
  context: ({ input }) => ({ companyId: input.companyId, state: undefined }),
  initial: "loading",
  states: {
    loading: {
      invoke: {
        id: "load",
        src: "load",
        input: ({ context }) => ({ companyId: context.companyId }),
        onDone: { target: "known", actions: { type: "keep", params: outputOf } },
        onError: "failed",
      },
    },
    known: { after: { refreshEvery: "loading" } },
    failed: {
      description: "Not allowed, or nobody answered: the card does without.",
      tags: "failed",
      after: { refreshEvery: "loading" },
    },
  },
});
