import type { Actor, AnyActorLogic, AnyStateMachine, EmittedFrom, InputFrom, SimulatedClock } from "xstate";
import type { ActorInput, ActorName, ActorsOf, OutputArgument } from "./machineTypes.ts";
import { type ActorCall, startWithFakes } from "./startWithFakes.ts";

/** Call of a machine to one of its actors. */
export type CallOf<Machine extends AnyStateMachine, Name extends ActorName<Machine>> = ActorCall<
  Name,
  ActorInput<Machine, Name>,
  OutputArgument<Machine, Name>
>;

type AnyCallOf<Machine extends AnyStateMachine> = {
  [Name in ActorName<Machine>]: CallOf<Machine, Name>;
}[ActorName<Machine>];

/** Running machine with a simulated clock and fake actors, which the test ends. */
export interface GivenMachine<Machine extends AnyStateMachine> {
  readonly actor: Actor<Machine>;
  readonly clock: SimulatedClock;
  /** Calls so far, in order. */
  readonly calls: readonly AnyCallOf<Machine>[];
  /** Returns the last call to an actor. Throws without a call. */
  readonly call: <Name extends ActorName<Machine>>(actor: Name) => CallOf<Machine, Name>;
  readonly emitted: readonly EmittedFrom<Machine>[];
}

/** Starts a machine with fakes for all its actors except the given ones. Records emitted events from the first step on. */
export function givenMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  actors?: ActorsOf<Machine>,
): GivenMachine<Machine>;
// An overload, because the compiler cannot infer the actors of a generic machine through the fakes.
export function givenMachine(
  machine: AnyStateMachine,
  input: unknown,
  actors?: Readonly<Record<string, AnyActorLogic>>,
): unknown {
  return startWithFakes(machine, input, actors);
}
