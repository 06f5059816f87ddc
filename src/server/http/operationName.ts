import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Operation id in the API description. Undefined for routes that the description does not contain, such as pages
     * and files.
     */
    operation?: string;
  }
}

/**
 * Returns the operation id of a request, or "other" for a request without one, for example for a page, a file or an
 * unknown path.
 */
export const operationName = (request: FastifyRequest): string => request.routeOptions.config.operation ?? "other";
