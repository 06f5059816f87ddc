import createClient, { type Client, type FetchResponse } from "openapi-fetch";
import { readProblemText } from "./problemText.ts";
import type { components, paths } from "./schema.d.ts";

/** Typed client of the API. Paths and types come from the OpenAPI description. */
export type Api = Client<paths>;

/** Schemas of the OpenAPI description by name. */
export type Schemas = components["schemas"];

/**
 * Error answer of the server (platform, section 8). `message` is for the user, `errors` has messages by field name, and
 * `body` is the whole answer.
 */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  constructor(
    readonly status: number,
    message: string,
    readonly errors: Readonly<Record<string, string>> = {},
    readonly traceId: string | undefined = undefined,
    readonly body: unknown = undefined,
  ) {
    super(message);
  }
}

/**
 * Error that is thrown if no attempt of a call got a final answer from the server. The server may have carried out the
 * call (decisions, section 3).
 */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor() {
    super("Сервер не отвечает. Проверьте соединение.");
  }
}

/**
 * Error that is thrown if an answer does not match the OpenAPI description. The server may have carried out the call.
 */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
  constructor() {
    super("Сервер ответил непонятно. Попробуйте ещё раз или обратитесь в поддержку.");
  }
}

/** HTTP status of a write that the server refused because its disk is full. */
const NO_ROOM = 507;

/**
 * Returns true if the server may have carried out the call: after no answer, an unreadable answer, a 5xx other than 507
 * (disk full), or a 401 (ended session).
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || (error.status >= 500 && error.status !== NO_ROOM) || error.status === 401;

/** Creates an API client that sends its calls to `baseUrl` with `fetch`. */
export const createApi = (options: { baseUrl: string; fetch: (request: Request) => Promise<Response> }): Api =>
  createClient<paths>({ ...options, querySerializer: { array: { style: "form", explode: true } } });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isStructured = (value: unknown): boolean => typeof value === "object" && value !== null;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** Returns the server's messages by field name. Leaves out messages that are not meant for the user. */
const readFieldTexts = (status: number, problem: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(problem["errors"]) ? problem["errors"] : {}).flatMap(([field, value]) => {
      const shown = readProblemText(status, problem, value);
      return shown === undefined ? [] : [[field, shown]];
    }),
  );

/** Problem type of the 404 response that the client itself creates for an operation which the server does not have. */
export const NOT_OFFERED = "urn:problem:not-offered";

/** Returns true if a call failed because the operation is an extension that the server does not have. */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof ApiProblem && isRecord(error.body) && error.body["type"] === NOT_OFFERED;

/**
 * Returns true if the server is still processing another attempt with the same idempotency key. The outcome of the call
 * is then unknown (decisions, section 3).
 */
const isInProgress = (body: unknown): boolean => isRecord(body) && body["type"] === "urn:problem:in-progress";

/**
 * Returns true if a gateway answered 404 with an HTML page. Such an answer does not prove that the record is missing.
 */
const isGatewayPage = ({ status, headers }: Response): boolean =>
  status === 404 && headers.get("Content-Type")?.startsWith("text/html") === true;

/** Converts the body of an error answer (status 400 or more) into an `ApiProblem`. */
export const toApiProblem = (status: number, body: unknown): ApiProblem => {
  const problem = isRecord(body) ? body : {};
  return new ApiProblem(
    status,
    readProblemText(status, problem, problem["message"]) ??
      "Сервер не смог выполнить действие. Повторите или обратитесь в поддержку.",
    readFieldTexts(status, problem),
    text(problem["traceId"]),
    body,
  );
};

/**
 * Returns the data of a call; a 204 has none. `isWanted` checks the data, by default only that they are an object or a
 * list. Throws the errors of `fetch`; `ApiProblem` for an error answer; `UnreadableAnswer` for invalid data; and
 * `NoAnswer` if an attempt with the same key is still running or a gateway answered 404 with an HTML page.
 */
export const unwrap = async <T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
  isWanted: (data: unknown) => boolean = isStructured,
): Promise<NonNullable<FetchResponse<T, O, M>["data"]>> => {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw reason instanceof SyntaxError ? new UnreadableAnswer() : reason;
  });
  if (!response.ok) {
    throw isInProgress(error) || isGatewayPage(response) ? new NoAnswer() : toApiProblem(response.status, error);
  }
  if (response.status !== 204 && !isWanted(data)) throw new UnreadableAnswer();
  return data as NonNullable<typeof data>;
};
