import { fromPromise } from "xstate";
import { isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { invoiceFormMachine } from "./invoiceForm.machine.ts";
import { type MoneyParts, moneyMoveActors } from "./moneyMove.actors.ts";
import { moneyMoveMachine } from "./moneyMove.ts";
import { type OrderPath, type OrderSnapshot, readOrderSnapshot } from "./orderSnapshot.ts";
import { paymentFormMachine } from "./paymentForm.machine.ts";

const areMethods = isListOf({ id: "number", name: "string", order: "number" });

const formActors = (api: Api) => ({
  methods: fromPromise<readonly Schemas["PaymentMethod"][], { companyId: number }>(({ input: path, signal }) =>
    unwrap(api.GET("/api/PaymentMethod/Company/{companyId}/Summury", { params: { path }, signal }), areMethods),
  ),
});

/** Returns the actors of a payment dialog, of its forms and of the money movement. */
export const moneyDialogActors = (parts: MoneyParts) => ({
  paymentForm: paymentFormMachine.provide({ actors: formActors(parts.api) }),
  invoiceForm: invoiceFormMachine.provide({ actors: formActors(parts.api) }),
  move: moneyMoveMachine.provide({ actors: moneyMoveActors(parts) }),
  read: fromPromise<OrderSnapshot, OrderPath>(({ input, signal }) => readOrderSnapshot(parts.api, input, signal)),
});
