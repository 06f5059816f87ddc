import type { Schemas } from "#api/client.ts";
import { callbackStub } from "./stub.ts";

/** Kind of data about which the live feed reports changes. */
export type LiveTopic = Schemas["LiveEvent"]["type"];

/** Reports of the live feed, a stream of change events from the server. */
export type FeedReport =
  /** The live feed works, so the data need no frequent polling. */
  | { type: "feed.live" }
  /** The live feed has stopped, so the data must be polled. */
  | { type: "feed.lost" }
  /** Data of the given topic have changed; `all` means any topic. `id` is the id of the changed entity, if known. */
  | { type: "data.changed"; topic: LiveTopic | "all"; id?: number };

/** Events that the `environment` actor sends to a machine: page visibility, connectivity and changed data. */
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
 * live feed works when the actor starts, the actor reports this immediately.
 */
export const environmentStub = callbackStub("environment");

/** Default interval of a precautionary read while the live feed works (areas, section 13), ms. */
export const LIVE_MS = 60_000;

/** Returns true if a change of a topic concerns data with the given topics. */
export const isFollowedTopic = (topics: readonly LiveTopic[], topic: LiveTopic | "all"): boolean =>
  topics.length > 0 && (topic === "all" || topics.includes(topic));
