import type { CartAnswer } from "#domain/guestCart.ts";

/** Fields of the cart as the guest filled them, with the idempotency key of the order. */
export type GuestFields = Readonly<Record<string, string>>;

/**
 * Problem that the guest must solve before the order is placed. `refused` means that the server refused the cart
 * because of `sentence`, and `notSent` means that the order did not arrive.
 */
export type CartProblem =
  | { readonly code: "refused"; readonly sentence: string }
  | { readonly code: "notSent" }
  | undefined;

/** Returns the problem that the guest sees after an answer, or undefined if the guest sees no problem. */
export const problemOfAnswer = (answer: CartAnswer): CartProblem =>
  "problem" in answer && answer.problem !== undefined ? { code: "refused", sentence: answer.problem } : undefined;
