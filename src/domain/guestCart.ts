/** Maximum number of lines of one dish in a cart. The lines differ in their modifiers. */
export const MAX_VARIANTS = 9;

/**
 * Returns the form field names of a cart line: the name of the count field, and the prefix of the modifier fields. The
 * id of a modifier follows the prefix. `variant` is the number of the line among the lines of the dish, from 1.
 */
export const dishFields = (dishId: number | string, variant: number): { count: string; modifiers: string } => {
  const line = variant === 1 ? dishId : `${dishId}.${variant}`;
  return { count: `d${line}`, modifiers: `m${line}-` };
};

/** Cart as the server describes it to the guest. All texts are ready to be shown. */
export interface PricedCart {
  /** Idempotency key with which the guest's next order is sent. */
  readonly key: string;
  /** Total, roubles. Null if it is not known yet. */
  readonly amount: number | null;
  readonly lines: readonly { readonly text: string; readonly price: string; readonly isStopped: boolean }[];
  readonly sums: readonly string[];
  readonly button: string;
}

/**
 * Answer of the server to a sent cart.
 * - `placed`: the order was placed, and `url` is its status page.
 * - `priced`: the order was not placed, and the guest sees the cart with new prices, possibly with a problem.
 * - `refused`: the order was not placed for the reason `problem`.
 */
export type CartAnswer =
  | { readonly outcome: "placed"; readonly url: string }
  | { readonly outcome: "priced"; readonly cart: PricedCart; readonly problem?: string }
  | { readonly outcome: "refused"; readonly problem: string; readonly cart?: PricedCart };

/**
 * Answer to the question whether an order with the given idempotency key was placed.
 * - `placed`: the order was placed, and `url` is its status page.
 * - `absent`: there is no such order.
 */
export type CartTrace = { readonly outcome: "placed"; readonly url: string } | { readonly outcome: "absent" };

/**
 * State of the online payment of a guest's order.
 * - `notOffered`: the guest cannot pay online.
 * - `due`: the guest can start to pay.
 * - `pending`: an invoice is waiting for the payment.
 * - `paid`: the order is paid.
 */
export type GuestPayment = "notOffered" | "due" | "pending" | "paid";

/** Status of a placed order. `stage` is the name of the current step. */
export interface TrackedStatus {
  readonly stage: string;
  readonly isOver: boolean;
  readonly payment: GuestPayment;
}
