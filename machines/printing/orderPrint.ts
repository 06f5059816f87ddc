import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";

/** Kind of document that can be printed for an order. */
export type PrintKind = "preBill" | "kitchen" | "usedStockItems";

/** Request to print a document of an order. The server prints the current version of the order. */
export interface PrintRequest {
  readonly companyId: number;
  readonly orderId: number;
  readonly kind: PrintKind;
  /** True if the kitchen ticket contains all lines. False if the ticket contains only the changed lines. */
  readonly isWhole: boolean;
}

/**
 * Print jobs that were added to the queue. `manualIds` contains the jobs that the user must print, because no browser
 * serves their printer.
 */
export interface QueuedJobs {
  readonly manualIds: readonly number[];
  /** False if the server does not send the contents of print jobs. The page then shows a document of the order. */
  readonly hasPapers: boolean;
}

/** Page on which the user prints: documents of print jobs, or one document of the order. */
export type PrintPage =
  | { readonly jobIds: readonly number[] }
  | { readonly orderId: number; readonly document: PrintKind };

/**
 * Mutation that adds print jobs to the queue. The conflict `unchanged` means that the kitchen already has this version
 * of the order.
 */
export const printMutationMachine = mutationMachineOf<PrintRequest, QueuedJobs, "unchanged">();

/** Events that the print mutation sends to the print machine of the order. */
export type PrintReport = MutationReport<QueuedJobs, "unchanged">;
