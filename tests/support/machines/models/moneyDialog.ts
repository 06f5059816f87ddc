import type { SnapshotFrom } from "xstate";
import { moneyDialogMachine } from "#machines/payments/moneyDialog.machine.ts";
import { namedModel } from "../coveringPaths.ts";
import { anOrder } from "../orderSamples.ts";

type Snapshot = SnapshotFrom<typeof moneyDialogMachine>;

const order = anOrder();
const snapshot = { order, payments: [] };
const paymentId = 4;

const refusal = (message: string) => ({ kind: "refused", message, errors: {}, traceId: undefined }) as const;
const STALE = "Изменён";
const DONE_BY_OTHER = "Уже сделано";

const hasIntent = ({ context }: Snapshot): boolean => context.intent !== undefined;
const isRefusedWith =
  (message: string) =>
  ({ context }: Snapshot): boolean =>
    context.failure?.message === message;

/** Model of the dialog in which a user takes a payment. */
export const paymentDialogModel = namedModel(moneyDialogMachine, ({ done, failed }) => {
  const move = { kind: "payment" as const, parts: [{ paymentMethodId: 1, amount: 10 }], statusId: null, reason: "" };
  const request = { companyId: 1, orderId: order.id, version: order.version, move };
  return {
    starts: {
      "the dialog is opened": { snapshot, form: "payment" as const },
      "the page is reloaded during a payment": {
        snapshot,
        form: "payment" as const,
        intent: { key: "12345678", request },
      },
    },
    events: {
      submit: { type: "form.submitted", move },
      "the payment is recorded": { type: "mutation.recorded", result: { paymentId } },
      "the payment that a reload interrupted was recorded": { type: "mutation.recorded", result: { paymentId: 3 } },
      "the payment is refused": { type: "mutation.refused", failure: refusal("Нельзя") },
      "the order was changed by another user": { type: "mutation.refused", failure: refusal(STALE) },
      "the user drops the payment": { type: "mutation.dropped" },
      "the movement fails": failed("move"),
      "the form fails": failed("paymentForm"),
      "the order is read": done("read", { order: { ...order, version: 8 }, payments: [] }),
      "the order cannot be read": failed("read"),
    },
    when: {
      "the payment is recorded": (state) => !hasIntent(state),
      "the payment that a reload interrupted was recorded": hasIntent,
      // After a refusal for an outdated version, the read of the order succeeds in every generated path. If it failed,
      // the dialog would keep the outdated version, and the server would refuse the later payments of the path.
      "the order cannot be read": (state) => !isRefusedWith(STALE)(state),
    },
    unreal: {
      "the movement fails": "the mutation ends with an outcome (mutation.machine.ts)",
      "the form fails": "the form has no actor that can fail it",
    },
    project: ({ context }) => [context.intent?.key, context.failure?.message],
  };
});

const actionDialogModel = (kind: "refund" | "confirm") =>
  namedModel(moneyDialogMachine, ({ done, failed }) => {
    const move = { kind, paymentId };
    const request = { companyId: 1, orderId: order.id, version: order.version, move };
    return {
      starts: {
        "the dialog is opened": { snapshot, form: "action" as const, action: move },
        "the page is reloaded during the action": {
          snapshot,
          form: "action" as const,
          intent: { key: "12345678", request },
        },
      },
      events: {
        submit: { type: "form.submitted", move },
        "the action is recorded": { type: "mutation.recorded", result: { paymentId } },
        "the action that a reload interrupted was recorded": { type: "mutation.recorded", result: { paymentId: null } },
        "another user has done the action first": { type: "mutation.refused", failure: refusal(DONE_BY_OTHER) },
        "the user drops the action": { type: "mutation.dropped" },
        "the movement fails": failed("move"),
        "the form fails": failed("confirmForm"),
        "the order is read": done("read", { order: { ...order, version: 8 }, payments: [] }),
        "the order cannot be read": failed("read"),
      },
      when: {
        "the action is recorded": (state) => !hasIntent(state),
        "the action that a reload interrupted was recorded": hasIntent,
        // After another user has done the action, the paths do not submit the action again, because the server would
        // refuse it.
        submit: (state) => !isRefusedWith(DONE_BY_OTHER)(state),
      },
      unreal: {
        "the movement fails": "the mutation ends with an outcome (mutation.machine.ts)",
        "the form fails": "the form has no actor that can fail it",
      },
      project: ({ context }) => [context.intent?.key, context.failure?.message],
    };
  });

/** Model of the dialog in which a user refunds a payment. */
export const refundDialogModel = actionDialogModel("refund");

/** Model of the dialog in which a user confirms a payment. */
export const confirmDialogModel = actionDialogModel("confirm");
