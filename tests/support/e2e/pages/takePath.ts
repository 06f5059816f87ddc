import { test } from "@playwright/test";
import type { StateValue } from "xstate";
import type { Path } from "../../machines/coveringPaths.ts";
import type { holdCalls } from "./calls.ts";

/**
 * Takes a path of events in the browser. Holds the requests of `calls` before each event, and checks after each event
 * that the screen shows the expected state.
 */
export const takePath = async <Name extends string>(
  { state, steps }: Path<Name, string>,
  calls: readonly Awaited<ReturnType<typeof holdCalls>>[],
  actions: Record<Name, () => Promise<unknown>>,
  shows: (state: StateValue) => Promise<void>,
): Promise<void> => {
  await shows(state);
  for (const { name, to } of steps)
    await test.step(name, async () => {
      for (const { hold } of calls) hold();
      await actions[name]();
      await shows(to);
    });
};
