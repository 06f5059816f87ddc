import type { FastifyInstance } from "fastify";

const CHECKED_EVERY_MS = 50;

/**
 * Closes each connection after the current request while the server drains, and all idle connections when the server
 * closes. Open connections would delay the end of the process.
 */
export const drainConnections = (app: FastifyInstance, draining: AbortSignal): void => {
  let openRequests = 0;
  let timer: NodeJS.Timeout | undefined;
  app.server.on("request", (_request, response) => {
    openRequests += 1;
    response.once("close", () => {
      openRequests -= 1;
    });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (draining.aborted) reply.header("connection", "close");
  });
  app.addHook("preClose", async () => {
    timer = setInterval(() => {
      // A response whose headers were sent before the drain has no header `connection: close`. Its connection becomes
      // idle only when the body is complete, so idle connections are closed repeatedly.
      app.server.closeIdleConnections();
      // Node.js does not count a connection as idle before its first request, and browsers open such connections in
      // advance. If no request is open, all connections are therefore closed.
      if (openRequests === 0) app.server.closeAllConnections();
    }, CHECKED_EVERY_MS);
  });
  app.addHook("onClose", async () => clearInterval(timer));
};
