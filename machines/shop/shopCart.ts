import type { CartAnswer } from "#domain/guestCart.ts";

/** Fields of the cart as the guest filled them, with the idempotency key of the order. */
export type GuestFields = Readonly<Record<string, string>>;

/** Why the guest must act again: the server refused with a sentence, or the order did not arrive. */
export type CartProblem =
  | { readonly code: "refused"; readonly sentence: string }
  | { readonly code: "notSent" }
  | undefined;

/** Returns the problem that the guest is told with an answer. */
export const problemOfAnswer = (answer: CartAnswer): CartProblem =>
  "problem" in answer && answer.problem !== undefined ? { code: "refused", sentence: answer.problem } : undefined;
