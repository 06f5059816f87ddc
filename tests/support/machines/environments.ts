import { fromCallback } from "xstate";
import type { EnvironmentEvent } from "#machines/core/environment.ts";

/** Environment of a visible page whose network never changes. */
export const steadyEnvironment = fromCallback(() => {});

/** Returns an environment, and a function that sends an event to every machine that invokes it. */
export const givenEnvironment = () => {
  const listeners = new Set<(event: EnvironmentEvent) => void>();
  const environment = fromCallback(({ sendBack }) => {
    const listen = (event: EnvironmentEvent) => sendBack(event);
    listeners.add(listen);
    return () => {
      listeners.delete(listen);
    };
  });
  return {
    environment,
    report: (event: EnvironmentEvent) => {
      for (const listen of listeners) listen(event);
    },
  };
};
