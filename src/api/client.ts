import createClient, { type Client, type FetchResponse } from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

/** The typed client: one method a verb, paths and shapes from the description. */
export type Api = Client<paths>;

/** Schemas of the description by name. */
export type Schemas = components["schemas"];

/** The server refused: `message` is its Russian sentence, `errors` are sentences by field, `body` is the whole problem (platform, section 8). */
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

/** Nobody answered, after every attempt: whether the call was carried out is not known (decisions, section 3). */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
  constructor(message = "Сервер не отвечает. Проверьте соединение.") {
    super(message);
  }
}

/** Whether a failure leaves open what the server did: silence, a fault of it, a session that ended in between, an answer that cannot be read. */
export const isOpen = (reason: unknown): boolean =>
  !(reason instanceof ApiProblem) || reason.status >= 500 || reason.status === 401 || reason.status < 400;

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

/** A call with the same key is still at work: what will come of it is as open as after silence (decisions, section 3). */
const isInProgress = (body: unknown): boolean => isRecord(body) && body["type"] === "urn:problem:in-progress";

/** The refusal that a body which came with a status of 400 or more stands for. */
export const problemOf = (status: number, body: unknown): ApiProblem => {
  const told = isRecord(body) ? body : {};
  const message = text(told["message"]) ?? "Сервер не смог выполнить действие. Повторите или обратитесь в поддержку.";
  return new ApiProblem(status, message, texts(told["errors"]), text(told["traceId"]), body);
};

const unreadable = (status: number) =>
  new ApiProblem(status, "Сервер ответил непонятно. Попробуйте ещё раз или обратитесь в поддержку.");

/**
 * The data of a call. Throws `ApiProblem` when the server refused or what it sent cannot be read, `NoAnswer` when the same call is still
 * at work, and whatever `fetch` threw (`NoAnswer`, an abort). `isWanted` guards against an answer of another shape than the description's; what is read is never a bare value.
 */
export const unwrap = async <T extends Record<string | number, unknown>, O, M extends `${string}/${string}`>(
  call: Promise<FetchResponse<T, O, M>>,
  isWanted: (data: unknown) => boolean = isStructured,
): Promise<NonNullable<FetchResponse<T, O, M>["data"]>> => {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw reason instanceof SyntaxError ? unreadable(200) : reason;
  });
  if (!response.ok) {
    const problem = problemOf(response.status, error);
    throw isInProgress(error) ? new NoAnswer(problem.message) : problem;
  }
  if (response.status !== 204 && !isWanted(data)) throw unreadable(response.status);
  return data as NonNullable<typeof data>;
};
