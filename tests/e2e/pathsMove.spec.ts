import { coveringPaths } from "../support/cover.ts";
import { moneyMoveModel } from "../support/models/moneyMove.ts";
import { anotherAt } from "./others.ts";
import { arriveLate, holding } from "./pages/calls.ts";
import { paymentDialog } from "./pages/paymentDialog.ts";
import { takePath } from "./pages/takePath.ts";
import { expect, signIn, test } from "./world.ts";

test.describe("a movement of money, on the paths that cover its machine", () => {
  for (const [at, path] of coveringPaths(moneyMoveModel).entries())
    test(`path ${at + 1}, ${path.steps.length} steps`, async ({ page, program }) => {
      const { id } = await program.order();
      const another = anotherAt(program, id);
      await signIn(page, "manager", `/Company/1/Order/${id}`);
      const dialog = paymentDialog(page);
      await dialog.open();
      await dialog.type("10");
      const calls = await holding(page, new RegExp(`/api/Order/${id}/Company/1/Payment$`));
      await dialog.submit();
      let recorded = 0;
      let lost = path.start === "a payment is confirmed" ? undefined : await calls.lose("POST");
      if (lost) {
        calls.hold();
        // The order is read with its payments before the journal is looked into.
        calls.passNext("GET");
        await page.reload();
      }
      const happen = {
        "the journal keeps it": async () => undefined,
        "the server records it": () => {
          recorded = 1;
          return calls.pass("POST");
        },
        "it comes too late": () => another.edit().then(() => calls.pass("POST")),
        "nobody answers": async () => {
          lost = await calls.lose("POST");
        },
        "the payments show it": async () => {
          recorded = 1;
          await arriveLate(page, lost);
          await calls.pass("GET");
        },
        "the payments do not show it": () => calls.pass("GET"),
        "nobody tells the payments": () => calls.lose("GET"),
        "the pause is over": async () => undefined,
        "send it again": dialog.again,
        "drop it": dialog.drop,
        "the journal forgets it": async () => undefined,
      };
      await takePath(path, [calls], happen, dialog.showsMove);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      const payments = () => program.get<unknown[]>(`/api/Order/${id}/Company/1/Payment`);
      await expect.poll(payments).toHaveLength(recorded);
    });
});
