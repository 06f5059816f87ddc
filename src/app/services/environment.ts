import { type ActorRefFrom, fromCallback } from "xstate";
import type { EnvironmentEvent } from "#machines/core/environment.ts";
import type { connectivityMachine } from "#machines/session/connectivity.machine.ts";

/** Returns the actor that reports page visibility and connectivity to its parent machine. */
export const createEnvironment = (connectivity: ActorRefFrom<typeof connectivityMachine>) =>
  fromCallback(({ sendBack }) => {
    const report = (event: EnvironmentEvent) => sendBack(event);
    const reportVisibility = () => report({ type: document.hidden ? "page.hide" : "page.show" });
    const hide = () => report({ type: "page.hide" });
    const { unsubscribe } = connectivity.on("*", report);
    if (document.hidden) hide();
    document.addEventListener("visibilitychange", reportVisibility);
    addEventListener("pagehide", hide);
    return () => {
      unsubscribe();
      document.removeEventListener("visibilitychange", reportVisibility);
      removeEventListener("pagehide", hide);
    };
  });
