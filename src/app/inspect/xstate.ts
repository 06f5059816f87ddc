// Replaces XState in inspectable builds: every started machine reports to the page of machines.
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

/** `createActor` of XState with the reporter as an inspector. */
// The cast keeps the overloads, which a wrapper cannot declare again.
export const createActor = ((logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>) =>
  start(logic, {
    ...options,
    inspect: (inspected: InspectionEvent) => {
      report(inspected);
      notify(options?.inspect, inspected);
      notify(statelyInspect, inspected);
    },
  })) as typeof start;
