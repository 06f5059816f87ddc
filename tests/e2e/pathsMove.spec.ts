import { createOtherOperator } from "../support/e2e/concurrentUsers.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { holdCalls, sendLate } from "../support/e2e/pages/calls.ts";
import { paymentDialog } from "../support/e2e/pages/paymentDialog.ts";
import { takePath } from "../support/e2e/pages/takePath.ts";
import { coveringPaths } from "../support/machines/coveringPaths.ts";
import { moneyMoveModel } from "../support/machines/models/moneyMove.ts";

test.describe("sending a payment in the browser — generated paths cover every transition of the machine that sends payments", () => {
  for (const [at, path] of coveringPaths(moneyMoveModel).entries())
    test(`path ${at + 1} — starts when ${path.start}, then: ${path.steps.map(({ name }) => name).join(", ")}`, async ({
      page,
      operator,
    }) => {
      const { id } = await operator.order();
      const another = createOtherOperator(operator, id);
      await signInAs(page, "manager", `/Company/1/Order/${id}`);
      const dialog = paymentDialog(page);
      await dialog.open();
      await dialog.type("10");
      const calls = await holdCalls(page, new RegExp(`/api/Order/${id}/Company/1/Payment$`));
      await dialog.submit();
      let recorded = 0;
      let lost = path.start === "a payment is confirmed" ? undefined : await calls.lose("POST");
      if (lost) {
        calls.hold();
        // After a reload the page reads the order with its payments, and only then verifies the unfinished payment.
        calls.passNext("GET");
        await page.reload();
      }
      const actions = {
        "the journal stores the payment": async () => undefined,
        "the server records the payment": () => {
          recorded = 1;
          return calls.pass("POST");
        },
        "the server refuses the payment": () => another.edit().then(() => calls.pass("POST")),
        "no response is received": async () => {
          lost = await calls.lose("POST");
        },
        "the list of payments contains the payment": async () => {
          recorded = 1;
          await sendLate(page, lost);
          await calls.pass("GET");
        },
        "the list of payments lacks the payment": () => calls.pass("GET"),
        "the list of payments cannot be read": () => calls.lose("GET"),
        "the pause is over": async () => undefined,
        "the user sends the payment again": dialog.again,
        "the user drops the payment": dialog.drop,
        "the journal deletes the payment": async () => undefined,
      };
      await takePath(path, [calls], actions, dialog.showsMove);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const payments = () => operator.get<unknown[]>(`/api/Order/${id}/Company/1/Payment`);
      await expect.poll(payments).toHaveLength(recorded);
    });
});
