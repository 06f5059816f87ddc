import type { Schemas } from "#api/client.ts";
import { coveringPaths } from "../support/cover.ts";
import { confirmationModel, refundModel } from "../support/models/paymentAction.ts";
import { actionDialog } from "./pages/actionDialog.ts";
import { holding } from "./pages/calls.ts";
import { interruptible } from "./pages/interruptible.ts";
import { takePath } from "./pages/takePath.ts";
import { expect, type Program, signIn, test } from "./world.ts";

const CASH = 1;

/** An order with ten roubles in cash, and its payments. */
const paidBy = async (taker: Program, operator: Program) => {
  const { id } = await operator.order();
  const address = `/api/Order/${id}/Company/1`;
  await taker.post(`${address}/Payment`, { payment: [{ paymentMethodId: CASH, amount: 10 }] });
  const payments = () => taker.get<Schemas["Payment"][]>(`${address}/Payment`);
  const [payment] = await payments();
  if (!payment) throw new Error("The payment was not taken");
  return { id, payments, act: `${address}/{act}/${payment.id}` };
};

const kinds = [
  { what: "a refund", model: refundModel, button: "Вернуть", act: "RejectPayment", isDone: "isRejected" },
  {
    what: "a confirmation",
    model: confirmationModel,
    button: "Подтвердить",
    act: "ConfirmPayment",
    isDone: "isComplited",
  },
] as const;

for (const { what, model, button, act, isDone } of kinds)
  test.describe(`${what} of a payment, on the paths that cover its machine`, () => {
    for (const [at, path] of coveringPaths(model).entries())
      test(`path ${at + 1}, ${path.steps.length} steps`, async ({ page, program, manager, courier }) => {
        // What a courier takes has still to be confirmed.
        const order = await paidBy(act === "RejectPayment" ? manager : courier, program);
        const address = order.act.replace("{act}", act);
        await signIn(page, "manager", `/Company/1/Order/${order.id}`);
        const dialog = actionDialog(page, button);
        await dialog.open();
        const calls = await holding(page, new RegExp(`/api/Order/${order.id}/Company/1/(Payment|${act}/\\d+)$`));
        const { interrupt, send, sendTwice, drop } = interruptible(page, calls, dialog);
        if (path.start !== "the dialog is opened") await dialog.confirm().then(interrupt);
        let expected = false;
        const happen = {
          confirm: dialog.confirm,
          "it is done": () => {
            expected = true;
            return send();
          },
          "it was done after all": () => {
            expected = true;
            return sendTwice();
          },
          "it is refused, since another did it": async () => {
            expected = true;
            await manager.post(address, undefined);
            await send();
          },
          "it is not done, and is dropped": drop,
        };
        await takePath(path, [calls], happen, dialog.shows);
        await page.unrouteAll({ behavior: "ignoreErrors" });
        expect(await order.payments()).toMatchObject([{ [isDone]: expected }]);
      });
  });
