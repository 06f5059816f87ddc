import createClient, { type Client, type FetchResponse } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

/** The typed client: one method a verb, paths and shapes from the description. */
export type Api = Client<paths>;

/** Schemas of the description by name. */
export type Schemas = components["schemas"];

/** Refusal of the server: `message` is its Russian sentence, `errors` are sentences by field, `body` is the whole problem (platform, section 8). */
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

/** No answer came after every attempt: it is unknown whether the server carried the call out (decisions, section 3). */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor() {
    super("Сервер не отвечает. Проверьте соединение.");
  }
}

/** An answer of success that does not fit the description. It is unknown what the server did. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
  constructor() {
    super("Сервер ответил непонятно. Попробуйте ещё раз или обратитесь в поддержку.");
  }
}

/** Returns whether it is unknown what the server did: no answer, a 5xx, an ended session, or an answer that cannot be read. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status >= 500 || error.status === 401;

/** A client whose calls go to `baseUrl` through `fetch`. */
export const createApi = (options: { baseUrl: string; fetch: (request: Request) => Promise<Response> }): Api =>
  createClient<paths>({ ...options, querySerializer: { array: { style: "form", explode: true } } });

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isStructured = (value: unknown): boolean => typeof value === "object" && value !== null;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const texts = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, word]) => (typeof word === "string" ? [[key, word]] : [])),
      )
    : {};

/** Returns whether a call with the same idempotency key is still running, so that its outcome is unknown (decisions, section 3). */
const isInProgress = (body: unknown): boolean => isRecord(body) && body["type"] === "urn:problem:in-progress";

/** Returns the refusal that a body with a status of 400 or more describes. */
export const toApiProblem = (status: number, body: unknown): ApiProblem => {
  const problem = isRecord(body) ? body : {};
  return new ApiProblem(
    status,
    text(problem["message"]) ?? "Сервер не смог выполнить действие. Повторите или обратитесь в поддержку.",
    texts(problem["errors"]),
    text(problem["traceId"]),
    body,
  );
};

/**
 * Returns the data of a call. Throws `ApiProblem` when the server refused, `UnreadableAnswer` when `isWanted` does not accept the data,
 * `NoAnswer` when a call with the same key is still running, and what `fetch` threw (`NoAnswer`, an abort).
 */
export const unwrap = async <T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
  isWanted: (data: unknown) => boolean = isStructured,
): Promise<NonNullable<FetchResponse<T, O, M>["data"]>> => {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw reason instanceof SyntaxError ? new UnreadableAnswer() : reason;
  });
  if (!response.ok) {
    throw isInProgress(error) ? new NoAnswer() : toApiProblem(response.status, error);
  }
  if (response.status !== 204 && !isWanted(data)) throw new UnreadableAnswer();
  return data as NonNullable<typeof data>;
};
