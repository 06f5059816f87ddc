import { fromCallback } from "xstate";
import type { EnvironmentEvent } from "#machines/core/environment.ts";

/** Fake environment actor without events: the page stays visible and the network unchanged. */
export const steadyEnvironment = fromCallback(() => {});

/** Returns a fake environment actor, and a function that sends an event to every machine that invokes this actor. */
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
