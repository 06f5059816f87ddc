import { type ActorRefFrom, fromCallback } from "xstate";
import type { EnvironmentEvent } from "#machines/core/environment.ts";
import type { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import type { FeedHub } from "./feedHub.ts";

/**
 * Returns the actor that sends page visibility, connectivity and the reports of the live feed to a machine. At its
 * start it sends only that the page is hidden or that the feed works.
 */
export const createEnvironment = (connectivity: ActorRefFrom<typeof connectivityMachine>, feed: FeedHub) =>
  fromCallback(({ sendBack }) => {
    const report = (event: EnvironmentEvent) => sendBack(event);
    const reportVisibility = () => report({ type: document.hidden ? "page.hide" : "page.show" });
    const hide = () => report({ type: "page.hide" });
    const { unsubscribe } = connectivity.on("*", report);
    const unsubscribeFeed = feed.subscribe(report);
    if (document.hidden) hide();
    if (feed.isLive()) report({ type: "feed.live" });
    document.addEventListener("visibilitychange", reportVisibility);
    addEventListener("pagehide", hide);
    return () => {
      unsubscribe();
      unsubscribeFeed();
      document.removeEventListener("visibilitychange", reportVisibility);
      removeEventListener("pagehide", hide);
    };
  });
