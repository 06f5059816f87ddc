import type { FeedReport } from "#machines/core/environment.ts";

/** Distributor of the live feed's reports to the machines of the page. */
export interface FeedHub {
  readonly isLive: () => boolean;
  readonly report: (report: FeedReport) => void;
  readonly subscribe: (listener: (report: FeedReport) => void) => () => void;
}

/**
 * Creates a distributor for the reports of the live feed. Until the first report the feed is treated as not working.
 */
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
