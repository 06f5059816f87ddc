import { fastifyCookie } from "@fastify/cookie";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import type { Config } from "./config.ts";
import type { OpenDatabase } from "./database/connection.ts";
import { runWork } from "./database/slowQueries.ts";
import { readBodies } from "./http/body.ts";
import type { Context } from "./http/context.ts";
import { readDescriptionText } from "./http/description.ts";
import { drainConnections } from "./http/drain.ts";
import { handleEarlyError, handleErrors, writeEarlyProblem } from "./http/errors.ts";
import { createEventStreams } from "./http/eventStream.ts";
import { watchFullDisk } from "./http/fullDisk.ts";
import { addSecurityHeaders } from "./http/headers.ts";
import { createLogger, logResponses, logSlowQueries } from "./http/log.ts";
import { serveMetrics } from "./http/metrics.ts";
import { recordErrors } from "./http/recordErrors.ts";
import { registerOperations } from "./http/registerOperations.ts";
import { serveApplication } from "./http/static.ts";
import { registerSystemRoutes } from "./http/systemRoutes.ts";
import { createTraceId, readTraceId } from "./http/trace.ts";
import { validateByDescription } from "./http/validation.ts";
import { allOperations } from "./operations/all.ts";
import type { Providers } from "./providers/provider.ts";
import { sandboxProvider } from "./providers/sandbox.ts";
import { yookassaProvider } from "./providers/yookassa.ts";
import { createEventTail } from "./services/events/eventTail.ts";
import { openTokens } from "./services/session/tokens.ts";
import { resolveProjectPath } from "./startup/projectPath.ts";

/**
 * Options of `createServer`. The caller migrates the database before the call, and closes the database after closing
 * the server.
 */
export interface ServerOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly logger?: FastifyBaseLogger;
  readonly providers?: Providers;
  /** Folder with the built client application, which the server serves as static files. */
  readonly dist?: string;
  /**
   * Signal that the process will end soon. Health checks then fail, event streams end, and each connection is closed
   * after its current request.
   */
  readonly draining?: AbortSignal;
}

const MEGABYTE = 1024 * 1024;

/**
 * Request timeout, ms. The client allows 180 s for an upload (src/app/http/xhrUpload.ts), so the server must allow
 * more.
 */
const REQUEST_MS = 200_000;
/** Time within which a client must send all request headers, ms. Protects against slow-header attacks (Slowloris). */
const HEADERS_MS = 20_000;
const CHECKED_EVERY_MS = 5000;
const builtApplication = resolveProjectPath("dist");

const createFastify = (loggerInstance: FastifyBaseLogger, trustedProxies: readonly string[]): FastifyInstance =>
  fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "traceId" }),
    requestIdHeader: false,
    genReqId: readTraceId,
    bodyLimit: MEGABYTE,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECKED_EVERY_MS },
    // The server trusts X-Forwarded-For only from the configured proxies. Any other client could forge its address and
    // thus evade the limit for failed sign-ins.
    trustProxy: [...trustedProxies],
    forceCloseConnections: "idle",
    // While the server closes, requests on open connections are still answered. Each response then closes its
    // connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: handleEarlyError,
    clientErrorHandler: (failure, socket) => {
      if (socket.writable) socket.end(writeEarlyProblem(failure.code, createTraceId()));
    },
  });

/**
 * Creates a server with the API operations, the system routes and the built application. The server is ready to listen.
 */
export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { config, database } = options;
  const root = database.db;
  const app = createFastify(options.logger ?? createLogger(config.logLevel), config.trustedProxies);
  const { tail, streams } = runWork({ log: app.log, operation: "events", slowMs: config.slowQueryMs }, () => {
    const tail = createEventTail(root, (error) => app.log.error(error, "The events cannot be read"));
    return { tail, streams: createEventStreams(root, tail, config.accessTtl * 1000) };
  });
  const drain = new AbortController();
  const { signal: draining } = drain;
  // Open event streams would keep the server from closing, so they are ended first.
  draining.addEventListener("abort", streams.endAll);
  app.addHook("preClose", async () => drain.abort());
  options.draining?.addEventListener("abort", () => drain.abort());
  drainConnections(app, draining);
  const fullDisk = watchFullDisk();
  const context: Context = {
    config,
    draining,
    streams,
    root,
    reports: database.reports,
    hasRoom: database.hasRoom,
    isDiskFull: fullDisk.isFull,
    tokens: await openTokens(root, config.accessTtl),
    providers: options.providers ?? { sandbox: sandboxProvider(root), yookassa: yookassaProvider(config.yookassa) },
  };
  const text = readDescriptionText();
  await app.register(fastifyCookie);
  readBodies(app);
  validateByDescription(app);
  handleErrors(app, { record: recordErrors(root), recordFullDisk: fullDisk.record });
  const dist = options.dist ?? config.distDir ?? builtApplication;
  addSecurityHeaders(app, dist);
  logResponses(app);
  logSlowQueries(app, config.slowQueryMs);
  serveMetrics(app, config.metricsToken, { database, tail, streams });
  await registerOperations(app, text, allOperations, context);
  registerSystemRoutes(app, text, context);
  await serveApplication(app, dist, config.documentedOnly);
  await app.ready();
  return app;
};
