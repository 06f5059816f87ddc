import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";

/** Kind of document that is printed for an order. */
export type PrintKind = "preBill" | "kitchen" | "usedStockItems";

/** Request to print a version of an order. */
export interface PrintRequest {
  readonly companyId: number;
  readonly orderId: number;
  readonly version: number | undefined;
  readonly kind: PrintKind;
  /** True if the kitchen ticket contains all lines. False if it contains only the changed lines. */
  readonly isWhole: boolean;
}

/** Print jobs that were queued. No browser is on duty for the printers of the jobs in `manualIds`. */
export interface QueuedJobs {
  readonly manualIds: readonly number[];
  /** False if the server does not return the contents of print jobs. The page then shows a document of the order. */
  readonly hasPapers: boolean;
}

/** Page that the user prints: documents of print jobs, or a document of the order. */
export type PrintPage =
  | { readonly jobIds: readonly number[] }
  | { readonly orderId: number; readonly document: PrintKind };

/**
 * Mutation that queues print jobs. Its conflict `unchanged` means that the kitchen already has this version of the
 * order.
 */
export const printMutationMachine = mutationMachineOf<PrintRequest, QueuedJobs, "unchanged">();

/** Events that the print mutation sends to its parent machine. */
export type PrintReport = MutationReport<QueuedJobs, "unchanged">;
