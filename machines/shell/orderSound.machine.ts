import { assign, emit, setup } from "xstate";
import { type EnvironmentEvent, environmentStub } from "#machines/core/environment.ts";
import { callbackStub } from "#machines/core/stub.ts";
import type { LeadWon } from "./notifications.machine.ts";

/** Event after which the browser permits sound: the first click or key on the page. */
export interface InputMade {
  readonly type: "input.made";
}

/**
 * Number of order ids that are remembered. The live feed repeats the events of the last 30 s after a reconnection, and
 * a remembered order makes no second sound.
 */
const REMEMBERED = 100;

/**
 * Sound for new orders from the public shop. Only one of the tabs that show orders plays the sound, so the browser
 * plays one sound for each order (areas, section 9).
 */
export const orderSoundMachine = setup({
  types: {
    context: {} as {
      /** Ids of the latest shop orders that the live feed reported. An order that is reported again makes no sound. */
      readonly reportedIds: readonly number[];
    },
    events: {} as
      /**
       * `watch.start`: the tab shows orders, and the user wants the sound. `watch.stop`: the tab no longer shows
       * orders, or the user has switched the sound off.
       */
      { type: "watch.start" } | { type: "watch.stop" } | InputMade | LeadWon | EnvironmentEvent,
    emitted: {} as { type: "sound.play" },
  },
  actors: {
    environment: environmentStub,
    /**
     * Sends `input.made` at the first click or key. Sends the event immediately if the user has already clicked or
     * pressed a key.
     */
    firstInput: callbackStub("firstInput"),
    /** Leader election between the tabs that may play the sound. */
    lead: callbackStub("lead"),
  },
  actions: {
    remember: assign(({ context }, id: number | undefined) => ({
      reportedIds: id === undefined ? context.reportedIds : [...context.reportedIds, id].slice(-REMEMBERED),
    })),
    play: emit({ type: "sound.play" }),
  },
  guards: {
    isNewOrder: ({ context: { reportedIds } }, event: Extract<EnvironmentEvent, { type: "data.changed" }>) =>
      event.topic === "shopOrder" && event.id !== undefined && !reportedIds.includes(event.id),
  },
}).createMachine({
  id: "orderSound",
  context: { reportedIds: [] },
  invoke: { id: "environment", src: "environment" },
  on: {
    "data.changed": {
      guard: { type: "isNewOrder", params: ({ event }) => event },
      actions: { type: "remember", params: ({ event }) => event.id },
    },
  },
  initial: "off",
  states: {
    off: { on: { "watch.start": "arming" } },
    arming: {
      description: "Browsers permit no sound before the first click or key on the page.",
      invoke: { id: "firstInput", src: "firstInput", onError: "off" },
      on: { "input.made": "armed", "watch.stop": "off" },
    },
    armed: {
      invoke: { id: "lead", src: "lead", onError: "off" },
      on: { "watch.stop": "off" },
      initial: "waiting",
      states: {
        waiting: { description: "Another tab plays the sound.", on: { "lead.won": "playing" } },
        playing: {
          on: {
            "data.changed": {
              guard: { type: "isNewOrder", params: ({ event }) => event },
              actions: [{ type: "remember", params: ({ event }) => event.id }, "play"],
            },
          },
        },
      },
    },
  },
});
