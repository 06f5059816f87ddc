import { test } from "@playwright/test";
import type { StateValue } from "xstate";
import type { Path } from "../../machines/coveringPaths.ts";
import type { holding } from "./calls.ts";

/** Takes a path in the browser: makes each step happen while all calls are held, and waits until its state is shown. */
export const takePath = async <Name extends string>(
  { state, steps }: Path<Name, string>,
  calls: readonly Awaited<ReturnType<typeof holding>>[],
  happen: Record<Name, () => Promise<unknown>>,
  shows: (state: StateValue) => Promise<void>,
): Promise<void> => {
  await shows(state);
  for (const { name, to } of steps)
    await test.step(name, async () => {
      for (const { hold } of calls) hold();
      await happen[name]();
      await shows(to);
    });
};
