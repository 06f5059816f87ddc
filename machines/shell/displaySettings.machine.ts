import { assign, setup } from "xstate";
import { errorOf, wordsOf } from "#machines/support/errorOf.ts";
import { outputOf } from "#machines/support/outputOf.ts";
import { stub } from "#machines/support/stub.ts";
import type { SavedSettings } from "./settings.ts";

/** Values of one module's settings by name. */
export type SettingValues = Readonly<Record<string, number>>;

/** The dialog 'Настройки отображения' of one module: sends the values once and ends with all that is saved (platform, section 2). */
export const displaySettingsMachine = setup({
  types: {
    context: {} as {
      module: string;
      values: SettingValues;
      saved: SavedSettings | undefined;
      error: string | undefined;
    },
    input: {} as { module: string },
    output: {} as { saved: SavedSettings | undefined },
    events: {} as { type: "settings.submit"; values: SettingValues } | { type: "dialog.close" },
    tags: {} as "busy",
  },
  actors: { save: stub<SavedSettings, { module: string; values: SettingValues }>("save") },
  actions: {
    keepValues: assign((_, values: SettingValues) => ({ values, error: undefined })),
    keepSaved: assign((_, saved: SavedSettings) => ({ saved })),
    keepError: assign((_, error: unknown) => ({ error: wordsOf(error) })),
  },
}).createMachine({
  id: "displaySettings",
  context: ({ input }) => ({ module: input.module, values: {}, saved: undefined, error: undefined }),
  initial: "editing",
  states: {
    editing: {
      on: {
        "settings.submit": { target: "saving", actions: { type: "keepValues", params: ({ event }) => event.values } },
        "dialog.close": "closed",
      },
    },
    saving: {
      tags: "busy",
      invoke: {
        id: "save",
        src: "save",
        input: ({ context }) => ({ module: context.module, values: context.values }),
        onDone: { target: "closed", actions: { type: "keepSaved", params: outputOf } },
        onError: { target: "editing", actions: { type: "keepError", params: errorOf } },
      },
    },
    closed: { type: "final" },
  },
  output: ({ context }) => ({ saved: context.saved }),
});
