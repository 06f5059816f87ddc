import type { Api } from "#api/client.ts";
import { chunkFailure } from "../routing/chunkTimeout.ts";

/** Maximum number of error reports for one page load. Later reports usually repeat earlier ones. */
const MAX_REPORTS = 20;

let reportCount = 0;
let api: Api | undefined;

const version: string = import.meta.env.APP_VERSION;

/**
 * Returns the message of an error. If code failed to load, the message has the same beginning in all browsers and
 * contains the type of failure (platform, section 8).
 */
const messageOf = (error: Error): string => {
  const type = chunkFailure(error);
  return (type ? `Loading chunk failed (${type}): ${error.message}` : error.message) || error.name;
};

/**
 * Sends an error to the log of the server (decisions, section 12), at most 20 for one page load, and ignores a failed
 * request. Sends nothing before `reportErrors` was called.
 */
export const reportError = (reason: unknown): void => {
  if (!api || reportCount >= MAX_REPORTS) return;
  reportCount += 1;
  const error = reason instanceof Error ? reason : new Error(String(reason));
  const body = {
    message: messageOf(error).slice(0, 2_000),
    url: (location.pathname + location.search).slice(0, 2_000),
    applicationVersion: version,
    ...(error.stack && { stack: error.stack.slice(0, 20_000) }),
  };
  api.POST("/api/Error", { body }).catch(() => {});
};

/**
 * Starts to report uncaught errors and unhandled rejections. Rejections of calls that were aborted, got no answer or
 * got an error answer are not reported.
 */
export const reportErrors = (client: Api): void => {
  api = client;
  addEventListener("error", ({ error }) => error && reportError(error));
  addEventListener("unhandledrejection", ({ reason }) => {
    if (!(reason instanceof Error) || !["AbortError", "NoAnswer", "ApiProblem"].includes(reason.name))
      reportError(reason);
  });
};
