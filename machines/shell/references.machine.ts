import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { isSame } from "#machines/support/isSame.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** Names and colours that orders of one company refer to; removed ones too, for old orders. */
export interface References {
  statuses: readonly Schemas["OrderStatus"][];
  tags: readonly Schemas["Tag"][];
}

/** Statuses and tags of one company: shown as remembered, asked for anew when told to. */
export const referencesMachine = setup({
  types: {
    context: {} as References & { companyId: number },
    input: {} as { companyId: number; remembered?: References | undefined },
    events: {} as { type: "references.reload" } | { type: "network.online" },
    tags: {} as "known" | "failed",
  },
  actors: { load: stub<References, { companyId: number }>("load") },
  guards: { isRemembered: ({ context }) => context.statuses.length > 0 },
  actions: {
    /** The same answer changes nothing, so that nothing is drawn again. */
    keep: assign(({ context }, references: References) =>
      isSame({ statuses: context.statuses, tags: context.tags }, references) ? {} : references,
    ),
  },
  delays: { beforeRetry: 5_000 },
}).createMachine({
  id: "references",
  context: ({ input }) => ({
    companyId: input.companyId,
    statuses: input.remembered?.statuses ?? [],
    tags: input.remembered?.tags ?? [],
  }),
  initial: "choosing",
  states: {
    choosing: { always: [{ guard: "isRemembered", target: "known" }, { target: "loading" }] },
    loading: {
      invoke: {
        id: "load",
        src: "load",
        input: ({ context }) => ({ companyId: context.companyId }),
        onDone: { target: "known", actions: { type: "keep", params: outputOf } },
        onError: "failed",
      },
    },
    known: { tags: "known", on: { "references.reload": "refreshing" } },
    refreshing: {
      tags: "known",
      invoke: {
        id: "load",
        src: "load",
        input: ({ context }) => ({ companyId: context.companyId }),
        onDone: { target: "known", actions: { type: "keep", params: outputOf } },
        onError: "known",
      },
    },
    failed: {
      tags: "failed",
      after: { beforeRetry: "loading" },
      on: { "references.reload": "loading", "network.online": "loading" },
    },
  },
});
