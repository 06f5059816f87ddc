import { assign, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { isSame } from "#machines/support/isSame.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { SavedSettings } from "./settings.ts";

/** Companies and settings as an earlier page left them, shown until the server has answered. */
export interface ShellInput {
  companies?: readonly Schemas["Company"][] | undefined;
  settings?: SavedSettings | undefined;
}

/** What every screen stands in: the companies of the user with his permissions, and his display settings (platform, section 2). */
export const shellMachine = setup({
  types: {
    context: {} as { companies: readonly Schemas["Company"][]; settings: SavedSettings | undefined },
    input: {} as ShellInput,
    events: {} as
      | { type: "shell.reload" }
      | { type: "network.online" }
      | { type: "settings.saved"; settings: SavedSettings },
    tags: {} as "known" | "failed",
  },
  actors: {
    loadCompanies: stub<readonly Schemas["Company"][]>("loadCompanies"),
    loadSettings: stub<SavedSettings>("loadSettings"),
  },
  guards: {
    hasCompanies: ({ context }) => context.companies.length > 0,
    hasSettings: ({ context }) => context.settings !== undefined,
  },
  actions: {
    /** The same answer changes nothing, so that nothing is drawn again. */
    keepCompanies: assign(({ context }, companies: readonly Schemas["Company"][]) =>
      isSame(context.companies, companies) ? {} : { companies },
    ),
    keepSettings: assign(({ context }, settings: SavedSettings) =>
      isSame(context.settings, settings) ? {} : { settings },
    ),
  },
  delays: { beforeRetry: 5_000 },
}).createMachine({
  id: "shell",
  context: ({ input }) => ({ companies: input.companies ?? [], settings: input.settings }),
  type: "parallel",
  states: {
    companies: {
      initial: "choosing",
      on: { "shell.reload": ".refreshing" },
      states: {
        choosing: {
          always: [{ guard: "hasCompanies", target: "remembered" }, { target: "loading" }],
        },
        remembered: {
          description: "Known from an earlier page; asked for anew when the screen has its own data.",
          tags: "known",
        },
        loading: {
          invoke: {
            id: "loadCompanies",
            src: "loadCompanies",
            onDone: { target: "known", actions: { type: "keepCompanies", params: outputOf } },
            onError: "failed",
          },
        },
        refreshing: {
          tags: "known",
          invoke: {
            id: "loadCompanies",
            src: "loadCompanies",
            onDone: { target: "known", actions: { type: "keepCompanies", params: outputOf } },
            onError: "known",
          },
        },
        known: { tags: "known" },
        failed: {
          tags: "failed",
          after: { beforeRetry: "loading" },
          on: { "shell.reload": "loading", "network.online": "loading" },
        },
      },
    },
    settings: {
      initial: "choosing",
      on: { "settings.saved": { actions: { type: "keepSettings", params: ({ event }) => event.settings } } },
      states: {
        choosing: {
          always: [{ guard: "hasSettings", target: "known" }, { target: "loading" }],
        },
        loading: {
          invoke: {
            id: "loadSettings",
            src: "loadSettings",
            onDone: { target: "known", actions: { type: "keepSettings", params: outputOf } },
            onError: "failed",
          },
        },
        known: { on: { "shell.reload": "loading" } },
        failed: {
          description: "The remembered or default settings serve; a later try may succeed.",
          after: { beforeRetry: "loading" },
          on: { "network.online": "loading" },
        },
      },
    },
  },
});
