import { type ActorRefFrom, fromCallback } from "xstate";
import type { connectivityMachine } from "./connectivity.machine.ts";

/**
 * Returns an `environment` actor that reports only connectivity, for machines that do not depend on page visibility.
 */
export const networkEnvironment = (connectivity: ActorRefFrom<typeof connectivityMachine>) =>
  fromCallback(({ sendBack }) => {
    const { unsubscribe } = connectivity.on("*", sendBack);
    return unsubscribe;
  });
