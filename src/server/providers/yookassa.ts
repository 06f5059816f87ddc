import type { YookassaConfig } from "../config.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import { AccessRefused, type Provider, ProviderRefused, ProviderSilent, RefundGivenUp } from "./provider.ts";
import {
  fieldIn,
  KEY_NAME,
  paymentReader,
  type ReadPayment,
  type ReadRefund,
  refundReader,
  textIn,
} from "./yookassaAnswers.ts";
import { type CallPace, type KassaRequest, sendRequest } from "./yookassaCalls.ts";
import { findPayment, isKeyForgotten } from "./yookassaSearch.ts";

const PACE: CallPace = { timeoutMs: 8000, pausesMs: [100, 400] };

const NOT_CONFIGURED = "ЮKassa не настроена: администратор сервера должен указать номер магазина и секретный ключ.";

const NOT_CREATED = "ЮKassa не создала этот счёт. Отклоните оплату и выставьте новый счёт.";

/** Returns the credentials in the settings of the payment method. Missing values come from the server configuration. */
const accessOf = (config: YookassaConfig, settings: unknown): YookassaConfig => ({
  baseUrl: textIn(settings, "baseUrl") ?? config.baseUrl,
  shopId: textIn(settings, "shopId") ?? config.shopId,
  secretKey: textIn(settings, "secretKey") ?? config.secretKey,
});

const isComplete = ({ shopId, secretKey }: YookassaConfig): boolean => shopId !== "" && secretKey !== "";

const post = (key: string, body: unknown): RequestInit => ({
  method: "POST",
  headers: { "idempotence-key": key },
  body: JSON.stringify(body),
});

const GET: RequestInit = { method: "GET" };

const rubles = (amount: number) => ({ value: amount.toFixed(2), currency: "RUB" });

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
    issue: async ({ key, createdAt, amount, title, origin, settings }) => {
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
      const redirect = { type: "redirect", return_url: `${origin}/Info` };
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
    refund: async (invoice) => {
      const { id, key, amount, settings, refundAttempt } = invoice;
      // YooKassa repeats the response to a cancelled refund for a day, so a new attempt needs a new key.
      const refundKey = refundAttempt === 0 ? `${key}-refund` : `${key}-refund-${refundAttempt}`;
      const init = post(refundKey, { payment_id: id, amount: rubles(amount) });
      const sendRefund = () => send(settings, { path: "/refunds", init, read: refundReader(id, amount) });
      const made = await sendRefund().catch(async (failure: unknown): Promise<ReadRefund | undefined> => {
        // YooKassa forgets keys after a day, and then refuses to repeat a successful refund. The payment shows whether
        // the money was already returned.
        if (failure instanceof ProviderRefused && (await readPayment(invoice)).refunded >= amount) return undefined;
        throw failure;
      });
      if (made === undefined) return;
      // For a repeated request YooKassa returns its first response, so the current status is read separately.
      const { status } =
        made.status === "pending"
          ? await send(settings, {
              path: `/refunds/${encodeURIComponent(made.id)}`,
              init: GET,
              read: refundReader(id, amount, made.id),
            })
          : made;
      if (status === "canceled")
        throw new RefundGivenUp("ЮKassa не смогла вернуть деньги. Проверьте баланс магазина и повторите.");
      if (status !== "succeeded")
        throw new ProviderSilent(
          "ЮKassa ещё возвращает деньги. Повторите через минуту: тогда будет видно, дошли ли они.",
        );
    },
  };
};
