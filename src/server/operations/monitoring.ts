import { alone, type Handlers } from "../http/handlerTypes.ts";
import { keepClientError, keepPageView } from "../services/monitoring/monitoring.ts";

/** Page views and errors that clients report. */
export const monitoringOperations = {
  reportPageView: alone(async ({ db, caller, body }) => {
    await keepPageView(db, caller.userId, body);
    return undefined;
  }),
  reportError: alone(async ({ db, caller, traceId, body }) => {
    await keepClientError(db, caller.userId, traceId, body);
    return undefined;
  }),
} satisfies Pick<Handlers, "reportPageView" | "reportError">;
