import { callbackStub } from "./stub.ts";

/** Events of the page and its network that a machine receives from its `environment` actor. */
export type EnvironmentEvent =
  /** The page became visible. */
  | { type: "page.show" }
  /** The page was hidden or is being unloaded. */
  | { type: "page.hide" }
  /** The server answers again after an outage. */
  | { type: "network.online" }
  /** The server stopped answering. */
  | { type: "network.offline" };

/** Placeholder for the actor that reports visibility and connectivity. If the page is already hidden, the actor sends `page.hide` when it starts. */
export const environmentStub = callbackStub("environment");
