// Replaces the module `xstate` in builds for inspection. Each machine that starts then reports its steps to the
// inspector page.
import {
  type ActorOptions,
  type AnyActorLogic,
  type InspectionEvent,
  type Observer,
  createActor as start,
} from "xstate";
import { report } from "./reporter.ts";

export * from "xstate";

type Inspect = ((inspected: InspectionEvent) => void) | Observer<InspectionEvent> | undefined;

const notify = (inspect: Inspect, inspected: InspectionEvent) => {
  if (typeof inspect === "function") inspect(inspected);
  else inspect?.next?.(inspected);
};

let statelyInspect: Inspect;

if (new URLSearchParams(location.search).get("inspect") === "stately") {
  const { createBrowserInspector } = await import("@statelyai/inspect");
  statelyInspect = createBrowserInspector().inspect;
}

/** `createActor` of XState, with a callback that reports the steps of the actor. */
// The wrapper does not declare the overloads of `createActor`, so it is cast to the type of XState's function.
export const createActor = ((logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>) =>
  start(logic, {
    ...options,
    inspect: (inspected: InspectionEvent) => {
      report(inspected);
      notify(options?.inspect, inspected);
      notify(statelyInspect, inspected);
    },
  })) as typeof start;
