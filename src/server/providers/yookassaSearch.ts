import { AccessRefused, ProviderRefused, ProviderSilent } from "./provider.ts";
import { pageReader, type ReadPage, type ReadPayment } from "./yookassaAnswers.ts";
import type { KassaRequest } from "./yookassaCalls.ts";

const HOUR_MS = 3_600_000;

/**
 * Maximum age of a payment or refund at which its creation request is retried, milliseconds. It is an hour less than
 * the 24 hours after which YooKassa forgets idempotence keys, because clocks may differ.
 */
const KEY_LIFETIME_MS = 23 * HOUR_MS;

/** Maximum number of pages that a search reads. A thousand pages contain 100,000 payments. */
const MAX_PAGES = 1000;

/** Returns true if YooKassa may have forgotten a key. A retry could then create a second payment or refund. */
export const isKeyForgotten = (createdAt: Date): boolean => Date.now() - createdAt.getTime() > KEY_LIFETIME_MS;

/**
 * Returns the period in which the provider may have created a payment. Extends it by an hour at both ends, because
 * clocks may differ.
 */
const periodOf = (createdAt: Date): Record<string, string> => ({
  "created_at.gte": new Date(createdAt.getTime() - HOUR_MS).toISOString(),
  "created_at.lte": new Date(createdAt.getTime() + KEY_LIFETIME_MS + HOUR_MS).toISOString(),
});

/**
 * Replaces the error of a refused search by `ProviderSilent`, because the existence of the payment is unknown. Keeps
 * `AccessRefused`.
 */
const toUnknown = (failure: unknown): unknown =>
  failure instanceof ProviderRefused && !(failure instanceof AccessRefused)
    ? new ProviderSilent(failure.message)
    : failure;

/**
 * Searches the payments of the YooKassa shop for the payment with an idempotence key, and returns undefined if no
 * payment has the key. Throws `ProviderSilent` if the search is refused or does not end within `MAX_PAGES` pages,
 * because the existence of the payment is then unknown, and `AccessRefused` if YooKassa does not accept the
 * credentials.
 */
export const findPayment = async (
  send: (request: KassaRequest<ReadPage>) => Promise<ReadPage>,
  { key, createdAt, amount, isLocalAllowed }: { key: string; createdAt: Date; amount: number; isLocalAllowed: boolean },
): Promise<ReadPayment | undefined> => {
  const query = new URLSearchParams({ ...periodOf(createdAt), limit: "100" });
  const read = pageReader(key, amount, isLocalAllowed);
  for (let number = 1; number <= MAX_PAGES; number++) {
    const request = { path: `/payments?${query}`, init: { method: "GET" }, read };
    const page = await send(request).catch((failure: unknown) => Promise.reject(toUnknown(failure)));
    if (page.found !== undefined || page.next === undefined) return page.found;
    query.set("cursor", page.next);
  }
  throw new ProviderSilent();
};
