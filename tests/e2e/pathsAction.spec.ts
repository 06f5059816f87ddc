import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { actionDialog } from "../support/e2e/pages/actionDialog.ts";
import { holdCalls } from "../support/e2e/pages/calls.ts";
import { interruptible } from "../support/e2e/pages/interruptible.ts";
import { takePath } from "../support/e2e/pages/takePath.ts";
import { coveringPaths } from "../support/machines/coveringPaths.ts";
import { confirmDialogModel, refundDialogModel } from "../support/machines/models/moneyDialog.ts";

const CASH = 1;

/** Creates an order with a cash payment of ten roubles that `taker` accepts. */
const createPaidOrder = async (taker: ApiUser, operator: ApiUser, manager: ApiUser) => {
  const { id } = await operator.order();
  const address = `/api/Order/${id}/Company/1`;
  await taker.post(`${address}/Payment`, { payment: [{ paymentMethodId: CASH, amount: 10 }] });
  const payments = () => manager.get<Schemas["Payment"][]>(`${address}/Payment`);
  const [payment] = await payments();
  if (!payment) throw new Error("The payment was not taken");
  return { id, payments, act: `${address}/{act}/${payment.id}` };
};

const kinds = [
  { what: "refund dialog", model: refundDialogModel, button: "Вернуть", act: "RejectPayment", isDone: "isRejected" },
  {
    what: "confirmation dialog",
    model: confirmDialogModel,
    button: "Подтвердить",
    act: "ConfirmPayment",
    isDone: "isComplited",
  },
] as const;

for (const { what, model, button, act, isDone } of kinds)
  test.describe(`${what} in the browser — generated paths cover every transition of the ${what} machine`, () => {
    for (const [at, path] of coveringPaths(model).entries())
      test(`path ${at + 1} — starts when ${path.start}, then: ${path.steps.map(({ name }) => name).join(", ")}`, async ({
        page,
        operator,
        manager,
        courier,
      }) => {
        // A courier's payment is pending and can be confirmed. A manager's payment is completed and can be refunded.
        const order = await createPaidOrder(act === "RejectPayment" ? manager : courier, operator, manager);
        const address = order.act.replace("{act}", act);
        await signInAs(page, "manager", `/Company/1/Order/${order.id}`);
        const dialog = actionDialog(page, button);
        await dialog.open();
        const calls = await holdCalls(
          page,
          new RegExp(`/api/Order/${order.id}/Company/1/(Payment|${act}/\\d+)$|/api/Order/Company/1/${order.id}$`),
        );
        const { interrupt, send, sendTwice, drop } = interruptible(page, calls, dialog);
        if (path.start !== "the dialog is opened") await dialog.confirm().then(interrupt);
        let expected = false;
        const actions = {
          submit: dialog.confirm,
          "the action is recorded": () => {
            expected = true;
            return send();
          },
          "the action that a reload interrupted was recorded": () => {
            expected = true;
            return sendTwice();
          },
          "another user has done the action first": async () => {
            expected = true;
            await manager.post(address, undefined);
            await send();
          },
          "the user drops the action": drop,
          "the order is read": () => calls.pass("GET"),
          "the order cannot be read": () => calls.lose("GET"),
        };
        await takePath(path, [calls], actions, dialog.shows);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        expect(await order.payments()).toMatchObject([{ [isDone]: expected }]);
      });
  });
