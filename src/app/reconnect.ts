import type { ActorRefFrom } from "xstate";
import type { connectivityMachine } from "#machines/session/connectivity.machine.ts";

interface Told {
  send: (event: { type: "network.online" }) => void;
}

/** Tells an actor whenever calls are answered again; answers how to tell it no more. */
export type Reconnect = (actor: Told) => () => void;

/** Watches whether the server can be reached, for whoever waits for it. */
export const createReconnect = (connectivity: ActorRefFrom<typeof connectivityMachine>): Reconnect => {
  const told = new Set<Told>();
  let wasAway = false;
  connectivity.subscribe((state) => {
    const isAway = state.matches("away");
    if (wasAway && !isAway) for (const actor of told) actor.send({ type: "network.online" });
    wasAway = isAway;
  });
  return (actor) => {
    told.add(actor);
    return () => told.delete(actor);
  };
};
