import { AccessRefused, ProviderRefused, ProviderSilent } from "./provider.ts";
import { pageReader, type ReadPage, type ReadPayment } from "./yookassaAnswers.ts";
import type { KassaRequest } from "./yookassaCalls.ts";

const HOUR_MS = 3_600_000;

/** Age up to which a creation is repeated, ms. YooKassa forgets keys after 24 hours, and clocks may differ. */
const KEY_LIFETIME_MS = 23 * HOUR_MS;

/** Largest number of pages to search: 100,000 payments. */
const MAX_PAGES = 1000;

/** Returns whether YooKassa may have forgotten a key, so that a repetition could create a second payment. */
export const isKeyForgotten = (createdAt: Date): boolean => Date.now() - createdAt.getTime() > KEY_LIFETIME_MS;

/** Returns the period in which a payment may have been created. One more hour on both sides covers different clocks. */
const periodOf = (createdAt: Date): Record<string, string> => ({
  "created_at.gte": new Date(createdAt.getTime() - HOUR_MS).toISOString(),
  "created_at.lte": new Date(createdAt.getTime() + KEY_LIFETIME_MS + HOUR_MS).toISOString(),
});

/** Replaces the refusal of a search, because it does not tell whether the payment exists. */
const toUnknown = (failure: unknown): unknown =>
  failure instanceof ProviderRefused && !(failure instanceof AccessRefused)
    ? new ProviderSilent(failure.message)
    : failure;

/** Finds the payment that was created with a key in the list of the shop's payments. Returns undefined when there is none. */
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
