import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Context } from "./context.ts";
import { serveFeedbackPage } from "./feedbackPage.ts";
import { HttpProblem } from "./httpProblem.ts";
import { servePasswordPage } from "./passwordPage.ts";
import { serveReferencePage } from "./referencePage.ts";
import { serverCss } from "./serverCss.ts";
import { serveShopPages } from "./shopPages.ts";

/** Time within which the database must answer the readiness check, milliseconds. */
const READY_MS = 5000;

/**
 * Registers the routes outside of the API's operations: the API description and reference, the style sheet, the health
 * checks, and the pages for passwords, reviews and guest orders. The checks answer 503 while the server drains, and a
 * server with only the documented operations has no pages for reviews and guest orders.
 */
export const registerSystemRoutes = (app: FastifyInstance, text: string, context: Context): void => {
  app.get("/api/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").serializer(String).send(text),
  );
  serveReferencePage(app);
  app.get("/server.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "public, max-age=300").send(serverCss),
  );
  const refuseDraining = (): void => {
    if (context.draining.aborted) throw new HttpProblem(503, "Сервер останавливается.");
  };
  app.get("/health", { logLevel: "silent" }, async () => {
    refuseDraining();
    // The process still answers reads, so a full disk does not make it unhealthy.
    return { status: "ok", ...(context.isDiskFull() && { disk: "full" }) };
  });
  app.get("/ready", { logLevel: "silent" }, async () => {
    refuseDraining();
    const read = sql`select 1`.execute(context.root).then(
      () => true,
      () => false,
    );
    const isReady = await Promise.race([read, sleep(READY_MS, false, { ref: false })]);
    if (!isReady) throw new HttpProblem(503, "База данных не отвечает.");
    return { status: "ready" };
  });
  servePasswordPage(app, context);
  if (!context.config.documentedOnly) serveFeedbackPage(app, context);
  if (!context.config.documentedOnly) serveShopPages(app, context);
};
