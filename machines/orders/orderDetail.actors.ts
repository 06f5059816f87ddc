import { fromPromise } from "xstate";
import { type Api, ApiProblem, NoAnswer } from "#api/client.ts";
import { paymentActors, readStanding } from "#machines/payments/acceptPayment.actors.ts";
import { acceptPaymentMachine } from "#machines/payments/acceptPayment.machine.ts";
import { externalInvoiceMachine } from "#machines/payments/externalInvoice.machine.ts";
import type { Intent } from "#machines/payments/intent.ts";
import { invoiceWatchActors } from "#machines/payments/invoiceWatch.actors.ts";
import { invoiceWatchMachine } from "#machines/payments/invoiceWatch.machine.ts";
import { type MoneyParts, moneyMoveActors } from "#machines/payments/moneyMove.actors.ts";
import { moneyMoveMachine } from "#machines/payments/moneyMove.machine.ts";
import { paymentActionMachine } from "#machines/payments/paymentAction.machine.ts";
import type { ReadAnswer } from "./orderDetail.machine.ts";
import { statusChangeActors } from "./statusChange.actors.ts";
import { statusChangeMachine } from "./statusChange.machine.ts";

interface Place {
  companyId: number;
  orderId: number;
}

const read = async (api: Api, place: Place, signal: AbortSignal): Promise<ReadAnswer> => {
  try {
    return { kind: "read", ...(await readStanding(api, place, signal)) };
  } catch (reason) {
    if (reason instanceof NoAnswer) return { kind: "unanswered", message: reason.message };
    if (!(reason instanceof ApiProblem)) throw reason;
    return { kind: reason.status === 404 ? "missing" : "refused", message: reason.message };
  }
};

/** All that the order's screen calls, its dialogs included. */
export const orderDetailActors = (parts: MoneyParts) => {
  const { api, journal, newKey } = parts;
  const move = moneyMoveMachine.provide({ actors: moneyMoveActors(parts) });
  const dialog = { actors: { ...paymentActors(api), move } };
  return {
    read: fromPromise<ReadAnswer, Place>(({ input, signal }) => read(api, input, signal)),
    recall: fromPromise<Intent | undefined, Place>(
      async ({ input }) => (await journal.find(input.companyId, input.orderId))[0],
    ),
    acceptPayment: acceptPaymentMachine.provide(dialog),
    externalInvoice: externalInvoiceMachine.provide(dialog),
    paymentAction: paymentActionMachine.provide({ actors: { move } }),
    statusChange: statusChangeMachine.provide({ actors: statusChangeActors(api, newKey) }),
    invoiceWatch: invoiceWatchMachine.provide({ actors: invoiceWatchActors(api) }),
  };
};
