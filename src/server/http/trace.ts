import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const NO_TRACE = "0".repeat(32);

/** A trace id that nobody has used. */
export const createTraceId = (): string => randomBytes(16).toString("hex");

/** The trace id of a request: the one of its W3C traceparent header, else a new one. */
export const readTraceId = (request: IncomingMessage): string => {
  const given = TRACEPARENT.exec(String(request.headers["traceparent"] ?? ""))?.[1];
  return given && given !== NO_TRACE ? given : createTraceId();
};
