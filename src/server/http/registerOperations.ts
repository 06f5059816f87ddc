import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fastifyOpenapiGlue } from "fastify-openapi-glue";
import type { Db } from "../database/connection.ts";
import { inTransaction } from "../database/transaction.ts";
import { requireModule } from "../services/modules/moduleState.ts";
import { type PermissionGrant, recordGrant, spendGrant } from "../services/overrides/overrideGrants.ts";
import type { Caller, CompanyScope } from "../services/session/caller.ts";
import { Invalid, invalidFields, NoRoom } from "../services/shared/domainErrors.ts";
import { type KeyedRequest, runInTransaction } from "../services/shared/idempotency.ts";
import { type Access, authorize } from "./authorize.ts";
import { UPLOAD_LIMIT } from "./body.ts";
import type { Context } from "./context.ts";
import {
  type DescribedOperation,
  isNode,
  listOperations,
  type Node,
  parseDescription,
  withoutResponses,
} from "./description.ts";
import { createAnswerFilter, documentedDescription } from "./documentedOnly.ts";
import { createFormSchema, readFiles } from "./form.ts";
import type { Handlers, OperationId, StoredJson } from "./handlerTypes.ts";
import { HttpProblem } from "./httpProblem.ts";
import { moduleOfOperation } from "./moduleOperations.ts";
import { createBodyNormalizer } from "./normalizeBody.ts";
import { applyGrant, concealInputErrors, offerOverride } from "./overrides.ts";
import { isReport } from "./reportOperations.ts";
import { hashRequest } from "./requestHash.ts";

const FORM_TYPE = "multipart/form-data";

const parseVersion = (header: string | undefined): number | undefined => {
  if (header === undefined || header === "*") return undefined;
  const digits = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1];
  if (!digits) throw new Invalid("Неверная версия записи.", { "If-Match": "Ожидается номер версии." });
  return Number(digits);
};

const readKeyedRequest = (
  operation: DescribedOperation,
  request: FastifyRequest,
  access: Access,
  isKeyless: boolean,
): KeyedRequest | undefined => {
  // In the mode with only the documented operations, the server ignores idempotency keys and gives each request a new
  // key.
  const key = isKeyless ? randomUUID() : request.headers["idempotency-key"];
  if (!operation.key || typeof key !== "string") return undefined;
  const { caller, company } = access;
  const requestHash = hashRequest(operation, request);
  const module = moduleOfOperation(operation.id);
  return { userId: caller.userId, companyId: company?.id, key, operation: operation.id, requestHash, module };
};

const publicCall = (
  { config, tokens, providers, streams, root }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
) => ({
  path: request.params,
  query: request.query,
  body: request.body,
  files: readFiles(request.body),
  db: root,
  app: { config, tokens, providers, streams },
  http: {
    headers: request.headers,
    cookies: request.cookies,
    isSecure: request.protocol === "https",
    host: request.host,
    address: request.ip.slice(0, 64),
    traceId: request.id,
    reply,
  },
});

/**
 * Request to any operation. The handler receives the same object with the precise type of its operation
 * (handlerTypes.ts).
 */
interface AnyCall {
  readonly db: Db;
  readonly keyedRequest?: KeyedRequest | undefined;
  readonly company?: CompanyScope | undefined;
  readonly caller?: Caller | undefined;
  readonly grant?: PermissionGrant | undefined;
}

type AnyHandler = { (call: AnyCall): Promise<unknown>; readonly hasOwnTransactions?: true };

const callOf = (
  operation: DescribedOperation,
  context: Context,
  { request, reply, grant }: { request: FastifyRequest; reply: FastifyReply; grant: PermissionGrant | undefined },
) => {
  const { access } = request;
  const db = isReport(operation.id) ? context.reports : context.root;
  const call = { ...publicCall(context, request, reply), db };
  if (!access) return call;
  const seen = parseVersion(request.headers["if-match"]);
  return {
    ...call,
    ...access,
    grant,
    seen,
    keyedRequest: readKeyedRequest(operation, request, access, context.config.documentedOnly),
  };
};

const isStoredJson = (answer: unknown): answer is StoredJson =>
  typeof answer === "object" && answer !== null && "json" in answer;

const textOf = (answer: unknown): string =>
  isStoredJson(answer) ? answer.json : answer === undefined ? "" : JSON.stringify(answer);

/** Returns the id of the new order after the operation `createOrder`, and null after any other operation. */
const idOfNewOrder = ({ operation }: PermissionGrant, answer: string): number | null =>
  operation === "createOrder" ? Number(JSON.parse(answer).id) : null;

const runHandler = async (
  handler: AnyHandler,
  call: AnyCall,
  { id, method }: Pick<DescribedOperation, "id" | "method">,
): Promise<string> => {
  const { db, keyedRequest: request, company, grant } = call;
  const module = moduleOfOperation(id);
  if (handler.hasOwnTransactions || method === "get") {
    // If the request has an idempotency key, the module is checked when the key is claimed. A retry then gets the
    // stored response even if the module has been switched off in the meantime.
    if (module && company && !request) await requireModule(db, company.id, module);
    // The grant is spent before the handler opens its own transactions. If the handler fails, a retry with the same
    // idempotency key may spend the same grant again.
    if (grant) await inTransaction(db, (tx) => spendGrant(tx, grant, request?.key));
    return textOf(await handler(call));
  }
  return runInTransaction(db, { request, companyId: company?.id, module, userId: call.caller?.userId }, async (tx) => {
    if (grant) await spendGrant(tx, grant, request?.key);
    const answer = textOf(await handler({ ...call, db: tx }));
    if (grant && call.caller) await recordGrant(tx, call.caller, grant, grant.orderId ?? idOfNewOrder(grant, answer));
    return answer;
  });
};

/**
 * Throws `Invalid` if a field of the body or the query differs from the path parameter of the same name. Ignores fields
 * that are null or empty.
 */
const checkRepeatedParameters = (params: unknown, values: unknown): void => {
  const fields = Object.entries((values ?? {}) as Record<string, unknown>);
  const path = params as Record<string, unknown>;
  const isNamed = (value: unknown) => value !== null && value !== "";
  const wrong = fields.find(
    ([name, value]) => path[name] !== undefined && isNamed(value) && String(value) !== String(path[name]),
  );
  if (!wrong) return;
  throw invalidFields({ [wrong[0]]: "Не совпадает с адресом запроса." });
};

/** Removes empty query parameters. */
const removeEmpty = (query: unknown): void => {
  const values = query as Record<string, unknown>;
  for (const [name, value] of Object.entries(values)) if (value === "") delete values[name];
};

type AnswerFilter = (path: string, method: string, json: string) => string;

const unfiltered: AnswerFilter = (_path, _method, json) => json;

interface Filters {
  readonly answer: AnswerFilter;
  /** Normalises a JSON body before validation. */
  readonly body: (body: Node) => Node;
}

const routeFor = (operation: DescribedOperation, handler: AnyHandler, context: Context, filters: Filters) => ({
  config: { operation: operation.id },
  ...(operation.bodyType === FORM_TYPE && { bodyLimit: UPLOAD_LIMIT }),
  onRequest: async (request: FastifyRequest) => {
    request.access = await authorize(context.root, context.tokens, operation, request);
    // Public operations may write even when the free disk space is below the reserve. They include sign-in and token
    // refresh, without which users could not even read.
    if (operation.method !== "get" && operation.permission !== "public" && !context.hasRoom()) throw new NoRoom();
    const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (operation.isBodyOptional !== undefined && type !== undefined && type !== operation.bodyType)
      throw new HttpProblem(415, `Тело запроса принимается только как ${operation.bodyType}.`);
  },
  preValidation: async (request: FastifyRequest) => {
    removeEmpty(request.query);
    if (
      operation.key === "required" &&
      !context.config.documentedOnly &&
      request.headers["idempotency-key"] === undefined
    )
      throw new Invalid("Нужен ключ запроса.", { "Idempotency-Key": "Обязательное поле." });
    if (operation.isBodyOptional && request.body === undefined) request.body = {};
    if (isNode(request.body)) request.body = filters.body(request.body);
  },
  errorHandler: (failure: Error, request: FastifyRequest) => {
    throw concealInputErrors(failure, request);
  },
  handler: async (request: FastifyRequest, reply: FastifyReply) => {
    checkRepeatedParameters(request.params, request.body);
    checkRepeatedParameters(request.params, request.query);
    let grant: PermissionGrant | undefined;
    const work = async (): Promise<string> => {
      grant = await applyGrant(context, operation, request);
      return runHandler(handler, callOf(operation, context, { request, reply, grant }), operation);
    };
    const answer = await work().catch(async (failure: unknown) => {
      throw await offerOverride(context, operation, request, { failure, grant });
    });
    if (reply.sent) return reply;
    reply.code(operation.status);
    if (operation.status === 204) return reply.send();
    return reply
      .type("application/json; charset=utf-8")
      .serializer(String)
      .send(filters.answer(operation.path, operation.method, answer));
  },
});

interface BodySchema {
  readonly content: Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>;
}

interface HeadersSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

interface RouteSchema {
  readonly body?: BodySchema;
  readonly headers?: HeadersSchema;
  readonly params?: ParametersSchema;
  readonly querystring?: ParametersSchema;
}

interface ParametersSchema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

const lowerCased = ({ properties, required = [] }: HeadersSchema) => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name.toLowerCase(), schema])),
  required: required.map((name) => name.toLowerCase()),
});

/**
 * Adapts the route schemas to Fastify, for example with header names in lower case. Refuses unknown query parameters,
 * because an ignored filter would return too many rows.
 */
const adaptSchemas = (app: FastifyInstance): void => {
  app.addHook("onRoute", (route) => {
    // The routes of pages and health checks are not in the OpenAPI description, so they have no schemas to adapt.
    if (!route.schema || !("operationId" in route.schema)) return;
    const { body, headers, querystring, params, ...rest } = route.schema as RouteSchema;
    const json = body?.content["application/json"];
    const form = body?.content["multipart/form-data"];
    route.schema = {
      ...rest,
      ...(params && { params }),
      querystring: {
        type: "object",
        ...querystring,
        // Clients of the documented API also send the path parameters in the query, so the query schema accepts them.
        properties: { ...params?.properties, ...querystring?.properties },
        additionalProperties: false,
      },
      ...(json && { body: json.schema }),
      ...(form && { body: createFormSchema(form.schema) }),
      ...(headers && { headers: lowerCased(headers) }),
    };
  });
};

/**
 * Registers the operations of the OpenAPI description with their handlers. If the setting `documentedOnly` is on, the
 * operations and fields that are marked `x-extension` are left out. Throws `Error` for an operation without a handler
 * and, if all operations are registered, for a handler without an operation.
 */
export const registerOperations = async (app: FastifyInstance, text: string, handlers: Handlers, context: Context) => {
  const { documentedOnly } = context.config;
  const whole = parseDescription(text);
  const description = documentedOnly ? documentedDescription(whole) : whole;
  const answer = documentedOnly ? createAnswerFilter(whole) : unfiltered;
  const described = new Map(listOperations(description).map((operation) => [operation.id, operation]));
  const orphan = Object.keys(handlers).find((id) => !documentedOnly && !described.has(id));
  if (orphan) throw new Error(`handler ${orphan} has no operation in the description`);
  app.decorateRequest("access", null);
  adaptSchemas(app);
  await app.register(fastifyOpenapiGlue, {
    specification: withoutResponses(description),
    operationResolver: (id) => {
      const operation = described.get(id);
      // The cast is safe: before the handler runs, each request is validated against the operation's schema and
      // authorised according to its permission.
      const handler = handlers[id as OperationId] as AnyHandler | undefined;
      if (!operation || !handler) throw new Error(`operation ${id} of the description has no handler`);
      const body = createBodyNormalizer(description, operation.path, operation.method);
      // The resolver returns only the options that the plugin merges into its own route. The cast is needed because the
      // type of the resolver requires a complete route.
      return routeFor(operation, handler, context, { answer, body }) as never;
    },
  });
};
