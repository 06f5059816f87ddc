import { assign, setup } from "xstate";
import { type LiveActor, readTrail, type TabStep, withActor, withoutActor, withSteps } from "./inspector.ts";

/** Inspector that shows the running machines of the other tabs, or replays recorded steps. */
export const inspectorMachine = setup({
  types: {
    context: {} as {
      actors: readonly LiveActor[];
      steps: readonly TabStep[];
      machine: string;
      /** Index of the recorded step that is shown. */
      at: number;
    },
    input: {} as { machine: string },
    events: {} as
      | { type: "steps.came"; steps: readonly TabStep[] }
      | { type: "actor.came"; actor: LiveActor }
      | { type: "actor.gone"; tab: string; session: string }
      | { type: "machine.choose"; machine: string }
      | { type: "trail.paste"; text: string }
      | { type: "replay.to"; at: number }
      | { type: "replay.follow" },
  },
  guards: {
    hasSteps: (_, text: string) => readTrail(text).length > 0,
    isThere: ({ context }, at: number) => at >= 0 && at < context.steps.length,
  },
  actions: {
    keepSteps: assign(({ context }, steps: readonly TabStep[]) => ({ steps: withSteps(context.steps, steps) })),
    keepActor: assign(({ context }, actor: LiveActor) => ({ actors: withActor(context.actors, actor) })),
    dropActor: assign(({ context }, gone: { tab: string; session: string }) => ({
      actors: withoutActor(context.actors, gone),
    })),
    chooseMachine: assign((_, machine: string) => ({ machine })),
    showTrail: assign((_, text: string) => ({ steps: readTrail(text), at: 0 })),
    walkTo: assign((_, at: number) => ({ at })),
    /** Selects the machine of the current step, so that its drawing is shown. */
    followStep: assign(({ context }) => ({ machine: context.steps[context.at]?.machine ?? context.machine })),
  },
}).createMachine({
  id: "inspector",
  context: ({ input }) => ({ actors: [], steps: [], machine: input.machine, at: 0 }),
  initial: "following",
  on: {
    "actor.came": { actions: { type: "keepActor", params: ({ event }) => event.actor } },
    "actor.gone": { actions: { type: "dropActor", params: ({ event }) => event } },
    "machine.choose": { actions: { type: "chooseMachine", params: ({ event }) => event.machine } },
    "replay.to": {
      guard: { type: "isThere", params: ({ event }) => event.at },
      target: ".walking",
      actions: [{ type: "walkTo", params: ({ event }) => event.at }, "followStep"],
    },
    "trail.paste": {
      guard: { type: "hasSteps", params: ({ event }) => event.text },
      target: ".walking",
      actions: [{ type: "showTrail", params: ({ event }) => event.text }, "followStep"],
    },
  },
  states: {
    following: {
      description: "Steps of the other tabs are shown live.",
      on: { "steps.came": { actions: { type: "keepSteps", params: ({ event }) => event.steps } } },
    },
    walking: {
      description:
        "The list of steps does not change during a replay. Steps that happen during the replay are requested after it.",
      on: { "replay.follow": "following" },
    },
  },
});
