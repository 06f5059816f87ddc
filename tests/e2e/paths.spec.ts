import { createOtherOperator, createStatus, freezeStatuses } from "../support/e2e/concurrentUsers.ts";
import { signInAs, test } from "../support/e2e/fixtures.ts";
import { holdCalls } from "../support/e2e/pages/calls.ts";
import { statusDialog } from "../support/e2e/pages/statusDialog.ts";
import { takePath } from "../support/e2e/pages/takePath.ts";
import { coveringPaths } from "../support/machines/coveringPaths.ts";
import { statusChangeModel } from "../support/machines/models/statusChange.ts";

test.describe("status change in the browser — generated paths cover every transition of the status change machine", () => {
  for (const [at, path] of coveringPaths(statusChangeModel).entries())
    test(`path ${at + 1} — starts when ${path.start}, then: ${path.steps.map(({ name }) => name).join(", ")}`, async ({
      page,
      operator,
      owner,
    }) => {
      const plain = await createStatus(owner, false);
      const withReason = await createStatus(owner, true);
      const allow = async (isAllowed: boolean) => {
        for (const status of [plain, withReason]) await status.allow(isAllowed);
      };
      const { id } = await operator.order();
      const another = createOtherOperator(operator, id);
      await freezeStatuses(page, operator);
      await signInAs(page, "operator", `/Company/1/Order/${id}`);
      const dialog = statusDialog(page);
      await dialog.open();
      const calls = await holdCalls(page, new RegExp(`/api/Order/Company/1/${id}$`));
      const actions = {
        "choose a plain status": () => dialog.choose(plain.name),
        "choose a status with a reason": () => dialog.choose(withReason.name),
        "go back": dialog.back,
        "type a reason": () => dialog.explain("клиент передумал"),
        submit: dialog.submit,
        "the change is recorded": () => calls.pass("PATCH"),
        "the change is refused": async () => {
          await allow(false);
          await calls.pass("PATCH");
          await dialog.shows("refused");
          await allow(true);
        },
        "the order was changed by another user": () => another.edit().then(() => calls.pass("PATCH")),
        "the server has no trace of the change": async () => {
          await calls.lose("PATCH");
          await calls.pass("GET");
        },
      };
      await takePath(path, [calls], actions, dialog.shows);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      for (const status of [plain, withReason]) await status.remove();
    });
});
