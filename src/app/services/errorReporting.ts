import type { Api } from "#api/client.ts";
import { chunkFailure } from "../routing/chunkTimeout.ts";

/** Fewer than a flood: a fault that repeats says nothing new. */
const MOST = 20;

let told = 0;
let api: Api | undefined;

const version: string = import.meta.env.APP_VERSION;

/** The words of an error; for a part that did not load the same in every browser, with the type of failure first (platform, section 8). */
const messageOf = (error: Error): string => {
  const type = chunkFailure(error);
  return (type ? `Loading chunk failed (${type}): ${error.message}` : error.message) || error.name;
};

/** Sends a fault of the client to the server's log (decisions, section 12); never throws. */
export const reportError = (reason: unknown): void => {
  if (!api || told >= MOST) return;
  told += 1;
  const error = reason instanceof Error ? reason : new Error(String(reason));
  const body = {
    message: messageOf(error).slice(0, 2_000),
    url: (location.pathname + location.search).slice(0, 2_000),
    applicationVersion: version,
    ...(error.stack && { stack: error.stack.slice(0, 20_000) }),
  };
  api.POST("/api/Error", { body }).catch(() => {});
};

/** Begins to report what nobody caught. */
export const reportErrors = (client: Api): void => {
  api = client;
  addEventListener("error", ({ error }) => error && reportError(error));
  addEventListener("unhandledrejection", ({ reason }) => {
    if (!(reason instanceof Error) || !["AbortError", "NoAnswer", "ApiProblem"].includes(reason.name))
      reportError(reason);
  });
};

/** Tells the server which screen was opened (platform, section 7). */
export const reportPageView = (url: string): void => {
  const body = {
    url: url.slice(0, 2_000),
    application: "client",
    applicationVersion: version,
    applicationName: "desktop client",
  };
  api?.POST("/api/Metrics", { body }).catch(() => {});
};
