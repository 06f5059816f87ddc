import { retryAfter } from "#machines/session/backoff.ts";
import type { AppConfig } from "#machines/session/config.ts";
import { withTimeLimit } from "#machines/session/timeLimit.ts";
import { readTokenAnswer, type TokenAnswer } from "#machines/session/tokenAnswer.ts";
import { settleSignOut } from "./owedSignOut.ts";

/** How an attempt to sign in ended; `waitMs` is how long the server wants no further one. */
export type SignIn = { answer: TokenAnswer } | { refusal: string; waitMs: number };

const NO_ANSWER = "Сервер не отвечает. Проверьте соединение и попробуйте ещё раз.";
const UNREADABLE = "Сервер ответил непонятно. Попробуйте ещё раз или обратитесь в поддержку.";

const sentence = (body: unknown, status: number): string => {
  const message: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "message") : undefined;
  if (typeof message === "string" && message !== "") return message;
  if (status === 401) return "Неверное имя или пароль.";
  return status >= 500 ? NO_ANSWER : UNREADABLE;
};

/** Asks for tokens by name and password; never throws. */
export const signIn = async (config: AppConfig, userName: string, password: string): Promise<SignIn> => {
  const body = { grantType: "password", userName, password, ...(config.session === "body" && { tokenIn: "body" }) };
  const ask = async (signal: AbortSignal): Promise<SignIn> => {
    await settleSignOut(config);
    const response = await fetch(`${config.apiBase}/token`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
    const told: unknown = await response.json().catch(() => undefined);
    const answer = response.ok ? readTokenAnswer(told) : undefined;
    if (answer !== undefined) return { answer };
    const waitMs = retryAfter(response.headers.get("Retry-After"), Date.now()) ?? 0;
    return { refusal: response.ok ? UNREADABLE : sentence(told, response.status), waitMs };
  };
  return withTimeLimit(config.requestTimeout, new AbortController().signal, ask).catch(() => ({
    refusal: NO_ANSWER,
    waitMs: 0,
  }));
};
