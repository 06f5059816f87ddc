import { coveringPaths } from "../support/cover.ts";
import { acceptPaymentModel } from "../support/models/acceptPayment.ts";
import { anotherAt, ownStatus } from "./others.ts";
import { holding } from "./pages/calls.ts";
import { interruptible } from "./pages/interruptible.ts";
import { paymentDialog } from "./pages/paymentDialog.ts";
import { takePath } from "./pages/takePath.ts";
import { expect, signIn, test } from "./world.ts";

test.describe("taking a payment, on the paths that cover its machine", () => {
  for (const [at, path] of coveringPaths(acceptPaymentModel).entries())
    test(`path ${at + 1}, ${path.steps.length} steps`, async ({ page, program, owner }) => {
      const status = await ownStatus(owner, true);
      const { id } = await program.order();
      const another = anotherAt(program, id);
      await signIn(page, "manager", `/Company/1/Order/${id}`);
      const dialog = paymentDialog(page);
      await dialog.isOffered();
      const calls = await holding(page, new RegExp(`/api/Order/(Company/1/${id}|${id}/Company/1/Payment)$`));
      const methods = await holding(page, /\/api\/PaymentMethod\/Company\/1\/Summury$/);
      const { interrupt, send, sendTwice, drop } = interruptible(page, calls, dialog);
      const begin = {
        "the dialog is opened": dialog.open,
        "the page is loaded again in the middle of a payment": async () => {
          await methods.pass("GET");
          await dialog.open();
          await dialog.type("10");
          await dialog.submit();
          await interrupt();
        },
      };
      await begin[path.start]();
      let recorded = 0;
      const happen = {
        "the methods come": () => methods.pass("GET"),
        "nobody tells the methods": () => methods.lose("GET"),
        "ask for the methods again": dialog.retry,
        "type an amount": () => dialog.type("100"),
        "fill in what is due": dialog.fill,
        "choose another method": () => dialog.chooseMethod("Карта при получении"),
        "add a method": dialog.addMethod,
        "remove the second method": dialog.removeMethod,
        "type what the client gave": () => dialog.receive("50000"),
        "choose a status that wants a reason": () => dialog.chooseStatus(status.name),
        "type a reason": () => dialog.explain("так надо"),
        submit: dialog.submit,
        "the payment is recorded": () => {
          recorded += 1;
          return send();
        },
        "the payment from before was recorded after all": () => {
          recorded += 1;
          return sendTwice();
        },
        "the payment is refused": async () => {
          await status.allow(false);
          await send();
          await dialog.shows("rereading");
          await status.allow(true);
        },
        "the payment comes too late": () => another.edit().then(send),
        "the payment is not recorded, and is dropped": drop,
        "the order comes": () => calls.pass("GET"),
        "nobody tells the order": () => calls.lose("GET"),
      };
      await takePath(path, [calls, methods], happen, dialog.shows);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      expect(await program.get<unknown[]>(`/api/Order/${id}/Company/1/Payment`)).toHaveLength(recorded);
      await status.remove();
    });
});
