import { createOtherOperator, createStatus, freezeStatuses } from "../support/e2e/concurrentUsers.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { holdCalls } from "../support/e2e/pages/calls.ts";
import { interruptible } from "../support/e2e/pages/interruptible.ts";
import { paymentDialog } from "../support/e2e/pages/paymentDialog.ts";
import { takePath } from "../support/e2e/pages/takePath.ts";
import { coveringPaths } from "../support/machines/coveringPaths.ts";
import { paymentDialogModel } from "../support/machines/models/moneyDialog.ts";
import { paymentFormModel } from "../support/machines/models/paymentForm.ts";

test.describe("payment form in the browser — generated paths cover every transition of the payment form machine", () => {
  for (const [at, path] of coveringPaths(paymentFormModel).entries())
    test(`path ${at + 1} — starts when ${path.start}, then: ${path.steps.map(({ name }) => name).join(", ")}`, async ({
      page,
      operator,
      owner,
    }) => {
      const status = await createStatus(owner, true);
      const { id } = await operator.order();
      await signInAs(page, "manager", `/Company/1/Order/${id}`);
      const dialog = paymentDialog(page);
      await dialog.isOffered();
      const methods = await holdCalls(page, /\/api\/PaymentMethod\/Company\/1\/Summury$/);
      await dialog.open();
      const actions = {
        "the methods are read": () => methods.pass("GET"),
        "the methods cannot be read": () => methods.lose("GET"),
        "retry the read of the methods": dialog.retry,
        "type an amount": () => dialog.type("100"),
        "fill in the amount due": dialog.fill,
        "choose another method": () => dialog.chooseMethod("Карта при получении"),
        "add a method": dialog.addMethod,
        "remove the second method": dialog.removeMethod,
        "split into two parts": () => dialog.split(2),
        "type the received cash": () => dialog.receive("50000"),
        "choose a status with a reason": () => dialog.chooseStatus(status.name),
        "type a reason": () => dialog.explain("так надо"),
      };
      await takePath(path, [methods], actions, dialog.showsForm);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await status.remove();
    });
});

test.describe("payment dialog in the browser — generated paths cover every transition of the payment dialog machine", () => {
  for (const [at, path] of coveringPaths(paymentDialogModel).entries())
    test(`path ${at + 1} — starts when ${path.start}, then: ${path.steps.map(({ name }) => name).join(", ")}`, async ({
      page,
      operator,
      owner,
    }) => {
      const status = await createStatus(owner, true);
      const { id } = await operator.order();
      const another = createOtherOperator(operator, id);
      await freezeStatuses(page, operator);
      await signInAs(page, "manager", `/Company/1/Order/${id}`);
      const dialog = paymentDialog(page);
      await dialog.isOffered();
      const calls = await holdCalls(page, new RegExp(`/api/Order/(Company/1/${id}|${id}/Company/1/Payment)$`));
      const { interrupt, send, sendTwice, drop } = interruptible(page, calls, dialog);
      const fillForm = async () => {
        await dialog.type("10");
        await dialog.chooseStatus(status.name);
        await dialog.explain("так надо");
      };
      await dialog.open();
      if (path.start === "the page is reloaded during a payment") {
        await fillForm();
        await dialog.submit();
        await interrupt();
      }
      let recorded = 0;
      const actions = {
        submit: async () => {
          await fillForm();
          await dialog.submit();
        },
        "the payment is recorded": () => {
          recorded += 1;
          return send();
        },
        "the payment that a reload interrupted was recorded": () => {
          recorded += 1;
          return sendTwice();
        },
        // The server refuses a payment that sets a technical order status, so the test makes the chosen status
        // technical.
        "the payment is refused": async () => {
          await status.allow(false);
          await send();
          await dialog.shows("rereading");
          await status.allow(true);
        },
        "the order was changed by another user": () => another.edit().then(send),
        "the user drops the payment": drop,
        "the order is read": () => calls.pass("GET"),
        "the order cannot be read": () => calls.lose("GET"),
      };
      await takePath(path, [calls], actions, dialog.shows);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      expect(await operator.get<unknown[]>(`/api/Order/${id}/Company/1/Payment`)).toHaveLength(recorded);
      await status.remove();
    });
});
