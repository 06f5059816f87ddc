import type { FastifyReply } from "fastify";
import type { OperationAccess } from "#api/access.d.ts";
import type { operations } from "#api/schema.d.ts";
import type { Db } from "../database/connection.ts";
import type { CatalogueScope } from "../services/catalogue/catalogueScope.ts";
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

/** Form parts that are files. Handlers read them from `files`. */
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

/** JSON text from the database, which is sent unchanged. */
export interface Written {
  readonly json: string;
}

/** HTTP request and reply, for handlers that set headers or do not send JSON. */
interface HttpExchange {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly isSecure: boolean;
  readonly host: string;
  /** Network address of the client. */
  readonly address: string;
  readonly traceId: string;
  readonly reply: FastifyReply;
}

/** Validated call of a public operation. `db` is a transaction, unless the operation only reads or manages its own transactions. */
export interface PublicCall<Id extends OperationId> {
  readonly path: Parameter<Id, "path">;
  readonly query: Parameter<Id, "query">;
  readonly body: Body<Id>;
  /** Files of a multipart body by part name. */
  readonly files: Readonly<Record<string, Buffer>>;
  readonly db: Db;
  readonly app: AppServices;
  readonly http: HttpExchange;
}

/** Call of a signed-in user. */
interface UserCall<Id extends OperationId> extends PublicCall<Id> {
  readonly caller: Caller;
  /** Version of the record that the caller saw, from the If-Match header. */
  readonly seen: number | undefined;
  /** Request with an idempotency key. */
  readonly keyedRequest: KeyedRequest | undefined;
}

/** Call about catalogue entries of a company, a group, or all companies and groups of the caller. */
interface CatalogueCall<Id extends OperationId> extends UserCall<Id> {
  readonly scope: CatalogueScope;
}

/** Call within a company of the caller. */
interface CompanyCall<Id extends OperationId> extends CatalogueCall<Id> {
  readonly company: CompanyScope;
}

interface Calls<Id extends OperationId> {
  readonly public: PublicCall<Id>;
  readonly user: UserCall<Id>;
  readonly catalogue: CatalogueCall<Id>;
  readonly company: CompanyCall<Id>;
}

/** Call that the handler of an operation receives. Its kind follows from the path and the x-permission. */
export type Call<Id extends OperationId> = Calls<Id>[OperationAccess[Id]];

/** Function that executes an operation. */
interface Handler<Id extends OperationId> {
  (call: Call<Id>): Promise<Json<Id> | Written | FastifyReply>;
  readonly hasOwnTransactions?: true;
}

/** Handlers of all operations. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** Marks a handler that manages its own transactions, because it waits for something slow or keeps writes although it refuses the call. */
export const withOwnTransactions = <Work extends (...given: never[]) => unknown>(
  work: Work,
): Work & { readonly hasOwnTransactions: true } => Object.assign(work, { hasOwnTransactions: true as const });
