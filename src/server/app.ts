import { fastifyCookie } from "@fastify/cookie";
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from "fastify";
import type { Config } from "./config.ts";
import type { OpenDatabase } from "./database/connection.ts";
import { readBodies } from "./http/body.ts";
import type { Context } from "./http/context.ts";
import { readDescriptionText } from "./http/description.ts";
import { handleEarlyError, handleErrors, writeEarlyProblem } from "./http/errors.ts";
import { addSecurityHeaders } from "./http/headers.ts";
import { createLogger, logResponses } from "./http/log.ts";
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
import { openTokens } from "./services/session/tokens.ts";
import { resolveProjectPath } from "./startup/projectPath.ts";

/** What a server is made of; the database is migrated already and stays the caller's. */
export interface ServerOptions {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly logger?: FastifyBaseLogger;
  readonly providers?: Providers;
  /** Folder of the built application. */
  readonly dist?: string;
}

const MEGABYTE = 1024 * 1024;

/** A client gives an upload over a slow line 180 s (src/app/http/xhrUpload.ts); its answer has to be under way by then, too. */
const REQUEST_MS = 200_000;
/** Who has not sent the headers by then has no line that slow: sockets that only trickle are closed, and a body has its size and its time. */
const HEADERS_MS = 20_000;
const CHECKED_EVERY_MS = 5000;
const builtApplication = resolveProjectPath("dist");

const createFastify = (loggerInstance: FastifyBaseLogger): FastifyInstance =>
  fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "traceId" }),
    requestIdHeader: false,
    genReqId: readTraceId,
    bodyLimit: MEGABYTE,
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECKED_EVERY_MS },
    // Only a balancer of the own network may say whom it speaks for; anybody could make up an address otherwise.
    trustProxy: "loopback, linklocal, uniquelocal",
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: handleEarlyError,
    clientErrorHandler: (failure, socket) => {
      if (socket.writable) socket.end(writeEarlyProblem(failure.code, createTraceId()));
    },
  });

/** A server that is ready to listen: every operation of the description, the pages beside them and the built application. */
export const createServer = async (options: ServerOptions): Promise<FastifyInstance> => {
  const { config, database } = options;
  const root = database.db;
  const app = createFastify(options.logger ?? createLogger(config.logLevel));
  const context: Context = {
    config,
    root,
    tokens: await openTokens(root, config.accessTtl),
    providers: options.providers ?? { sandbox: sandboxProvider(root), yookassa: yookassaProvider(config.yookassa) },
  };
  const text = readDescriptionText();
  await app.register(fastifyCookie);
  readBodies(app);
  validateByDescription(app);
  handleErrors(app, recordErrors(root));
  const dist = options.dist ?? config.distDir ?? builtApplication;
  addSecurityHeaders(app, dist);
  logResponses(app);
  await registerOperations(app, text, allOperations, context);
  registerSystemRoutes(app, text, context);
  await serveApplication(app, dist);
  await app.ready();
  return app;
};
