import type { FeedReport } from "#machines/core/environment.ts";

/** Passes the reports of the live feed to the machines of the page. */
export interface FeedHub {
  readonly isLive: () => boolean;
  readonly report: (report: FeedReport) => void;
  readonly subscribe: (listener: (report: FeedReport) => void) => () => void;
}

/** Creates the hub. The feed is not live until it says so. */
export const createFeedHub = (): FeedHub => {
  const listeners = new Set<(report: FeedReport) => void>();
  let isLive = false;
  return {
    isLive: () => isLive,
    report: (report) => {
      if (report.type !== "data.changed") isLive = report.type === "feed.live";
      for (const listener of listeners) listener(report);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
