import type { ActorRefFrom } from "xstate";
import { taskMachine } from "#machines/core/task.machine.ts";
import { useEmitted } from "./useEmitted.ts";
import { type ProvidableActors, useProvidedActor } from "./useProvidedActor.ts";

/** Runs the machine of a task while the component is mounted. `onDone` gets the number of changed records. */
export const useTask = (
  createActors: () => ProvidableActors<typeof taskMachine>,
  onDone: (count: number) => void,
): ActorRefFrom<typeof taskMachine> => {
  const task = useProvidedActor(taskMachine, createActors);
  useEmitted(task, { "task.done": ({ count }) => onDone(count) });
  return task;
};
