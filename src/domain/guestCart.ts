/** Cart as the server priced it. All texts are ready to be shown. */
export interface PricedCart {
  /** Idempotency key of the next attempt. */
  readonly key: string;
  /** Total, roubles. Null if it is not known yet. */
  readonly amount: number | null;
  readonly lines: readonly { readonly text: string; readonly price: string; readonly isStopped: boolean }[];
  readonly sums: readonly string[];
  readonly button: string;
}

/** Answer to a sent cart. `priced` has the new total, `refused` the reason of the server. */
export type CartAnswer =
  | { readonly outcome: "placed"; readonly url: string }
  | { readonly outcome: "priced"; readonly cart: PricedCart; readonly problem?: string }
  | { readonly outcome: "refused"; readonly problem: string; readonly cart?: PricedCart };

/** Answer to the question whether an order with a key was placed. */
export type CartTrace = { readonly outcome: "placed"; readonly url: string } | { readonly outcome: "absent" };

/** Status of a placed order. `stage` names the step that is marked. */
export interface TrackedStatus {
  readonly stage: string;
  readonly isOver: boolean;
}
