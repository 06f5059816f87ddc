import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import { type PermissionReason, type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";

/** Kind of action on a customer's card that the user confirms in a dialog. */
export type CardActionKind = "merge" | "unmerge" | "anonymize";

/** Card on which an action is run, and the version that the user saw. */
export interface ActedCard {
  readonly companyId: number;
  readonly id: number;
  /** Undefined if the user has not seen the version of the card. */
  readonly version?: number | undefined;
}

/** Facts of the shown card that determine which actions are possible. */
export type CardFacts = Pick<Schemas["CustomerCard"], "isAnonymized" | "mergedInto" | "openOrderCount">;

/** Reason why an action on a card is impossible. */
export type CardReason = PermissionReason | { readonly code: "anonymized" | "merged" | "openOrder" };

/**
 * Returns the reason why the user cannot run an action on a card or edit the card, or undefined if they can. Used by
 * the guards and for tooltips.
 */
export const reasonNotToActOnCard = (
  permissions: Permissions,
  kind: CardActionKind | "edit",
  { isAnonymized, mergedInto, openOrderCount }: CardFacts,
): CardReason | undefined => {
  const missing = permissionReasonOf(permissions, "customer.edit");
  if (missing) return missing;
  if (kind === "unmerge") return undefined;
  if (isAnonymized) return { code: "anonymized" };
  if (mergedInto) return { code: "merged" };
  return kind === "anonymize" && openOrderCount > 0 ? { code: "openOrder" } : undefined;
};

/** Confirmed action on a card. */
export type CardRequest = ActedCard &
  (
    | { readonly kind: "merge"; readonly intoId: number }
    | { readonly kind: "unmerge" }
    | { readonly kind: "anonymize"; readonly phoneEnding: string }
  );

/** Card after an action. */
export type ActedResult = Schemas["CustomerCard"];

/** Mutation that runs an action on a card. */
export const cardMutationMachine = mutationMachineOf<CardRequest, ActedResult, ActedResult>();

/** Events that the mutation sends to the machine of the action. */
export type CardReport = MutationReport<ActedResult, ActedResult>;
