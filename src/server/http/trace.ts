import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;
const NO_TRACE = "0".repeat(32);

export const createTraceId = (): string => randomBytes(16).toString("hex");

/** Returns the trace id from the W3C traceparent header, or a new trace id. */
export const readTraceId = (request: IncomingMessage): string => {
  const traceId = TRACEPARENT.exec(String(request.headers["traceparent"] ?? ""))?.[1];
  return traceId && traceId !== NO_TRACE ? traceId : createTraceId();
};
