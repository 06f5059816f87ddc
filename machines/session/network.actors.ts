import { type ActorRefFrom, fromCallback } from "xstate";
import type { connectivityMachine } from "./connectivity.machine.ts";

/** Returns an environment without a page: it reports only when the server stops answering and when it answers again. */
export const networkEnvironment = (connectivity: ActorRefFrom<typeof connectivityMachine>) =>
  fromCallback(({ sendBack }) => {
    const { unsubscribe } = connectivity.on("*", sendBack);
    return unsubscribe;
  });
