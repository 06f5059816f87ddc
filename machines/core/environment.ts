import type { Schemas } from "#api/client.ts";
import { callbackStub } from "./stub.ts";

/** Kind of data whose changes the server reports. */
export type LiveTopic = Schemas["LiveEvent"]["type"];

/** Reports of the live feed. */
export type FeedReport =
  /** The server reports changes from now on. */
  | { type: "feed.live" }
  /** The server reports no changes any more, so that they must be polled. */
  | { type: "feed.lost" }
  /** Data of a topic have changed. With `all`, data of any topic may have changed. */
  | { type: "data.changed"; topic: LiveTopic | "all" };

/**
 * Events about page visibility, connectivity and changed data, which a machine receives from its `environment` actor.
 */
export type EnvironmentEvent =
  /** The page became visible. */
  | { type: "page.show" }
  /** The page became hidden or is being unloaded. */
  | { type: "page.hide" }
  /** The server answers again after an outage. */
  | { type: "network.online" }
  /** The server stopped answering. */
  | { type: "network.offline" }
  | FeedReport;

/**
 * Placeholder for the actor that reports page visibility, connectivity and changed data. If the page is hidden or the
 * feed is live at the start, the actor says so at once.
 */
export const environmentStub = callbackStub("environment");
