import type { YookassaConfig } from "../config.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import {
  type InvoiceStatus,
  type IssuedInvoice,
  type Provider,
  ProviderRefused,
  ProviderSilent,
  RefundGivenUp,
} from "./provider.ts";

const TIMEOUT_MS = 8000;

type Json = { readonly [name: string]: unknown };

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

const textIn = (value: unknown, name: string): string | undefined => {
  const inner = isJson(value) ? value[name] : undefined;
  return typeof inner === "string" ? inner : undefined;
};

/** Returns the shop's credentials from the payment method settings. The configuration of the installation is the default. */
const accessOf = (config: YookassaConfig, settings: unknown): YookassaConfig => ({
  baseUrl: textIn(settings, "baseUrl") ?? config.baseUrl,
  shopId: textIn(settings, "shopId") ?? config.shopId,
  secretKey: textIn(settings, "secretKey") ?? config.secretKey,
});

const send = async (access: YookassaConfig, path: string, init: RequestInit): Promise<Response> => {
  const credentials = Buffer.from(`${access.shopId}:${access.secretKey}`).toString("base64");
  const headers = { ...init.headers, authorization: `Basic ${credentials}`, "content-type": "application/json" };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(`${access.baseUrl}${path}`, { ...init, headers, signal }).catch(() => {
    throw new ProviderSilent();
  });
};

const call = async (config: YookassaConfig, settings: unknown, path: string, init: RequestInit): Promise<Json> => {
  const access = accessOf(config, settings);
  if (!access.shopId || !access.secretKey)
    throw new ProviderRefused("ЮKassa не настроена: нет номера магазина и ключа.");
  const response = await send(access, path, init);
  const body: unknown = await response.json().catch(() => undefined);
  // Status 202 asks for a repetition with the same key, because the result is not known yet.
  if (response.status >= 500 || response.status === 429 || response.status === 202) throw new ProviderSilent();
  if (!response.ok || !isJson(body))
    throw new ProviderRefused(`ЮKassa отказала: ${textIn(body, "description") ?? `код ${response.status}`}.`);
  return body;
};

const post = (key: string, body: unknown): RequestInit => ({
  method: "POST",
  headers: { "idempotence-key": key },
  body: JSON.stringify(body),
});

const rubles = (amount: number) => ({ value: amount.toFixed(2), currency: "RUB" });

const statusOf = (payment: Json): InvoiceStatus => {
  const status = payment["status"];
  return status === "succeeded" || status === "canceled" ? status : "pending";
};

/** Returns the amount that the payment system has refunded, roubles. */
const refundedOf = (payment: Json): number => Number(textIn(payment["refunded_amount"], "value") ?? 0);

const RETURNED: Json = { status: "succeeded" };

const toInvoice = (payment: Json): IssuedInvoice => {
  const id = textIn(payment, "id");
  if (!id) throw new ProviderSilent();
  return { id, url: textIn(payment["confirmation"], "confirmation_url") ?? null, status: statusOf(payment) };
};

/** Creates the provider for the public YooKassa v3 payments API, which supports idempotence keys. */
export const yookassaProvider = (config: YookassaConfig): Provider => {
  const get = (settings: unknown, id: string) =>
    call(config, settings, `/payments/${encodeURIComponent(id)}`, { method: "GET" });
  const refundStatus = async (settings: unknown, id: string): Promise<unknown> =>
    (await call(config, settings, `/refunds/${encodeURIComponent(id)}`, { method: "GET" }))["status"];
  return {
    issue: async ({ key, amount, title, origin, settings }) => {
      const confirmation = { type: "redirect", return_url: `${origin}/Info` };
      const body = { amount: rubles(amount), capture: true, confirmation, description: truncateText(title, 128) };
      return toInvoice(await call(config, settings, "/payments", post(key, body)));
    },
    check: async ({ id, settings }) => statusOf(await get(settings, id)),
    cancel: async ({ id, settings }) => {
      const status = statusOf(await get(settings, id));
      if (status === "pending")
        throw new ProviderRefused(
          "Счёт ЮKassa ещё ждёт оплаты, отозвать его нельзя: он закроется сам, если его не оплатят.",
        );
      return status;
    },
    refund: async ({ id, key, amount, settings, refundAttempt }) => {
      // YooKassa repeats the response to a cancelled refund for a day, so that a new attempt needs a new key.
      const refundKey = refundAttempt === 0 ? `${key}-refund` : `${key}-refund-${refundAttempt}`;
      const body = { payment_id: id, amount: rubles(amount) };
      const response = await call(config, settings, "/refunds", post(refundKey, body)).catch(
        async (failure: unknown) => {
          // YooKassa forgets keys after a day. A refund from before then blocks this one, but has already returned the money.
          if (failure instanceof ProviderRefused && refundedOf(await get(settings, id)) >= amount) return RETURNED;
          throw failure;
        },
      );
      // A repetition returns the first response, so the current status is read separately.
      const status =
        response["status"] === "pending"
          ? await refundStatus(settings, textIn(response, "id") ?? "")
          : response["status"];
      if (status === "canceled")
        throw new RefundGivenUp("ЮKassa не смогла вернуть деньги. Проверьте баланс магазина и повторите.");
      if (status !== "succeeded")
        throw new ProviderSilent(
          "ЮKassa ещё возвращает деньги. Повторите через минуту: тогда будет видно, дошли ли они.",
        );
    },
  };
};
