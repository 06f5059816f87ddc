import type { Schemas } from "#api/client.ts";
import type { Failure } from "#machines/core/failure.ts";

/** Manager who can allow the refused request. */
export type OverrideManager = Schemas["OverrideManager"];

/** State of a request that waits for the answer of a manager. */
export type OverrideState = Schemas["OverrideState"];

/** Refused request as the user sees it. */
export interface Refusal {
  readonly companyId: number;
  /** Message of the server, for example about a missing permission. */
  readonly message: string;
  /** Action that the server refused. */
  readonly summary: string;
}

/** Outcome of checking a PIN. */
export type PinOutcome =
  | { readonly kind: "granted"; readonly by: string }
  | { readonly kind: "wrong"; readonly failure: Failure }
  /** Too many wrong PINs. `waitMs` is the time until the next attempt, ms. */
  | { readonly kind: "locked"; readonly failure: Failure; readonly waitMs: number };

export interface OverrideEnd {
  /** True if a manager has allowed the request. The request can then be repeated with a token. */
  readonly isGranted: boolean;
}
