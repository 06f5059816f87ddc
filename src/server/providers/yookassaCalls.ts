import { setTimeout as delay } from "node:timers/promises";
import type { YookassaConfig } from "../config.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import { AccessRefused, ProviderRefused, ProviderSilent } from "./provider.ts";
import { fieldIn, type Reader, textIn } from "./yookassaAnswers.ts";

/** Time limit and retry pauses of a request to YooKassa. */
export interface CallPace {
  /** Time for a request and its retries, after which the outcome counts as unknown, milliseconds. */
  readonly timeoutMs: number;
  /** Pauses before the retries of a request with an unknown outcome, milliseconds. */
  readonly pausesMs: readonly number[];
}

/** Idempotent request to YooKassa, which can be sent repeatedly. */
export interface KassaRequest<Value> {
  readonly path: string;
  readonly init: RequestInit;
  readonly read: Reader<Value>;
}

/** Returns a POST request with an idempotence key. */
export const post = (key: string, body: unknown): RequestInit => ({
  method: "POST",
  headers: { "idempotence-key": key },
  body: JSON.stringify(body),
});

export const GET: RequestInit = { method: "GET" };

/** Converts an amount to the format of the YooKassa API. */
export const rubles = (amount: number) => ({ value: amount.toFixed(2), currency: "RUB" });

const WRONG_CREDENTIALS =
  "ЮKassa не приняла номер магазина или секретный ключ: администратор сервера должен исправить их.";

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type Outcome<Value> = { readonly value: Value } | { readonly refusal: ProviderRefused } | undefined;

const readRefusal = (status: number, json: unknown): ProviderRefused | undefined => {
  // Status 408 or 429, or an error about the idempotence key, does not count as a refusal, because an earlier attempt
  // may have succeeded.
  const isTemporary = status === 408 || status === 429 || /^idempotence/i.test(textIn(json, "parameter") ?? "");
  if (status < 400 || status >= 500 || isTemporary || fieldIn(json, "type") !== "error") return undefined;
  if (status === 401) return new AccessRefused(WRONG_CREDENTIALS);
  const description = textIn(json, "description");
  const message = description
    ? `ЮKassa отказала: ${truncateText(description, 300)}.`
    : "ЮKassa отказала без объяснений.";
  return status === 403 ? new AccessRefused(message) : new ProviderRefused(message);
};

/** Sends a request once. Returns the value in the response or the refusal, and undefined if the outcome is unknown. */
const attempt = async <Value>(
  access: YookassaConfig,
  { path, init, read }: KassaRequest<Value>,
  signal: AbortSignal,
): Promise<Outcome<Value>> => {
  const credentials = Buffer.from(`${access.shopId}:${access.secretKey}`).toString("base64");
  const headers = { ...init.headers, authorization: `Basic ${credentials}`, "content-type": "application/json" };
  try {
    // Redirects are not followed, because they could send the credentials to another host.
    const response = await fetch(`${access.baseUrl}${path}`, { ...init, headers, signal, redirect: "manual" });
    const json = parseJson(await response.text());
    const value = response.status === 200 ? read(json) : undefined;
    if (value !== undefined) return { value };
    const refusal = readRefusal(response.status, json);
    return refusal && { refusal };
  } catch {
    return undefined;
  }
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/**
 * Sends a request and retries it while its outcome is unknown. Throws `ProviderRefused` if the first attempt is
 * refused, and `ProviderSilent` if the outcome stays unknown or a retry is refused, because the first attempt may have
 * succeeded.
 */
export const sendRequest = async <Value>(
  access: YookassaConfig,
  request: KassaRequest<Value>,
  { timeoutMs, pausesMs }: CallPace,
): Promise<Value> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const first = await attempt(access, request, signal);
  if (first && "refusal" in first) throw first.refusal;
  if (first) return first.value;
  for (const ms of pausesMs) {
    await pause(ms, signal);
    if (signal.aborted) break;
    const repeated = await attempt(access, request, signal);
    if (repeated && "value" in repeated) return repeated.value;
    if (repeated) throw new ProviderSilent(`${repeated.refusal.message} Удался ли первый запрос, неизвестно.`);
  }
  throw new ProviderSilent();
};
