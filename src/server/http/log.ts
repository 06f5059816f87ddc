import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DestinationStream, type Logger, pino } from "pino";
import { runWork } from "../database/slowQueries.ts";
import { operationName } from "./operationName.ts";

const PHONE = /(\+|%2B)?\d{7,8}(\d{4})(?!\d)/gi;

/** Masks possible phone numbers in a text, except for their last four digits. */
export const maskPhones = (text: string): string => text.replace(PHONE, "***$2");

/** Creates a JSON logger. It masks phone numbers in errors and removes fields with secrets, such as `*.password`. */
export const createLogger = (level: string, destination?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: ["*.password", "*.access_token", "*.refresh_token", "*.authorization", "*.cookie"], remove: true },
    serializers: {
      err: (failure: Error) => ({
        name: failure.name,
        message: maskPhones(failure.message),
        stack: maskPhones(failure.stack ?? ""),
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
};

const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? "(нет такого пути)";

/**
 * Logs one line for each response. Logs the route pattern instead of the path, which may contain phone numbers and
 * tokens.
 */
export const logResponses = (app: FastifyInstance): void => {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: routeOf(request),
        operation: operationName(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.access?.caller.userId,
      },
      "answered",
    );
  });
};

/**
 * Attributes the queries of a request to its operation. The logger of the request logs slow queries with the trace id.
 */
export const logSlowQueries = (app: FastifyInstance, slowMs: number): void => {
  const start = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
    runWork({ log: request.log, operation: operationName(request), slowMs }, done);
  app.addHook("onRequest", start);
  // Node.js reads the body outside of the async context of the request, so the context is set again after the body.
  app.addHook("preValidation", start);
};
