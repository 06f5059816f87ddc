import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { errorOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";

/** What page views are counted for: the last `days` days, one screen or all, one version or all. */
export interface ViewsFilter {
  readonly days: number;
  readonly screen: string;
  readonly version: string;
}

/** The counts of page views; a change of the filter aborts what is being counted. */
export const pageViewsMachine = setup({
  types: {
    context: {} as { filter: ViewsFilter; report: Schemas["PageViews"] | undefined; error: string | undefined },
    input: {} as { filter: ViewsFilter },
    events: {} as
      | { type: "filter.change"; filter: ViewsFilter }
      | { type: "views.refresh" }
      | { type: "network.online" },
    tags: {} as "busy",
  },
  actors: { load: stub<Schemas["PageViews"], ViewsFilter>("load") },
  actions: {
    setFilter: assign((_, filter: ViewsFilter) => ({ filter })),
    keep: assign((_, report: Schemas["PageViews"]) => ({ report, error: undefined })),
    keepError: assign((_, error: unknown) => ({ error: error instanceof Error ? error.message : String(error) })),
  },
  delays: { settle: 100 },
}).createMachine({
  id: "pageViews",
  context: ({ input }) => ({ filter: input.filter, report: undefined, error: undefined }),
  initial: "loading",
  on: {
    "filter.change": {
      target: ".settling",
      actions: { type: "setFilter", params: ({ event }) => event.filter },
    },
  },
  states: {
    settling: { tags: "busy", after: { settle: "loading" } },
    loading: {
      tags: "busy",
      invoke: {
        id: "load",
        src: "load",
        input: ({ context }) => context.filter,
        onDone: { target: "browsing", actions: { type: "keep", params: outputOf } },
        onError: { target: "failed", actions: { type: "keepError", params: errorOf } },
      },
    },
    browsing: { on: { "views.refresh": "loading" } },
    failed: { on: { "views.refresh": "loading", "network.online": "loading" } },
  },
});
