import {
  type AnyActorLogic,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromPromise,
  SimulatedClock,
} from "xstate";
import { requireName } from "./names.ts";

/** Invocation of a fake actor by a machine. The test determines the outcome of the invocation. */
export interface ActorCall<Name extends string, Input, Output extends readonly unknown[]> {
  readonly actor: Name;
  readonly input: Input;
  /** Abort signal of the invocation. The signal is aborted when the machine leaves the invoking state. */
  readonly signal: AbortSignal;
  readonly answer: (...output: Output) => void;
  readonly fail: (error?: unknown) => void;
}

type UntypedCall = ActorCall<string, unknown, [output?: unknown]>;

/**
 * Starts a machine with fake actors, except those in `actors`, which are real. Records the emitted events. Throws if
 * the machine declares no actor with a name in `actors`.
 */
export const startWithFakes = (
  machine: AnyStateMachine,
  input: unknown,
  actors: Readonly<Record<string, AnyActorLogic>> = {},
) => {
  const names = Object.keys(machine.implementations.actors);
  for (const name of Object.keys(actors)) requireName(machine, "actor", name, names);
  const calls: UntypedCall[] = [];
  const emitted: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const fake = (name: string) =>
    fromPromise(
      ({ input: given, signal }) =>
        new Promise((resolve, reject) => {
          let isEnded = false;
          const end = (finish: () => void) => {
            if (isEnded) throw new Error(`machine "${machine.id}": this call of "${name}" has already ended`);
            isEnded = true;
            finish();
          };
          calls.push({
            actor: name,
            input: given,
            signal,
            answer: (output) => end(() => resolve(output)),
            fail: (error = new Error("fault")) => end(() => reject(error)),
          });
        }),
    );
  const fakes = Object.fromEntries(names.map((name) => [name, fake(name)]));
  const actor = createActor(machine.provide({ actors: { ...fakes, ...actors } }), { input, clock });
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  const call = (name: string): UntypedCall => {
    requireName(machine, "actor", name, names);
    const last = calls.findLast((one) => one.actor === name);
    const called = calls.map((one) => one.actor).join(", ") || "none";
    if (!last) throw new Error(`machine "${machine.id}" has not called "${name}"; it called ${called}`);
    return last;
  };
  return { actor, clock, calls, call, emitted };
};
