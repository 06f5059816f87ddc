import type { FastifyRequest } from "fastify";
import type { Db } from "../database/connection.ts";
import { recordError } from "../services/monitoring/monitoring.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import { maskPhones } from "./log.ts";

const maskText = (text: string, length: number): string => truncateText(maskPhones(text.replaceAll("\0", "")), length);

/** Returns a function that stores server errors in the database. An error that cannot be stored is only logged. */
export const recordErrors =
  (db: Db) =>
  (failure: Error, request: FastifyRequest): void => {
    const data = {
      message: maskText(failure.message, 2000) || failure.name,
      name: failure.name,
      method: request.method,
      route: request.routeOptions.url ?? "",
      stack: maskText(failure.stack ?? "", 20_000),
    };
    const userId = request.access?.caller.userId ?? null;
    recordError(db, { source: "server", userId, traceId: request.id, data }).catch((reason: unknown) => {
      request.log.warn({ err: reason }, "error not kept");
    });
  };
