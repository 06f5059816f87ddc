import { assign, sendTo, setup } from "xstate";
import type { Schemas } from "#api/client.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryReport } from "#machines/core/query.ts";
import { limitToPreview, type RolePreview } from "./rolePreview.ts";
import type { SavedSettings } from "./settings.ts";

type Companies = readonly Schemas["Company"][];
type None = Readonly<Record<string, never>>;

/** Companies, permissions and settings that an earlier page load cached. */
export interface ShellInput {
  readonly companies?: Companies | undefined;
  readonly settings?: SavedSettings | undefined;
}

type LoadedReport = Extract<
  QueryReport<None, Companies, "companies"> | QueryReport<None, SavedSettings, "settings">,
  { type: "query.loaded" }
>;

/**
 * Maximum time for which cached data are shown before they are read again, ms. The application usually requests the
 * read earlier.
 */
const CACHED_FOR_MS = 5000;

/** User data that all screens need: companies, permissions and display settings (platform, section 2). */
export const shellMachine = setup({
  types: {
    context: {} as {
      readonly companies: Companies;
      readonly settings: SavedSettings | undefined;
      /**
       * Role preview that the user has started. In the previewed company the user then has only the permissions of the
       * role.
       */
      readonly preview: RolePreview | undefined;
    },
    input: {} as ShellInput,
    events: {} as
      | { type: "shell.reload" }
      | { type: "settings.saved"; settings: SavedSettings }
      | { type: "preview.start"; preview: RolePreview }
      | { type: "preview.end" }
      | QueryReport<None, Companies, "companies">
      | QueryReport<None, SavedSettings, "settings">,
    tags: {} as "known" | "failed",
    children: {} as { companies: "companies"; settings: "settings" },
  },
  actors: {
    companies: queryMachineOf<None, Companies>(),
    settings: queryMachineOf<None, SavedSettings>(),
  },
  guards: {
    isOfCompanies: (_, from: string) => from === "companies",
    hasCompanies: ({ context }) => context.companies.length > 0,
  },
  actions: {
    keepLoaded: assign(({ context: { preview } }, { from, loaded }: LoadedReport) => {
      if (from === "settings") return { settings: loaded.data };
      return { companies: preview ? limitToPreview(loaded.data, preview) : loaded.data };
    }),
    startPreview: assign(({ context }, preview: RolePreview) => ({
      preview,
      companies: limitToPreview(context.companies, preview),
    })),
    endPreview: assign({ preview: undefined }),
    keepSettings: assign((_, settings: SavedSettings) => ({ settings })),
    reloadCompanies: sendTo("companies", { type: "query.refresh" }),
    reloadSettings: sendTo("settings", { type: "query.refresh" }),
  },
}).createMachine({
  id: "shell",
  context: ({ input }) => ({ companies: input.companies ?? [], settings: input.settings, preview: undefined }),
  invoke: [
    {
      id: "companies",
      src: "companies",
      input: ({ context: { companies } }) => ({
        query: {},
        cached: companies.length > 0 ? companies : undefined,
        cachedForMs: CACHED_FOR_MS,
      }),
      onError: {},
    },
    {
      id: "settings",
      src: "settings",
      input: ({ context: { settings } }) => ({ query: {}, cached: settings, cachedForMs: CACHED_FOR_MS }),
      onError: {},
    },
  ],
  initial: "opening",
  on: {
    "shell.reload": { actions: ["reloadCompanies", "reloadSettings"] },
    "preview.start": { actions: { type: "startPreview", params: ({ event }) => event.preview } },
    "preview.end": { actions: ["endPreview", "reloadCompanies"] },
    "settings.saved": { actions: { type: "keepSettings", params: ({ event }) => event.settings } },
    "query.loaded": [
      {
        guard: { type: "isOfCompanies", params: ({ event }) => event.from },
        target: ".known",
        actions: { type: "keepLoaded", params: ({ event }) => event },
      },
      { actions: { type: "keepLoaded", params: ({ event }) => event } },
    ],
  },
  states: {
    opening: { always: [{ guard: "hasCompanies", target: "cached" }, { target: "loading" }] },
    cached: {
      description: "Companies from the cache. The list may be outdated.",
      tags: "known",
    },
    loading: {
      on: { "query.failed": { guard: { type: "isOfCompanies", params: ({ event }) => event.from }, target: "failed" } },
    },
    failed: { description: "The companies are read again with back-off.", tags: "failed" },
    known: { description: "The companies were read from the server.", tags: "known" },
  },
});
