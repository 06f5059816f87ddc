import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { codeOf } from "../database/transaction.ts";
import { Problem, wrongFields } from "../services/shared/problem.ts";
import { fieldErrors } from "./validation.ts";

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

/** The body of an RFC 9457 answer. */
const problemBody = (problem: Problem, traceId: string) => ({
  type: "about:blank",
  title: STATUS_CODES[problem.status] ?? "Error",
  status: problem.status,
  detail: problem.message,
  message: problem.message,
  ...(problem.details.errors && { errors: problem.details.errors }),
  ...problem.details.extra,
  traceId,
});

const RETRY = { headers: { "retry-after": "1" } };
const NO_CONNECTION = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND"]);

/** Numbers, dates, offsets from UTC and bytes that the database does not know. */
const OUT_OF_BOUNDS = new Set(["22003", "22007", "22008", "22009", "22021"]);

/** What the codes of PostgreSQL and of its connection mean to the caller. */
const fromDatabase = (code: string): Problem | undefined => {
  if (OUT_OF_BOUNDS.has(code)) return new Problem(400, "Значение вне допустимых границ.");
  if (code === "23505") return new Problem(409, "Такая запись уже есть.");
  if (code === "23503") return new Problem(409, "Запись связана с другой, которой нет или которая ещё нужна.");
  const isBusy = code === "40001" || code === "40P01" || code === "55P03" || code === "57014" || code === "53300";
  if (isBusy || code.startsWith("57P") || code.startsWith("08") || NO_CONNECTION.has(code))
    return new Problem(503, SENTENCES[503] ?? "", RETRY);
  return undefined;
};

const isNoConnection = (failure: unknown): boolean =>
  failure instanceof Error &&
  /connection terminated|is not queryable|timeout exceeded when trying to connect/i.test(failure.message);

/** Turns whatever was thrown into the answer for the caller; never a stack, and 500 only for faults of our own, with the number to quote. */
const toProblem = (failure: FastifyError | Error, traceId: string): Problem => {
  if (failure instanceof Problem) return failure;
  if ("validation" in failure && failure.validation) return wrongFields(fieldErrors(failure.validation));
  const status = "statusCode" in failure ? (failure.statusCode ?? 500) : 500;
  if (status < 500) return new Problem(status, SENTENCES[status] ?? SENTENCES[400] ?? "");
  if (status === 503 || isNoConnection(failure)) return new Problem(503, SENTENCES[503] ?? "", RETRY);
  return fromDatabase(codeOf(failure)) ?? new Problem(500, `${UNEXPECTED} ${traceId}`);
};

/** Hears of each fault of our own. */
type Recorder = (failure: Error, request: FastifyRequest) => void;

const answer = (failure: FastifyError | Error, request: FastifyRequest, reply: FastifyReply, record?: Recorder) => {
  const problem = toProblem(failure, request.id);
  if (problem.status >= 500) request.log.error({ err: failure }, "failed");
  if (problem.status === 500) record?.(failure, request);
  // A connection that is closed while the body still comes in is reset, and the sender never reads why: the rest is read and dropped.
  if (problem.status === 413) reply.removeHeader("connection");
  return reply
    .code(problem.status)
    .headers(problem.details.headers ?? {})
    .type("application/problem+json")
    .serializer(JSON.stringify)
    .send(problemBody(problem, request.id));
};

/** Answers every failure of the application as a problem; `record` hears of those that nobody expected. */
export const answerFailures = (app: FastifyInstance, record: Recorder): void => {
  app.setErrorHandler<FastifyError>((failure, request, reply) => answer(failure, request, reply, record));
};

/** No hook runs for what fails before routing; its answer carries no page and lets nothing be made of it. */
const EARLY_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

/** Answers what fails before routing, such as a malformed address. */
export const answerEarlyFailure = (failure: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  answer(failure, request, reply.headers(EARLY_HEADERS));
};

const EARLY: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What to write back to bytes that are no HTTP, too many headers, or a request that never ended. */
export const malformedHttp = (code: string, traceId: string): string => {
  const status = EARLY[code] ?? 400;
  const body = JSON.stringify(problemBody(new Problem(status, SENTENCES[status] ?? ""), traceId));
  const headers = {
    ...EARLY_HEADERS,
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
};
