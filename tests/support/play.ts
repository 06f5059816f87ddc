import type { AnyEventObject, AnyStateMachine } from "xstate";
import { statesOf } from "#machines/support/graph.ts";
import type { NamedModel, Path } from "./cover.ts";
import { type GivenMachine, givenMachine } from "./machines.ts";
import { settled } from "./settled.ts";

const invokedBy = (machine: AnyStateMachine, id: string): string => {
  const invoked = statesOf(machine.root).flatMap((node) => node.invoke);
  return String(invoked.find((one) => one.id === id)?.src ?? id);
};

const delayOf = (machine: AnyStateMachine, type: string): number => {
  const [, name = ""] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  const ms: unknown = Reflect.get(machine.implementations.delays, name);
  if (typeof ms !== "number") throw new Error(`The delay ${name} is no number of milliseconds`);
  return ms;
};

const happen = (
  machine: AnyStateMachine,
  { actor, call, clock }: GivenMachine<AnyStateMachine>,
  event: AnyEventObject,
) => {
  const [, how, id = ""] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  if (how === "done") return call(invokedBy(machine, id)).answer(event["output"]);
  if (how === "error") return call(invokedBy(machine, id)).fail(event["error"]);
  if (event.type.startsWith("xstate.after.")) return clock.increment(delayOf(machine, event.type));
  return actor.send(event);
};

/** Takes a covering path on the machine with fakes; gives the states that it was seen in, the first included. Throws where the model says that a step cannot happen there. */
export const playWithFakes = async <Name extends string, Start extends string, Unreal extends Name>(
  { machine, starts, when }: NamedModel<Name, Start, Unreal>,
  { start, steps }: Path<NoInfer<Name>, Start>,
): Promise<unknown[]> => {
  const given = givenMachine(machine, starts[start]);
  const seen: unknown[] = [given.actor.getSnapshot().value];
  for (const { name, event } of steps) {
    if (when?.[name]?.(given.actor.getSnapshot()) === false) throw new Error(`The model has no "${name}" here`);
    happen(machine, given, event);
    await settled();
    seen.push(given.actor.getSnapshot().value);
  }
  return seen;
};
