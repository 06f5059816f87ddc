import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";

/** Kind of action on a customer's card that the user confirms in a dialog. */
export type CardActionKind = "merge" | "unmerge" | "anonymize";

/** Card on which an action is run, and the version that the user saw. */
export interface ActedCard {
  readonly companyId: number;
  readonly id: number;
  /** Undefined for a card whose version the user has not seen. */
  readonly version?: number | undefined;
}

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
