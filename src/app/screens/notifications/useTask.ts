import { useActorRef } from "@xstate/react";
import { useEffect, useState } from "react";
import type { ActorRefFrom } from "xstate";
import { taskMachine } from "#machines/support/task.machine.ts";

/** Starts the machine of one task; `actors` are read once, `done` hears how many things it was done to. */
export const useTask = (
  actors: Parameters<typeof taskMachine.provide>[0]["actors"],
  done: (count: number) => void,
): ActorRefFrom<typeof taskMachine> => {
  const [machine] = useState(() => taskMachine.provide({ ...(actors && { actors }) }));
  const task = useActorRef(machine);
  useEffect(() => {
    const { unsubscribe } = task.on("task.done", ({ count }) => done(count));
    return unsubscribe;
  }, [task, done]);
  return task;
};
