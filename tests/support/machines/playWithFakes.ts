import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, StateValue } from "xstate";
import { statesOf } from "#machines/inspector/graph.ts";
import type { NamedModel, Path } from "./coveringPaths.ts";
import { type DescribedStep, describePath, describeState } from "./describe.ts";
import { flushPromises } from "./flushPromises.ts";
import { startWithFakes } from "./startWithFakes.ts";

const actorOf = (machine: AnyStateMachine, id: string): string => {
  const invoked = statesOf(machine.root).flatMap((node) => node.invoke);
  return String(invoked.find((one) => one.id === id)?.src ?? id);
};

const delayOf = (machine: AnyStateMachine, name: string, snapshot: AnyMachineSnapshot): number => {
  const delay: unknown = Reflect.get(machine.implementations.delays, name);
  const ms: unknown = typeof delay === "function" ? delay({ context: snapshot.context }) : delay;
  if (typeof ms !== "number")
    throw new Error(`machine "${machine.id}": the delay "${name}" is no number of milliseconds`);
  return ms;
};

const play = (machine: AnyStateMachine, given: ReturnType<typeof startWithFakes>, event: AnyEventObject): void => {
  const [, end, id = ""] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(event.type) ?? [];
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(event.type) ?? [];
  if (end === "done") given.call(actorOf(machine, id)).answer(event["output"]);
  else if (end === "error") given.call(actorOf(machine, id)).fail(event["error"]);
  else if (delay) given.clock.increment(delayOf(machine, delay, given.actor.getSnapshot()));
  else given.actor.send(event);
};

/**
 * Takes a path through a machine with fake actors. Throws if the machine leaves the path, if the model excludes the
 * next event in the current situation, or if the next event is the end of an actor that the machine has not invoked.
 */
export const playWithFakes = async <Name extends string, Start extends string, Unreal extends Name>(
  { machine, starts, when }: NamedModel<Name, Start, Unreal>,
  { start, state, steps }: Path<NoInfer<Name>, Start>,
): Promise<void> => {
  const input = starts[start];
  const given = startWithFakes(machine, input);
  const taken: DescribedStep[] = [];
  const require = (isTrue: boolean, cause: string) => {
    if (!isTrue) throw new Error(`machine "${machine.id}" ${cause}\nPath:\n${describePath(input, state, taken)}`);
  };
  const requireState = (expected: StateValue, what: string) => {
    const value = describeState(given.actor.getSnapshot().value);
    require(value === describeState(expected), `is in ${value} ${what}, not in ${describeState(expected)}`);
  };
  requireState(state, "at the start");
  for (const { name, event, to } of steps) {
    const snapshot = given.actor.getSnapshot();
    require(when?.[name]?.(snapshot) ?? true, `excludes "${name}" in ${describeState(snapshot.value)}`);
    play(machine, given, event);
    await flushPromises();
    taken.push({ event, to });
    requireState(to, `after "${name}"`);
  }
};
