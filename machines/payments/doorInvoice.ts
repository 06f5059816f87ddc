import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryReport } from "#machines/core/query.ts";
import { type PermissionReason, type Permissions, permissionReasonOf } from "#machines/session/permissions.ts";
import type { OrderPath } from "./orderSnapshot.ts";

export type Invoice = Schemas["Invoice"];

/** Order for which the courier shows an invoice. `amount` is the amount due before the invoice is issued, roubles. */
export interface DoorOrder {
  readonly orderId: number;
  readonly internalId: number;
  readonly amount: number;
}

/**
 * Mutation that issues or cancels the invoice. The request is idempotent: a repeated request returns the same invoice.
 */
export const doorInvoiceMutation = mutationMachineOf<OrderPath, Invoice, never>();

/** Query that reads the status of the issued invoice. */
export const doorInvoiceQuery = queryMachineOf<OrderPath, Invoice>();

/**
 * Returns the reason why the courier may not issue or cancel an invoice, or undefined if there is none. Used by the
 * guards and for tooltips.
 */
export const reasonNotToInvoice = (permissions: Permissions): PermissionReason | undefined =>
  permissionReasonOf(permissions, "delivery.deliver");

/** Events that the child actors send to `doorInvoiceMachine`. */
export type DoorInvoiceReport = MutationReport<Invoice, never> | QueryReport<OrderPath, Invoice, "invoice">;
