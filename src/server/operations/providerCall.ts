import type { Db } from "../database/connection.ts";
import type { Call, StoredJson } from "../http/handlerTypes.ts";
import { publicOriginOf } from "../http/requestOrigin.ts";
import type { ProviderContext } from "../services/payments/providerCalls.ts";
import { Invalid } from "../services/shared/domainErrors.ts";
import { claimRequest, finishRequest, type KeyedRequest, releaseRequest } from "../services/shared/idempotency.ts";

/** Request for which an idempotency key is required. */
interface KeyedCall {
  readonly db: Db;
  readonly keyedRequest: KeyedRequest | undefined;
}

/**
 * Returns the payment providers and the public origin of this server: the configured URL, or else the origin of the
 * request.
 */
export const providerContextOf = ({
  app,
  http,
}: Pick<Call<"notifyExternalPayment">, "app" | "http">): ProviderContext => ({
  providers: app.providers,
  origin: publicOriginOf(app.config, http),
});

/**
 * Claims a request and runs `work`, which calls a payment provider, stores the response and returns it; a request that
 * was already answered gets the stored response. Releases the claim after a failure, so that the client can retry.
 * Throws `Invalid` for a request without an idempotency key, and the errors of `claimRequest`.
 */
export const runClaimed = async (
  call: KeyedCall,
  work: (keyedRequest: KeyedRequest) => Promise<string>,
): Promise<StoredJson> => {
  const { keyedRequest, db } = call;
  if (!keyedRequest) throw new Invalid("Нужен ключ запроса.");
  const stored = await claimRequest(db, keyedRequest);
  if (stored !== undefined) return { json: stored };
  try {
    return { json: await work(keyedRequest) };
  } catch (failure) {
    await releaseRequest(db, keyedRequest);
    throw failure;
  }
};

/** Does the same as `runClaimed` for a `work` that returns the response without storing it. */
export const runClaimedAndStore = (
  call: KeyedCall,
  work: (keyedRequest: KeyedRequest) => Promise<unknown>,
): Promise<StoredJson> =>
  runClaimed(call, async (keyedRequest) => {
    const answer = JSON.stringify(await work(keyedRequest));
    await finishRequest(call.db, keyedRequest, answer);
    return answer;
  });
