import { fromPromise } from "xstate";
import type { CartAnswer, CartTrace, TrackedStatus } from "#domain/guestCart.ts";
import type { GuestFields } from "./shopCart.ts";

/** Storage of the sent cart until the server answers. The stored cart must survive a reload. */
export interface PendingCart {
  keep(fields: GuestFields): void;
  clear(): void;
}

/** API calls of the public shop. Each call rejects if no answer arrives. */
export interface ShopCalls {
  send(fields: GuestFields): Promise<CartAnswer>;
  verify(fields: GuestFields, signal: AbortSignal): Promise<CartTrace>;
  readStatus(signal: AbortSignal): Promise<TrackedStatus>;
}

/**
 * Returns the actors of the cart. The cart is stored before it is sent, and removed from the storage after any answer.
 */
export const shopCartActors = (calls: ShopCalls, pending: PendingCart) => ({
  // The request ignores the abort signal, because the server may already have placed the order.
  send: fromPromise<CartAnswer, { fields: GuestFields }>(async ({ input: { fields } }) => {
    pending.keep(fields);
    const answer = await calls.send(fields);
    pending.clear();
    return answer;
  }),
  verify: fromPromise<CartTrace, { fields: GuestFields }>(async ({ input: { fields }, signal }) => {
    const trace = await calls.verify(fields, signal);
    pending.clear();
    return trace;
  }),
  readStatus: fromPromise<TrackedStatus>(({ signal }) => calls.readStatus(signal)),
});
