import type { Request } from "@playwright/test";
import { coveringPaths } from "../support/cover.ts";
import { statusChangeModel } from "../support/models/statusChange.ts";
import { anotherAt, ownStatus } from "./others.ts";
import { arriveLate, holding } from "./pages/calls.ts";
import { statusDialog } from "./pages/statusDialog.ts";
import { takePath } from "./pages/takePath.ts";
import { signIn, test } from "./world.ts";

test.describe("a change of status, on the paths that cover its machine", () => {
  for (const [at, path] of coveringPaths(statusChangeModel).entries())
    test(`path ${at + 1}, ${path.steps.length} steps`, async ({ page, program, owner }) => {
      const plain = await ownStatus(owner, false);
      const wordy = await ownStatus(owner, true);
      const allow = async (isAllowed: boolean) => {
        for (const status of [plain, wordy]) await status.allow(isAllowed);
      };
      const { id } = await program.order();
      const another = anotherAt(program, id);
      await signIn(page, "operator", `/Company/1/Order/${id}`);
      const dialog = statusDialog(page);
      await dialog.open();
      const calls = await holding(page, new RegExp(`/api/Order/Company/1/${id}$`));
      let lost: Request | undefined;
      const happen = {
        "choose a plain status": () => dialog.choose(plain.name),
        "choose one that wants a reason": () => dialog.choose(wordy.name),
        "go back": dialog.back,
        "type a reason": () => dialog.explain("клиент передумал"),
        submit: dialog.submit,
        "the change is made": () => calls.pass("PATCH"),
        "the change is refused": async () => {
          await allow(false);
          await calls.pass("PATCH");
          await dialog.shows("refused");
          await allow(true);
        },
        "the change comes too late": () => another.edit().then(() => calls.pass("PATCH")),
        "nobody answers the change": async () => {
          lost = await calls.lose("PATCH");
        },
        "it turns out to be made": () => arriveLate(page, lost).then(() => calls.pass("GET")),
        "it turns out not to be made": () => calls.pass("GET"),
        "it turns out that another changed the order": () => another.edit().then(() => calls.pass("GET")),
        "nobody answers the question": () => calls.lose("GET"),
        "the pause is over": async () => undefined,
      };
      await takePath(path, [calls], happen, dialog.shows);
      await page.unrouteAll({ behavior: "ignoreErrors" });
      for (const status of [plain, wordy]) await status.remove();
    });
});
