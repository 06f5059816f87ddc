import { test } from "@playwright/test";
import type { StateValue } from "xstate";
import type { Path } from "../../support/cover.ts";
import type { holding } from "./calls.ts";

/** Takes a path from the state that it starts in: at each step something happens while all calls are held, and its state is seen. */
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
