// Takes the place of XState in builds that can be inspected: every machine that is started reports what it does.
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

const tell = (inspect: Inspect, inspected: InspectionEvent) => {
  if (typeof inspect === "function") inspect(inspected);
  else inspect?.next?.(inspected);
};

let hosted: Inspect;

if (new URLSearchParams(location.search).get("inspect") === "stately") {
  const { createBrowserInspector } = await import("@statelyai/inspect");
  hosted = createBrowserInspector().inspect;
}

/** XState's own, with the reporter listening. */
// Its overloads, which ask for options only where a machine has an input, cannot be said again by a wrapper.
export const createActor = ((logic: AnyActorLogic, options?: ActorOptions<AnyActorLogic>) =>
  start(logic, {
    ...options,
    inspect: (inspected: InspectionEvent) => {
      report(inspected);
      tell(options?.inspect, inspected);
      tell(hosted, inspected);
    },
  })) as typeof start;
