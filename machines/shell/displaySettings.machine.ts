import { assign, setup } from "xstate";
import { type Failure, failureOf } from "#machines/core/failure.ts";
import { outputOf } from "#machines/core/outputOf.ts";
import { stub } from "#machines/core/stub.ts";
import type { SavedSettings } from "./settings.ts";

/** Display settings of one module, by setting name. */
export type SettingValues = Readonly<Record<string, number>>;

/**
 * Dialog with the display settings of one module (platform, section 2). Its output is the saved settings, or undefined
 * if the user cancelled.
 */
export const displaySettingsMachine = setup({
  types: {
    context: {} as {
      module: string;
      values: SettingValues;
      saved: SavedSettings | undefined;
      failure: Failure | undefined;
    },
    input: {} as { module: string },
    output: {} as { saved: SavedSettings | undefined },
    events: {} as { type: "settings.submit"; values: SettingValues } | { type: "dialog.close" },
    tags: {} as "busy",
  },
  actors: { save: stub<SavedSettings, { module: string; values: SettingValues }>("save") },
  actions: {
    keepValues: assign((_, values: SettingValues) => ({ values, failure: undefined })),
    keepSaved: assign((_, saved: SavedSettings) => ({ saved })),
    keepFailure: assign((_, failure: Failure) => ({ failure })),
  },
}).createMachine({
  id: "displaySettings",
  context: ({ input }) => ({ module: input.module, values: {}, saved: undefined, failure: undefined }),
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
        onError: { target: "editing", actions: { type: "keepFailure", params: failureOf } },
      },
    },
    closed: { type: "final" },
  },
  output: ({ context }) => ({ saved: context.saved }),
});
