import type { ActorRefFrom } from "xstate";
import type { connectivityMachine } from "#machines/session/connectivity.machine.ts";

interface Told {
  send: (event: { type: "network.online" }) => void;
}

/** Tells each actor that it is given, for as long as the page lives, when calls are answered again. */
export type Reconnect = <Actor extends Told>(actor: Actor) => Actor;

/** Watches whether the server can be reached, for actors that outlive their screens. */
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
    return actor;
  };
};
