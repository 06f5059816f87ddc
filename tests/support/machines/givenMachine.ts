import type { Actor, AnyActorLogic, AnyStateMachine, EmittedFrom, InputFrom, SimulatedClock } from "xstate";
import type { ActorInput, ActorName, ActorsOf, OutputArgument } from "./machineTypes.ts";
import { type ActorCall, startWithFakes } from "./startWithFakes.ts";

/** Call to the actor of that name. */
export type CallOf<Machine extends AnyStateMachine, Name extends ActorName<Machine>> = ActorCall<
  Name,
  ActorInput<Machine, Name>,
  OutputArgument<Machine, Name>
>;

type AnyCallOf<Machine extends AnyStateMachine> = {
  [Name in ActorName<Machine>]: CallOf<Machine, Name>;
}[ActorName<Machine>];

/** Running machine whose clock stands still and whose actors end when the test says so. */
export interface GivenMachine<Machine extends AnyStateMachine> {
  readonly actor: Actor<Machine>;
  readonly clock: SimulatedClock;
  /** Calls so far, in order. */
  readonly calls: readonly AnyCallOf<Machine>[];
  /** Returns the last call to an actor; throws when there was none. */
  readonly call: <Name extends ActorName<Machine>>(actor: Name) => CallOf<Machine, Name>;
  readonly emitted: readonly EmittedFrom<Machine>[];
}

/** Starts a machine with fakes for all its actors but those given; listens before its first step. */
export function givenMachine<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  actors?: ActorsOf<Machine>,
): GivenMachine<Machine>;
// An overload, since the compiler cannot follow the names and types of a generic machine's actors through the fakes.
export function givenMachine(
  machine: AnyStateMachine,
  input: unknown,
  actors?: Readonly<Record<string, AnyActorLogic>>,
): unknown {
  return startWithFakes(machine, input, actors);
}
