import type { AnyActorLogic, AnyStateMachine, InputFrom, OutputFrom, SnapshotFrom } from "xstate";

type Implementations<Machine extends AnyStateMachine> = Parameters<Machine["provide"]>[0];

/** Actors that a machine declares in `setup`, keyed by name. */
export type ActorsOf<Machine extends AnyStateMachine> = NonNullable<Implementations<Machine>["actors"]>;

// `Extract` instead of `keyof … & string` makes the compiler list the valid names in its error message.
export type ActorName<Machine extends AnyStateMachine> = Extract<keyof ActorsOf<Machine>, string>;

export type DelayName<Machine extends AnyStateMachine> = Extract<
  keyof NonNullable<Implementations<Machine>["delays"]>,
  string
>;

/** Full id of a state, including the ids of its parents, such as `session.active.fresh`. */
export type StateId<Machine extends AnyStateMachine> = Extract<
  keyof ReturnType<SnapshotFrom<Machine>["getMeta"]>,
  string
>;

type Logic<Machine extends AnyStateMachine, Name extends ActorName<Machine>> = Extract<
  ActorsOf<Machine>[Name],
  AnyActorLogic
>;

export type ActorInput<Machine extends AnyStateMachine, Name extends ActorName<Machine>> = InputFrom<
  Logic<Machine, Name>
>;

export type ActorOutput<Machine extends AnyStateMachine, Name extends ActorName<Machine>> = OutputFrom<
  Logic<Machine, Name>
>;

/** Argument list for the output of an actor. The argument is optional if the output may be undefined. */
export type OutputArgument<Machine extends AnyStateMachine, Name extends ActorName<Machine>> =
  undefined extends ActorOutput<Machine, Name>
    ? [output?: ActorOutput<Machine, Name>]
    : [output: ActorOutput<Machine, Name>];
