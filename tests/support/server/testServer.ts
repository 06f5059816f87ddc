import { randomUUID } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { DestinationStream } from "pino";
import type { operations } from "#api/schema.d.ts";
import { createServer } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import type { Db, OpenDatabase } from "#server/database/connection.ts";
import { openDatabase } from "#server/database/openDatabase.ts";
import { createLogger } from "#server/http/log.ts";
import type { Providers } from "#server/providers/provider.ts";
import type { Complete } from "#server/services/shared/complete.ts";
import { checkAnswer, findOperation } from "../oracles/serverAnswers.ts";
import { newPlace } from "./serverPlace.ts";

type OperationId = keyof operations;
type Success<Id extends OperationId> = Extract<keyof operations[Id]["responses"], 200 | 201>;
type Json<Id extends OperationId> = operations[Id]["responses"][Success<Id>] extends {
  content: { "application/json": infer Shape };
}
  ? Shape
  : undefined;
type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer Shape } };
}
  ? Shape
  : never;

/** Body of the response to a refused request (RFC 9457 problem). */
interface Refusal {
  readonly type: string;
  readonly status: number;
  readonly message: string;
  readonly errors?: Record<string, string>;
  readonly traceId: string;
  readonly order?: { readonly version: number };
}

/** Response to a request. Its body is in `json` if the request succeeded, and in `problem` if it was refused. */
interface Answer<Id extends OperationId> {
  readonly status: number;
  readonly json: Complete<Json<Id>>;
  readonly problem: Refusal;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/**
 * Options of a request. Without `key`, an idempotency key is generated if the operation requires one, and a null `key`
 * omits it; `seen` is the version in the header If-Match.
 */
interface Ask<Id extends OperationId> {
  readonly as?: string | undefined;
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: Body<Id>;
  readonly raw?: { readonly type?: string; readonly text: string | Buffer };
  readonly key?: string | null;
  readonly seen?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Running test server with its database and an API client. */
export interface World {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly database: OpenDatabase;
  readonly config: Config;
  ask<Id extends OperationId>(id: Id, ask?: Ask<Id>): Promise<Answer<Id>>;
  /** Returns the access token of a demo user. */
  tokenOf(userName: string): Promise<string>;
  stop(): Promise<void>;
}

export interface WorldOptions {
  readonly providers?: Providers;
  readonly config?: Partial<Config>;
  readonly logTo?: DestinationStream;
  /** Test server that shares its database with the new server. */
  readonly beside?: World;
  /** Folder with a built client application. */
  readonly dist?: string;
  /** Replaces the check of the free disk space. */
  readonly hasRoom?: () => boolean;
  /** Existing database that the server uses instead of a new one. */
  readonly place?: { readonly databaseUrl: string | undefined; readonly dataDir: string };
  /** Called with the database before the server uses it. */
  readonly onDatabase?: (database: OpenDatabase) => void;
}

const urlOf = (path: string, values: Readonly<Record<string, string | number>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 1)));

const bodyOf = (ask: Ask<OperationId>): Pick<InjectOptions, "payload" | "headers"> => {
  if (ask.raw) return { payload: ask.raw.text, headers: { "content-type": ask.raw.type ?? "application/json" } };
  return ask.body === undefined
    ? {}
    : { payload: JSON.stringify(ask.body), headers: { "content-type": "application/json" } };
};

const keyOf = (id: string, given: string | null | undefined): Record<string, string> => {
  if (given === null) return {};
  const isRequired = findOperation(id).node["x-idempotency-key"] === "required";
  const key = given ?? (isRequired ? randomUUID() : undefined);
  return key === undefined ? {} : { "idempotency-key": key };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Opens the database of a test server. When the server stops, a database shared with `beside` stays open, a database in
 * `place` is closed, and a database created here is closed and deleted.
 */
const openFor = async ({
  beside,
  place,
}: WorldOptions): Promise<{ database: OpenDatabase; close: () => Promise<void> }> => {
  if (beside) return { database: beside.database, close: async () => undefined };
  const own = place ? { ...place, remove: async () => undefined } : await newPlace();
  const database = await openDatabase({ ...own, poolSize: 8 });
  const close = async () => {
    await database.close();
    await own.remove();
  };
  return { database, close };
};

/** Starts a test server. Validates every response against the API description. */
export const startWorld = async (options: WorldOptions = {}): Promise<World> => {
  const config = { ...readConfig({ LOG_LEVEL: "silent" }), ...options.config };
  const { database, close } = await openFor(options);
  options.onDatabase?.(database);
  const logger = createLogger(options.logTo ? "info" : "silent", options.logTo);
  const { providers, dist = "/no-built-application" } = options;
  const watched = options.hasRoom ? { ...database, hasRoom: options.hasRoom } : database;
  const app = await createServer({ config, database: watched, logger, dist, ...(providers && { providers }) });
  const tokens = new Map<string, Promise<string>>();

  const signIn = async (userName: string): Promise<string> => {
    const { json } = await ask("signIn", { body: { grantType: "password", userName, password: `${userName}-demo` } });
    return json.access_token;
  };

  const tokenOf = (userName: string): Promise<string> => {
    const token = tokens.get(userName) ?? signIn(userName);
    tokens.set(userName, token);
    return token;
  };

  const ask = async <Id extends OperationId>(id: Id, given: Ask<Id> = {}): Promise<Answer<Id>> => {
    const operation = findOperation(id);
    const { payload, headers } = bodyOf(given as Ask<OperationId>);
    const response = await app.inject({
      method: operation.method.toUpperCase() as "GET",
      url: urlOf(operation.path, given.path ?? {}),
      query: given.query as Record<string, string | string[]>,
      ...(payload !== undefined && { payload }),
      headers: {
        ...headers,
        ...keyOf(id, given.key),
        ...(given.as !== undefined && { authorization: `Bearer ${await tokenOf(given.as)}` }),
        ...(given.seen !== undefined && { "if-match": String(given.seen) }),
        ...given.headers,
      },
    });
    checkAnswer(id, response.statusCode, String(response.headers["content-type"] ?? ""), response.body);
    const body = parsed(response.body);
    return {
      status: response.statusCode,
      json: body as Complete<Json<Id>>,
      problem: body as Refusal,
      text: response.body,
      headers: response.headers,
    };
  };

  return {
    app,
    db: database.db,
    database,
    config,
    ask,
    tokenOf,
    stop: async () => {
      await app.close();
      await close();
    },
  };
};

/** Grants users the permission to create companies. */
export const allowCompanies = async (world: World, ...userNames: readonly string[]): Promise<void> => {
  await world.db
    .updateTable("app_user")
    .set({ can_create_company: true })
    .where("user_name", "in", userNames)
    .execute();
};
