import { type ActorRefFrom, fromCallback } from "xstate";
import type { connectivityMachine } from "./connectivity.machine.ts";

/** Returns an `environment` actor for machines without a page. It reports connectivity only, not page visibility. */
export const networkEnvironment = (connectivity: ActorRefFrom<typeof connectivityMachine>) =>
  fromCallback(({ sendBack }) => {
    const { unsubscribe } = connectivity.on("*", sendBack);
    return unsubscribe;
  });
