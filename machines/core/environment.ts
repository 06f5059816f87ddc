import { callbackStub } from "./stub.ts";

/** Events about page visibility and connectivity, which a machine receives from its `environment` actor. */
export type EnvironmentEvent =
  /** The page became visible. */
  | { type: "page.show" }
  /** The page became hidden or is being unloaded. */
  | { type: "page.hide" }
  /** The server answers again after an outage. */
  | { type: "network.online" }
  /** The server stopped answering. */
  | { type: "network.offline" };

/**
 * Placeholder for the actor that reports page visibility and connectivity. If the page is hidden at the start, the
 * actor sends `page.hide` at once.
 */
export const environmentStub = callbackStub("environment");
