import { fromPromise } from "xstate";
import { queryActors } from "#machines/core/query.actors.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { type InvoiceQuery, pendingInvoicesQuery, type WatchedInvoices } from "#machines/payments/invoiceWatch.ts";
import { moneyDialogActors } from "#machines/payments/moneyDialog.actors.ts";
import { moneyDialogMachine } from "#machines/payments/moneyDialog.machine.ts";
import type { MoneyIntent } from "#machines/payments/moneyIntent.ts";
import type { MoneyParts } from "#machines/payments/moneyMove.actors.ts";
import { type OrderPath, type OrderSnapshot, readOrderSnapshot } from "#machines/payments/orderSnapshot.ts";
import { statusChangeActors } from "../status/statusChange.actors.ts";
import { statusChangeMachine } from "../status/statusChange.machine.ts";

/** Descriptor of the query that reads an order with its payments. */
const orderSnapshot: QueryDescriptor<OrderPath, OrderSnapshot> = {
  name: "orderSnapshot",
  load: readOrderSnapshot,
};

/** Dependencies of the actors of the order screen. `now` returns the server's time, ms since 1970. */
export interface DetailParts extends MoneyParts {
  readonly now: () => number;
}

/** Returns the actors of the order screen and of its dialogs. */
export const orderDetailActors = (parts: DetailParts) => ({
  order: queryMachineOf<OrderPath, OrderSnapshot>().provide({ actors: queryActors(parts, orderSnapshot) }),
  invoices: queryMachineOf<InvoiceQuery, WatchedInvoices>().provide({
    actors: queryActors(parts, pendingInvoicesQuery),
  }),
  recall: fromPromise<MoneyIntent | undefined, OrderPath>(
    async ({ input: { companyId, orderId } }) => (await parts.journal.find(companyId, orderId))[0],
  ),
  money: moneyDialogMachine.provide({ actors: moneyDialogActors(parts) }),
  status: statusChangeMachine.provide({ actors: statusChangeActors(parts) }),
});
