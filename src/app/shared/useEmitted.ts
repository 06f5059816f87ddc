import { useEffect, useEffectEvent } from "react";
import type { ActorRef, EventObject, Snapshot } from "xstate";

type Emitter<Emitted extends EventObject> = Pick<ActorRef<Snapshot<unknown>, never, Emitted>, "on">;

type Handlers<Emitted extends EventObject> = {
  readonly [Type in Emitted["type"]]?: (event: Extract<Emitted, { type: Type }>) => void;
};

/**
 * Calls `handlers` for the events that an actor emits while the component is mounted. The handlers of the latest render
 * are called.
 */
export const useEmitted = <Emitted extends EventObject>(actor: Emitter<Emitted>, handlers: Handlers<Emitted>): void => {
  const handle = useEffectEvent((event: Emitted) => {
    const handler: unknown = Reflect.get(handlers, event.type);
    if (typeof handler === "function") handler(event);
  });
  useEffect(() => {
    const { unsubscribe } = actor.on("*", (event) => handle(event));
    return unsubscribe;
  }, [actor]);
};
