import { fromPromise } from "xstate";
import { readProblemText } from "#api/problemText.ts";
import { retryAfter } from "#machines/core/backoff.ts";
import type { AppConfig } from "./config.ts";
import type { SignInAnswer, SignInFailure } from "./signIn.machine.ts";
import { withTimeLimit } from "./timeLimit.ts";
import { readTokenAnswer, type TokenAnswer } from "./tokenAnswer.ts";

/** User name and password as typed, and the code of the second factor if the server has asked for the code. */
export interface Credentials {
  readonly userName: string;
  readonly password: string;
  readonly code?: string;
}

/** Dependencies of the sign-in actors. */
export interface SignInParts {
  /** Reads the form on submit, because a machine's context must not contain passwords and codes. */
  readonly readCredentials: (withCode: boolean) => Credentials;
  readonly config: AppConfig;
  readonly transport: (request: Request) => Promise<Response>;
  /** Throws if the browser does not allow the page to store data. */
  readonly checkStorage: () => void;
  /** Stores the session for the page of the application. Throws if the browser does not allow storage. */
  readonly store: (answer: TokenAnswer) => void;
  /** Sends a sign-out that the server has not confirmed yet. Throws without an answer, or for a status of 500 or more. */
  readonly sendPendingSignOut: () => Promise<void>;
  readonly now: () => number;
}

const CODE_REQUIRED = "urn:problem:code-required";

const memberOf = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;

const isCodeRequired = (body: unknown, status: number): boolean =>
  status === 401 && memberOf(body, "type") === CODE_REQUIRED;

const failureOf = (body: unknown, status: number): SignInFailure => {
  const text = memberOf(body, "message");
  const message = readProblemText(status, body, text) ?? "";
  if (isCodeRequired(body, status)) return { code: "wrongCode", message };
  if (status === 401) return { code: "wrongCredentials", message };
  if (status >= 500) return { code: "unanswered", message };
  return { code: message === "" ? "unreadable" : "refused", message };
};

const failed = (failure: SignInFailure, waitSeconds = 0): SignInAnswer => ({ kind: "failed", failure, waitSeconds });

const storeAnswer = ({ store }: SignInParts, answer: TokenAnswer): SignInAnswer => {
  try {
    store(answer);
    return { kind: "granted" };
  } catch {
    return { kind: "barred" };
  }
};

const signIn = async (parts: SignInParts, withCode: boolean, signal: AbortSignal): Promise<SignInAnswer> => {
  const { config, now, readCredentials, sendPendingSignOut, transport } = parts;
  const credentials = readCredentials(withCode);
  const content = { grantType: "password", ...credentials, ...(config.session === "body" && { tokenIn: "body" }) };
  await sendPendingSignOut();
  const response = await transport(
    new Request(`${config.apiBase}/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(content),
      signal,
    }),
  );
  const body: unknown = await response.json().catch(() => undefined);
  if (!withCode && isCodeRequired(body, response.status)) return { kind: "codeAsked" };
  if (!response.ok) {
    const waitMs = retryAfter(response.headers.get("Retry-After"), now()) ?? 0;
    return failed(failureOf(body, response.status), Math.ceil(waitMs / 1000));
  }
  const answer = readTokenAnswer(body);
  return answer ? storeAnswer(parts, answer) : failed({ code: "unreadable", message: "" });
};

/** Returns the actors of the sign-in page. */
export const signInActors = (parts: SignInParts) => ({
  checkStorage: fromPromise<void>(async () => parts.checkStorage()),
  signIn: fromPromise<SignInAnswer, { withCode: boolean }>(({ input, signal }) =>
    withTimeLimit(parts.config.requestTimeout, signal, (limit) => signIn(parts, input.withCode, limit)),
  ),
});
