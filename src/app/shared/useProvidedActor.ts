import { useEffect, useState } from "react";
import { type Actor, type ActorOptions, type AnyActorLogic, createActor, type InputFrom, type Snapshot } from "xstate";
import { useServices } from "../services/context.ts";

/** Machine whose actors are placeholders until `provide` replaces them. */
interface Providable<Logic extends AnyActorLogic, Actors> {
  provide(implementations: { actors?: Actors }): Logic;
}

/** Actors that `provide` of a machine accepts. */
export type ProvidableActors<Machine> = Machine extends Providable<AnyActorLogic, infer Actors> ? Actors : never;

type Options<Logic extends AnyActorLogic> = Pick<ActorOptions<Logic>, "id">;

type InputAndOptions<Logic extends AnyActorLogic> =
  undefined extends InputFrom<Logic>
    ? [input?: InputFrom<Logic>, options?: Options<Logic>]
    : [input: InputFrom<Logic>, options?: Options<Logic>];

/**
 * Runs a machine with the given actors under the page's root actor while the component is mounted. The arguments are
 * read only at the first render.
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
  // The page stops the actor. `useActorRef` would stop it directly, which XState does not allow for an actor with a
  // parent.
  useEffect(() => {
    // StrictMode runs the effect again after its cleanup. A stopped actor cannot run again, so a new one is needed.
    const { status }: Snapshot<unknown> = actor.getSnapshot();
    if (status === "stopped") return setActor(create());
    actor.start();
    return () => parent.send({ type: "actor.stop", actor });
  }, [actor, create, parent]);
  return actor;
};
