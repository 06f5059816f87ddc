import type { FastifyReply } from "fastify";
import type { operations } from "#api/schema.d.ts";
import type { Db } from "../database/connection.ts";
import type { Reach } from "../services/catalogue/catalogueScope.ts";
import type { Caller, CompanyScope } from "../services/session/caller.ts";
import type { Intent } from "../services/shared/idempotency.ts";
import type { Context } from "./context.ts";

/** Name of an operation of the description. */
export type OperationId = keyof operations;

type Parameter<Id extends OperationId, Place extends "path" | "query"> = operations[Id]["parameters"] extends {
  [K in Place]?: infer Shape;
}
  ? Shape extends Record<string, unknown>
    ? Shape
    : Record<string, never>
  : Record<string, never>;

/** Parts of forms that are files; a handler finds them in `parts`. */
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

/** JSON that the database wrote, sent as it is. */
export interface Written {
  readonly json: string;
}

/** What a handler gets: the checked request, its caller, and the database (in one that changes something, a transaction). */
export interface Call<Id extends OperationId> extends Context {
  readonly path: Parameter<Id, "path">;
  readonly query: Parameter<Id, "query">;
  readonly body: Body<Id>;
  /** Files of a multipart body by the names of their parts. */
  readonly parts: Readonly<Record<string, Buffer>>;
  readonly db: Db;
  readonly caller: Caller;
  readonly company: CompanyScope;
  /** Whose catalogue the call is about: a company with its group, a group, or all that the caller may. */
  readonly reach: Reach;
  /** Version that the caller saw, from If-Match. */
  readonly seen: number | undefined;
  /** The intent of a call with an idempotency key. */
  readonly intent: Intent | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly isSecure: boolean;
  readonly host: string;
  /** Network address that the call comes from. */
  readonly address: string;
  readonly traceId: string;
  readonly reply: FastifyReply;
}

/** The work of one operation. One that is `alone` gets the bare database and its own keeping of the intent. */
interface Handler<Id extends OperationId> {
  (call: Call<Id>): Promise<Json<Id> | Written | FastifyReply>;
  readonly alone?: true;
}

/** A handler for each operation of the description. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** Marks a handler that manages its transactions itself, because it waits for others or must keep what a refusal leaves. */
export const alone = <Work extends (...given: never[]) => unknown>(work: Work): Work & { readonly alone: true } =>
  Object.assign(work, { alone: true as const });
