import { type AnyActorRef, type AnyMachineSnapshot, getNextTransitions, type InspectionEvent } from "xstate";
import { type LiveActor, MAX_STEPS, type TrailStep } from "#machines/inspector/inspector.ts";
import { mask } from "../trail/mask.ts";
import { activeStates, machineOf, stepOf, titleOf } from "../trail/step.ts";
import { type BusMessage, openBus, tab } from "./bus.ts";

const actors = new Map<string, AnyActorRef>();

/** Sender of each event. The senders are recorded, because the inspection of a microstep does not contain them. */
const senders = new WeakMap<object, object>();

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
    parent: actor._parent?.sessionId,
    machine,
    title: titleOf(actor, snapshot),
    states: activeStates(snapshot),
    context: mask(snapshot.context),
    next: snapshot.status === "active" ? nextOf(snapshot) : [],
  };
};

/** True after the user has left the page. The states of the page's actors are then no longer sent. */
let isLeft = false;

/**
 * Sends the state of an actor to the inspector page. A stopped actor is not sent, because the inspector page would
 * never remove it.
 */
const postActor = (actor: AnyActorRef) => {
  if (isLeft) return;
  const machine = machineOf(actor);
  if (machine === undefined || actors.get(actor.sessionId) !== actor) return;
  if (actor.getSnapshot()?.status === "active") bus.post({ type: "actor", actor: describe(actor, machine) });
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
  isLeft = true;
  for (const session of actors.keys()) bus.post({ type: "stopped", tab, session });
});

// "Back" may restore the page with its running machines (back/forward cache). At `pagehide` the inspector removed
// the page's actors, so all actors are sent again.
addEventListener("pageshow", () => {
  isLeft = false;
  for (const actor of actors.values()) postActor(actor);
});

const isActor = (ref: object): ref is AnyActorRef => "getSnapshot" in ref && "send" in ref;

const watch = (actor: AnyActorRef) => {
  const drop = () => {
    actors.delete(actor.sessionId);
    bus.post({ type: "stopped", tab, session: actor.sessionId });
  };
  actors.set(actor.sessionId, actor);
  actor.subscribe({ complete: drop, error: drop });
};

/**
 * Sends the steps of this tab's machines, and the state after each step, to the inspector page. Used as the inspection
 * callback of XState.
 */
export const report = (inspected: InspectionEvent): void => {
  const { actorRef } = inspected;
  if (inspected.type === "@xstate.event" && inspected.sourceRef) senders.set(inspected.event, inspected.sourceRef);
  if (!isActor(actorRef) || machineOf(actorRef) === undefined) return;
  if (!actors.has(actorRef.sessionId)) watch(actorRef);
  const stepAlone = stepOf(inspected, Date.now());
  if (!stepAlone || inspected.type !== "@xstate.microstep") return;
  const sender = senders.get(inspected.event);
  const step = { ...stepAlone, sender: sender && machineOf(sender) };
  steps = [...steps.slice(1 - MAX_STEPS), step];
  bus.post({ type: "steps", tab, steps: [step] });
  // The state is sent after the macrostep, because the actor still has its old snapshot during a microstep.
  queueMicrotask(() => postActor(actorRef));
};
