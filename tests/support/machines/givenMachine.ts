import type { Actor, AnyActorLogic, AnyStateMachine, EmittedFrom, InputFrom, SimulatedClock } from "xstate";
import type { ActorInput, ActorName, ActorsOf, OutputArgument } from "./machineTypes.ts";
import { type ActorCall, startWithFakes } from "./startWithFakes.ts";

/** Invocation of a fake actor by a machine. */
export type CallOf<Machine extends AnyStateMachine, Name extends ActorName<Machine>> = ActorCall<
  Name,
  ActorInput<Machine, Name>,
  OutputArgument<Machine, Name>
>;

type AnyCallOf<Machine extends AnyStateMachine> = {
  [Name in ActorName<Machine>]: CallOf<Machine, Name>;
}[ActorName<Machine>];

/** Running machine with a simulated clock and fake actors. The machine stops when the test ends. */
export interface GivenMachine<Machine extends AnyStateMachine> {
  readonly actor: Actor<Machine>;
  readonly clock: SimulatedClock;
  /** Invocations of fake actors, the earliest first. */
  readonly calls: readonly AnyCallOf<Machine>[];
  /** Returns the last invocation of an actor. Throws for an actor that was not invoked. */
  readonly call: <Name extends ActorName<Machine>>(actor: Name) => CallOf<Machine, Name>;
  readonly emitted: readonly EmittedFrom<Machine>[];
}

/** Starts a machine with fake actors, except those in `actors`, which are real. Records the emitted events. */
export function givenMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  actors?: ActorsOf<Machine>,
): GivenMachine<Machine>;
// The compiler cannot infer the actors of a generic machine, so the implementation signature accepts any machine.
export function givenMachine(
  machine: AnyStateMachine,
  input: unknown,
  actors?: Readonly<Record<string, AnyActorLogic>>,
): unknown {
  return startWithFakes(machine, input, actors);
}
