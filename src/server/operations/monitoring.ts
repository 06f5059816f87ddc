import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { recordClientError, recordPageView } from "../services/monitoring/monitoring.ts";

/** Handlers that store page views and errors that clients report. */
export const monitoringOperations = {
  reportPageView: withOwnTransactions(async ({ db, caller, body }) => {
    await recordPageView(db, caller.userId, body);
    return undefined;
  }),
  reportError: withOwnTransactions(async ({ db, caller, http, body }) => {
    await recordClientError(db, caller.userId, http.traceId, body);
    return undefined;
  }),
} satisfies Pick<Handlers, "reportPageView" | "reportError">;
