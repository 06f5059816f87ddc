import {
  type ActorRefFrom,
  type AnyStateMachine,
  createActor,
  type EmittedFrom,
  fromPromise,
  type InputFrom,
  SimulatedClock,
} from "xstate";

/** A call that a machine made to one of its actors and that is still to be answered. */
export interface Call {
  readonly actor: string;
  readonly input: unknown;
  /** Aborted when the machine left the state that made the call. */
  readonly signal: AbortSignal;
  readonly answer: (output?: unknown) => void;
  readonly fail: (error?: unknown) => void;
}

/** A machine in a world of its own: its clock stands still, its actors answer when the test says so. */
export interface GivenMachine<Machine extends AnyStateMachine> {
  readonly actor: ActorRefFrom<Machine>;
  readonly clock: SimulatedClock;
  /** Every call made so far, in order. */
  readonly calls: readonly Call[];
  /** The last call to an actor; throws when there was none. */
  readonly call: (actor: string) => Call;
  /** Everything that the machine has emitted. */
  readonly emitted: readonly EmittedFrom<Machine>[];
}

/** Starts a machine with fakes for all its actors but those given, listening before its first step. */
export const givenMachine = <Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  actors: Machine["implementations"]["actors"] = {},
): GivenMachine<Machine> => {
  const calls: Call[] = [];
  const emitted: EmittedFrom<Machine>[] = [];
  const clock = new SimulatedClock();
  const fake = (actor: string) =>
    fromPromise(
      ({ input: asked, signal }) =>
        new Promise((answer, reject) => {
          calls.push({ actor, input: asked, signal, answer, fail: (error = new Error("fault")) => reject(error) });
        }),
    );
  const fakes = Object.fromEntries(Object.keys(machine.implementations.actors).map((name) => [name, fake(name)]));
  const actor = createActor(machine.provide({ actors: { ...fakes, ...actors } }), { input, clock });
  actor.on("*", (event) => emitted.push(event as EmittedFrom<Machine>));
  actor.start();
  const call = (name: string): Call => {
    const last = calls.findLast((one) => one.actor === name);
    if (!last) throw new Error(`"${name}" was not called; called were: ${calls.map((one) => one.actor).join(", ")}`);
    return last;
  };
  return { actor: actor as ActorRefFrom<Machine>, clock, calls, call, emitted };
};
