import type { FastifyReply } from "fastify";
import type { OperationAccess } from "#api/access.d.ts";
import type { operations } from "#api/schema.d.ts";
import type { Db } from "../database/connection.ts";
import type { CatalogueScope } from "../services/catalogue/catalogueScope.ts";
import type { PermissionGrant } from "../services/overrides/overrideGrants.ts";
import type { Caller, CompanyScope } from "../services/session/caller.ts";
import type { KeyedRequest } from "../services/shared/idempotency.ts";
import type { AppServices } from "./context.ts";

/** Id of an operation of the API description. */
export type OperationId = keyof operations;

type Parameter<Id extends OperationId, Place extends "path" | "query"> = operations[Id]["parameters"] extends {
  [K in Place]?: infer Shape;
}
  ? Shape extends Record<string, unknown>
    ? Shape
    : Record<string, never>
  : Record<string, never>;

/** Names of the form fields that contain files. Handlers read these files from `files` instead of `body`. */
type FilePart = "data" | "imageFile" | "file";

type Body<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Json } };
}
  ? Json
  : operations[Id] extends { requestBody?: { content: { "application/json": infer Json } } }
    ? Json
    : operations[Id] extends { requestBody: { content: { "multipart/form-data": infer Form } } }
      ? Omit<Form, FilePart>
      : undefined;

type Success<Id extends OperationId> = Extract<keyof operations[Id]["responses"], 200 | 201 | 204>;

type Json<Id extends OperationId> = operations[Id]["responses"][Success<Id>] extends {
  content: { "application/json": infer Shape };
}
  ? Shape
  : undefined;

/** JSON text from the database. The server sends it unchanged. */
export interface StoredJson {
  readonly json: string;
}

/**
 * Parts of the HTTP request, and the reply. They are for handlers that read headers, cookies or the client's address,
 * set headers, or do not send JSON.
 */
interface HttpExchange {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly isSecure: boolean;
  readonly host: string;
  /** Network address (IP) of the client. */
  readonly address: string;
  readonly traceId: string;
  readonly reply: FastifyReply;
}

/**
 * Validated request to a public operation. `db` is a transaction, except for handlers that only read or that manage
 * their own transactions.
 */
export interface PublicCall<Id extends OperationId> {
  readonly path: Parameter<Id, "path">;
  readonly query: Parameter<Id, "query">;
  readonly body: Body<Id>;
  /** Uploaded files of a multipart body, keyed by the name of the form field. */
  readonly files: Readonly<Record<string, Buffer>>;
  readonly db: Db;
  readonly app: AppServices;
  readonly http: HttpExchange;
}

/** Request of a signed-in user. */
interface UserCall<Id extends OperationId> extends PublicCall<Id> {
  readonly caller: Caller;
  /** Version of the record that the caller read last, from the If-Match header. */
  readonly seen: number | undefined;
  /** Idempotency key of the request. Undefined if the request has none. */
  readonly keyedRequest: KeyedRequest | undefined;
}

/** Request for catalogue records of a company, of a company group, or of all companies and groups of the caller. */
interface CatalogueCall<Id extends OperationId> extends UserCall<Id> {
  readonly scope: CatalogueScope;
}

/** Request for data of one of the caller's companies. */
interface CompanyCall<Id extends OperationId> extends CatalogueCall<Id> {
  /** Company of the path. Its permissions include the permissions that a manager has granted for this request. */
  readonly company: CompanyScope;
  /** Manager's grant that the request uses. A handler with its own transactions records the grant. */
  readonly grant: PermissionGrant | undefined;
}

interface Calls<Id extends OperationId> {
  readonly public: PublicCall<Id>;
  readonly user: UserCall<Id>;
  readonly catalogue: CatalogueCall<Id>;
  readonly company: CompanyCall<Id>;
}

/**
 * Request that the handler of an operation receives. The path and the x-permission of the operation determine the type
 * of the request.
 */
export type Call<Id extends OperationId> = Calls<Id>[OperationAccess[Id]];

/** Function that executes an operation. */
interface Handler<Id extends OperationId> {
  (call: Call<Id>): Promise<Json<Id> | StoredJson | FastifyReply>;
  readonly hasOwnTransactions?: true;
}

export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/**
 * Marks a handler that manages its own transactions. Reasons are slow work before or between the writes, writes that
 * must survive an error, and a stronger lock on the company than the usual one.
 */
export const withOwnTransactions = <Work extends (...given: never[]) => unknown>(
  work: Work,
): Work & { readonly hasOwnTransactions: true } => Object.assign(work, { hasOwnTransactions: true as const });
