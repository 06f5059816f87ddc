import { useEffect, useState } from "react";
import { type Actor, type ActorOptions, type AnyActorLogic, createActor, type InputFrom, type Snapshot } from "xstate";
import { useServices } from "../services/context.ts";

/** Machine with placeholders for actors, which `provide` replaces. */
interface Providable<Logic extends AnyActorLogic, Actors> {
  provide(implementations: { actors?: Actors }): Logic;
}

/** Actors that the method `provide` of a machine accepts. */
export type ProvidableActors<Machine> = Machine extends Providable<AnyActorLogic, infer Actors> ? Actors : never;

type Options<Logic extends AnyActorLogic> = Pick<ActorOptions<Logic>, "id">;

type InputAndOptions<Logic extends AnyActorLogic> =
  undefined extends InputFrom<Logic>
    ? [input?: InputFrom<Logic>, options?: Options<Logic>]
    : [input: InputFrom<Logic>, options?: Options<Logic>];

/**
 * Runs a machine as a child of the page's root actor while the component is mounted. The arguments of the first render
 * are used.
 */
export const useProvidedActor = <Logic extends AnyActorLogic, Actors>(
  machine: Providable<Logic, Actors>,
  createActors: () => NoInfer<Actors>,
  ...[input, options]: InputAndOptions<Logic>
): Actor<Logic> => {
  const { page: parent } = useServices();
  const [create] = useState(() => {
    const provided = machine.provide({ actors: createActors() });
    const actorOptions: ActorOptions<Logic> =
      input === undefined ? { ...options, parent } : { ...options, parent, input };
    return () => createActor(provided, actorOptions);
  });
  const [actor, setActor] = useState(create);
  // `useActorRef` would stop the actor itself, but XState forbids this for an actor with a parent. The actor is
  // therefore stopped by its parent, the root actor of the page.
  useEffect(() => {
    // StrictMode runs the effect again after the cleanup has stopped the actor. A stopped actor cannot be started
    // again, so a new one is created.
    const { status }: Snapshot<unknown> = actor.getSnapshot();
    if (status === "stopped") return setActor(create());
    actor.start();
    return () => parent.send({ type: "actor.stop", actor });
  }, [actor, create, parent]);
  return actor;
};
