import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readErrorCode } from "../database/transaction.ts";
import { ProviderRefused, ProviderSilent } from "../providers/provider.ts";
import {
  Conflict,
  DomainError,
  InProgress,
  Invalid,
  invalidFields,
  NoRoom,
  NotSignedIn,
  type RefusalKind,
  TooMany,
} from "../services/shared/domainErrors.ts";
import { HttpProblem } from "./httpProblem.ts";
import { describeFieldErrors } from "./validation.ts";

const SENTENCES: Record<number, string> = {
  400: "Запрос составлен неверно.",
  403: "Так обращаться к этому адресу нельзя.",
  404: "Такой страницы или записи нет.",
  405: "Так обращаться к этому адресу нельзя.",
  408: "Запрос не был получен вовремя. Повторите попытку.",
  413: "Слишком много данных в запросе.",
  414: "Слишком длинный адрес.",
  415: "Такой вид данных не поддерживается.",
  429: "Слишком много запросов. Подождите и повторите попытку.",
  431: "Слишком длинные заголовки запроса.",
  503: "Сервер перегружен или перезапускается. Повторите попытку через несколько секунд.",
};
const UNEXPECTED =
  "На сервере произошла непредвиденная ошибка. Повторите попытку; если не поможет, сообщите администратору номер ошибки:";

/** Returns the body of an RFC 9457 response. */
const problemBody = ({ status, message, details }: HttpProblem, traceId: string) => ({
  type: "about:blank",
  title: STATUS_CODES[status] ?? "Error",
  status,
  detail: message,
  message,
  ...(details.errors && { errors: details.errors }),
  ...details.members,
  traceId,
});

const STATUSES: Readonly<Record<RefusalKind, number>> = {
  invalid: 400,
  notSignedIn: 401,
  signInRefused: 401,
  forbidden: 403,
  notFound: 404,
  notAcceptable: 406,
  conflict: 409,
  inProgress: 409,
  moduleOff: 409,
  stale: 412,
  tooLarge: 413,
  keyReused: 422,
  versionRequired: 428,
  tooMany: 429,
  noRoom: 507,
};

const RETRY = { "retry-after": "1" };

const headersOf = (refusal: DomainError): Readonly<Record<string, string>> => {
  if (refusal instanceof TooMany) return { "retry-after": String(refusal.retryAfter) };
  if (refusal instanceof NotSignedIn) return { "www-authenticate": "Bearer" };
  return refusal instanceof InProgress ? RETRY : {};
};

/**
 * Values of the RFC 9457 field `type`, for refusals that a client must distinguish from other refusals with the same
 * status.
 */
const TYPES: Partial<Record<RefusalKind, string>> = {
  // The same request, or another request for the same invoice or refund, is still in progress. The client retries the
  // refused request later.
  inProgress: "urn:problem:in-progress",
  // The module of the refused write is switched off.
  moduleOff: "urn:problem:module-off",
  // The record does not exist. A 404 with a different type means that the server does not have the operation.
  notFound: "urn:problem:not-found",
};

/** Converts a domain error to an HTTP problem. */
const fromRefusal = (refusal: DomainError): HttpProblem => {
  const { kind, message, errors, data } = refusal;
  const type = TYPES[kind];
  const members = { ...data, ...(type && { type }) };
  return new HttpProblem(STATUSES[kind], message, { errors, members, headers: headersOf(refusal) });
};

const unavailable = (): HttpProblem => new HttpProblem(503, SENTENCES[503] ?? "", { headers: RETRY });

const NO_CONNECTION = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);

/**
 * PostgreSQL error codes after which the same request can succeed a moment later. Causes: a conflict with another
 * transaction, a long wait, no free connection, or a read-only server during a failover.
 */
const BUSY = new Set(["40001", "40P01", "55P03", "57014", "53300", "25006"]);

/** PostgreSQL error codes for numbers, dates, UTC offsets and bytes that PostgreSQL cannot store. */
const OUT_OF_BOUNDS = new Set(["22003", "22007", "22008", "22009", "22021"]);

const fromDatabase = (code: string): HttpProblem | undefined => {
  if (OUT_OF_BOUNDS.has(code)) return fromRefusal(new Invalid("Значение вне допустимых границ."));
  if (code === "53100") return fromRefusal(new NoRoom());
  if (code === "23505") return fromRefusal(new Conflict("Такая запись уже есть."));
  if (code === "23503") return fromRefusal(new Conflict("Запись связана с другой, которой нет или которая ещё нужна."));
  return BUSY.has(code) || code.startsWith("57P") || code.startsWith("08") || NO_CONNECTION.has(code)
    ? unavailable()
    : undefined;
};

const isNoConnection = (failure: unknown): boolean =>
  failure instanceof Error &&
  /connection terminated|is not queryable|timeout exceeded when trying to connect/i.test(failure.message);

const isOfProvider = (failure: unknown): boolean =>
  failure instanceof ProviderRefused || failure instanceof ProviderSilent;

/** Maps an error to an HTTP problem. An unexpected error becomes status 500 with the trace id, without the stack. */
const toProblem = (failure: FastifyError | Error, traceId: string): HttpProblem => {
  if (failure instanceof HttpProblem) return failure;
  if (failure instanceof DomainError) return fromRefusal(failure);
  if (isOfProvider(failure)) return new HttpProblem(502, failure.message);
  if ("validation" in failure && failure.validation)
    return fromRefusal(invalidFields(describeFieldErrors(failure.validation)));
  const status = "statusCode" in failure ? (failure.statusCode ?? 500) : 500;
  if (status < 500) return new HttpProblem(status, SENTENCES[status] ?? SENTENCES[400] ?? "");
  if (status === 503 || isNoConnection(failure)) return unavailable();
  return fromDatabase(readErrorCode(failure)) ?? new HttpProblem(500, `${UNEXPECTED} ${traceId}`);
};

type Recorder = (failure: Error, request: FastifyRequest) => void;

interface Recorders {
  /** Stores an unexpected error for administrators. */
  readonly record: Recorder;
  /** Records a write that was refused because the disk is full (507). */
  readonly recordFullDisk: Recorder;
}

const sendProblem = (
  failure: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
  { record, recordFullDisk }: Partial<Recorders> = {},
) => {
  const problem = toProblem(failure, request.id);
  if (problem.status === 507) recordFullDisk?.(failure, request);
  else if (problem.status >= 500) request.log.error({ err: failure }, "failed");
  if (problem.status === 500) record?.(failure, request);
  // With "connection: close" the server would reset the connection during the upload, and the client could not read the
  // response.
  if (problem.status === 413) reply.removeHeader("connection");
  return reply
    .code(problem.status)
    .headers(problem.details.headers ?? {})
    .type("application/problem+json")
    .serializer(JSON.stringify)
    .send(problemBody(problem, request.id));
};

/** Sends errors as HTTP problems. Unexpected errors and errors of a full disk are also passed to a recorder. */
export const handleErrors = (app: FastifyInstance, recorders: Partial<Recorders> = {}): void => {
  app.setErrorHandler<FastifyError>((failure, request, reply) => sendProblem(failure, request, reply, recorders));
};

/**
 * Security headers for requests that fail before routing. The hook for the headers of all other responses runs only
 * after routing.
 */
const EARLY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** Sends the HTTP problem for a request that fails before routing, for example because of a malformed URL. */
export const handleEarlyError = (failure: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  sendProblem(failure, request, reply.headers(EARLY_HEADERS));
};

const EARLY: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/**
 * Returns a raw HTTP response for a connection with malformed data, too long headers, or a request that exceeds the
 * timeout.
 */
export const writeEarlyProblem = (code: string, traceId: string): string => {
  const status = EARLY[code] ?? 400;
  const body = JSON.stringify(problemBody(new HttpProblem(status, SENTENCES[status] ?? ""), traceId));
  const headers = {
    ...EARLY_HEADERS,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
};
