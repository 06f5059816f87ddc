import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";

/** Kind of paper that is printed for an order. */
export type PrintKind = "preBill" | "kitchen" | "usedStockItems";

/** Request to print a version of an order. */
export interface PrintRequest {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number;
  readonly kind: PrintKind;
  /** Whether the kitchen gets all positions, unchanged ones included. */
  readonly isWhole: boolean;
}

/** Jobs in the queue; no printer is on duty for those of `manualIds`. */
export interface QueuedJobs {
  readonly manualIds: readonly number[];
}

/** Mutation that queues print jobs. It conflicts when the kitchen has this version already. */
export const printMutationMachine = mutationMachineOf<PrintRequest, QueuedJobs, "unchanged">();

/** Reports of the mutation. */
export type PrintReport = MutationReport<QueuedJobs, "unchanged">;
