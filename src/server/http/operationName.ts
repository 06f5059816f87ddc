import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Operation id in the API description. Undefined for pages and files. */
    operation?: string;
  }
}

/** Returns the operation id of a request, or "other" for pages, files and unknown paths. */
export const operationName = (request: FastifyRequest): string => request.routeOptions.config.operation ?? "other";
