import { type AnyActorRef, type AnyMachineSnapshot, getNextTransitions, type InspectionEvent } from "xstate";
import { type LiveActor, MAX_STEPS, type TrailStep } from "#machines/inspector/inspector.ts";
import { mask } from "../trail/mask.ts";
import { activeStates, machineOf, stepOf } from "../trail/step.ts";
import { type BusMessage, openBus, tab } from "./bus.ts";

const actors = new Map<string, AnyActorRef>();

let steps: readonly TrailStep[] = [];

const nextOf = (snapshot: AnyMachineSnapshot): string[] => {
  const types = getNextTransitions(snapshot).map(({ eventType }) => eventType);
  return [...new Set(types)].filter((type) => type !== "" && !type.startsWith("xstate."));
};

const describe = (actor: AnyActorRef, machine: string): LiveActor => {
  const snapshot: AnyMachineSnapshot = actor.getSnapshot();
  return {
    tab,
    session: actor.sessionId,
    machine,
    states: activeStates(snapshot),
    context: mask(snapshot.context),
    next: snapshot.status === "active" ? nextOf(snapshot) : [],
  };
};

const postActor = (actor: AnyActorRef) => {
  const machine = machineOf(actor);
  if (machine !== undefined && actor.getSnapshot()) bus.post({ type: "actor", actor: describe(actor, machine) });
};

const receive = (message: BusMessage) => {
  if (message.type === "hello") {
    bus.post({ type: "steps", tab, steps });
    for (const actor of actors.values()) postActor(actor);
  }
  if (message.type === "send" && message.tab === tab) actors.get(message.session)?.send(message.event);
};

const bus = openBus(receive);

addEventListener("pagehide", () => {
  for (const session of actors.keys()) bus.post({ type: "stopped", tab, session });
});

const isActor = (ref: object): ref is AnyActorRef => "getSnapshot" in ref && "send" in ref;

const watch = (actor: AnyActorRef) => {
  actors.set(actor.sessionId, actor);
  actor.subscribe({
    complete: () => {
      actors.delete(actor.sessionId);
      bus.post({ type: "stopped", tab, session: actor.sessionId });
    },
  });
};

/** XState inspector that sends the steps of this tab's machines to the inspector page. */
export const report = (inspected: InspectionEvent): void => {
  const { actorRef } = inspected;
  if (!isActor(actorRef) || machineOf(actorRef) === undefined) return;
  if (!actors.has(actorRef.sessionId)) watch(actorRef);
  const step = stepOf(inspected, Date.now());
  if (!step) return;
  steps = [...steps.slice(1 - MAX_STEPS), step];
  bus.post({ type: "steps", tab, steps: [step] });
  // The actor's state is sent after the macrostep. During a microstep its snapshot is still the old one.
  queueMicrotask(() => postActor(actorRef));
};
