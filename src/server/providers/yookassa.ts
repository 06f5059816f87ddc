import type { YookassaConfig } from "../config.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import { AccessRefused, type Provider, ProviderRefused } from "./provider.ts";
import { fieldIn, KEY_NAME, paymentReader, type ReadPayment, textIn } from "./yookassaAnswers.ts";
import { type CallPace, GET, type KassaRequest, post, rubles, sendRequest } from "./yookassaCalls.ts";
import { refundPayment } from "./yookassaRefunds.ts";
import { findPayment, isKeyForgotten } from "./yookassaSearch.ts";

const PACE: CallPace = { timeoutMs: 8000, pausesMs: [100, 400] };

const NOT_CONFIGURED = "ЮKassa не настроена: администратор сервера должен указать номер магазина и секретный ключ.";

const NOT_CREATED = "ЮKassa не создала этот счёт. Отклоните оплату и выставьте новый счёт.";

/**
 * Returns the API address and the credentials in the settings of the payment method. Missing values come from the
 * server configuration.
 */
const accessOf = (config: YookassaConfig, settings: unknown): YookassaConfig => ({
  baseUrl: textIn(settings, "baseUrl") ?? config.baseUrl,
  shopId: textIn(settings, "shopId") ?? config.shopId,
  secretKey: textIn(settings, "secretKey") ?? config.secretKey,
});

const isComplete = ({ shopId, secretKey }: YookassaConfig): boolean => shopId !== "" && secretKey !== "";

/** Creates the provider for the YooKassa v3 payments API, which supports idempotence keys. */
export const yookassaProvider = (config: YookassaConfig, pace: CallPace = PACE): Provider => {
  // Only a local API, used for tests, may return a payment page over plain HTTP.
  const isLocalAllowed = (settings: unknown) => accessOf(config, settings).baseUrl.startsWith("http://");
  const send = <Value>(settings: unknown, request: KassaRequest<Value>): Promise<Value> => {
    const access = accessOf(config, settings);
    if (!isComplete(access)) throw new AccessRefused(NOT_CONFIGURED);
    return sendRequest(access, request, pace);
  };
  const readPayment = ({ id, amount, settings }: { id: string; amount: number; settings: unknown }) =>
    send(settings, {
      path: `/payments/${encodeURIComponent(id)}`,
      init: GET,
      read: paymentReader(amount, { id, isLocalAllowed: isLocalAllowed(settings) }),
    });
  return {
    findSetupFault: (settings) => (isComplete(accessOf(config, settings)) ? undefined : NOT_CONFIGURED),
    checkAccess: async (settings) => {
      await send(settings, { path: "/me", init: GET, read: (json) => textIn(json, "account_id") });
    },
    issue: async ({ key, createdAt, amount, title, origin, returnUrl, settings }) => {
      if (isKeyForgotten(createdAt)) {
        const found = await findPayment((request) => send(settings, request), {
          key,
          createdAt,
          amount,
          isLocalAllowed: isLocalAllowed(settings),
        });
        if (!found) throw new ProviderRefused(NOT_CREATED);
        return { id: found.id, url: found.url, status: found.status };
      }
      const isSbp = fieldIn(settings, "isSbp") === true;
      const redirect = { type: "redirect", return_url: returnUrl ?? `${origin}/Info` };
      const body = {
        amount: rubles(amount),
        capture: true,
        ...(isSbp
          ? { payment_method_data: { type: "sbp" }, confirmation: { type: "qr" } }
          : { confirmation: redirect }),
        description: truncateText(title, 128),
        metadata: { [KEY_NAME]: key },
      };
      const read = paymentReader(amount, { isLocalAllowed: isLocalAllowed(settings) });
      const { id, url, status } = await send<ReadPayment>(settings, {
        path: "/payments",
        init: post(key, body),
        read,
      });
      return { id, url, status };
    },
    check: async (invoice) => (await readPayment(invoice)).status,
    cancel: async (invoice) => {
      const { status } = await readPayment(invoice);
      if (status === "pending")
        throw new ProviderRefused(
          "Счёт ЮKassa ещё ждёт оплаты, отозвать его нельзя: он закроется сам, если его не оплатят.",
        );
      return status;
    },
    refund: (invoice, order) => refundPayment((request) => send(invoice.settings, request), invoice, order),
  };
};
