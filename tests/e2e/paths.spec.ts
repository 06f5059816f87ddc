import type { Page, Request } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { coveringPaths } from "../support/cover.ts";
import { statusChangeModel } from "../support/models/statusChange.ts";
import { holding } from "./pages/calls.ts";
import { statusDialog } from "./pages/statusDialog.ts";
import { expect, type Program, signIn, test } from "./world.ts";

/** Another operator saves the order with another street. */
const editElsewhere = async (program: Program, id: number, building: number) => {
  const order = await program.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`);
  await program.post(`/api/Order/${id}/Company/1`, {
    items: order.items.map(({ id: line, itemId, categoryId, count }) => ({ id: line, itemId, categoryId, count })),
    phone: order.phone,
    deliveryAddress: "ул. Другая",
    deliveryAddressBuilding: String(building),
  });
};

/** A status of the test's own; one that has become technical is refused to operators. */
const ownStatus = async (owner: Program, facts: { name: string; isRequireReason: boolean }) => {
  const { id } = await owner.post<{ id: number }>("/api/OrderStatus/Company/1", facts);
  const path = `/api/OrderStatus/${id}/Company/1`;
  return {
    allow: (isAllowed: boolean) => owner.put(path, { ...facts, isTechnical: !isAllowed }),
    remove: () => owner.remove(path),
  };
};

/** A call that was thought lost reaches the server after all. */
const arriveLate = async (page: Page, lost: Request | undefined) => {
  if (!lost) throw new Error("No call was lost");
  const answer = await page.request.fetch(lost.url(), {
    method: lost.method(),
    headers: await lost.allHeaders(),
    data: lost.postDataBuffer() ?? "",
  });
  expect(answer.ok(), await answer.text()).toBe(true);
};

test.describe("a change of status, on the paths that cover its machine", () => {
  for (const [at, path] of coveringPaths(statusChangeModel).entries())
    test(`path ${at + 1}, ${path.length} steps`, async ({ page, program, owner }) => {
      const names = { plain: `Простой ${at}`, wordy: `С причиной ${at}` };
      const statuses = [
        await ownStatus(owner, { name: names.plain, isRequireReason: false }),
        await ownStatus(owner, { name: names.wordy, isRequireReason: true }),
      ];
      const allow = async (isAllowed: boolean) => {
        for (const status of statuses) await status.allow(isAllowed);
      };
      const { id } = await program.order();
      await signIn(page, "operator", `/Company/1/Order/${id}`);
      const dialog = statusDialog(page);
      await dialog.open();
      const calls = await holding(page, new RegExp(`/api/Order/Company/1/${id}$`));
      let lost: Request | undefined;
      let building = 0;
      const edit = () => editElsewhere(program, id, ++building);
      const happen: Record<(typeof path)[number]["name"], () => Promise<unknown>> = {
        "choose a plain status": () => dialog.choose(names.plain),
        "choose one that wants a reason": () => dialog.choose(names.wordy),
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
        "the change comes too late": () => edit().then(() => calls.pass("PATCH")),
        "nobody answers the change": async () => {
          lost = await calls.lose("PATCH");
        },
        "it turns out to be made": () => arriveLate(page, lost).then(() => calls.pass("GET")),
        "it turns out not to be made": () => calls.pass("GET"),
        "it turns out that another changed the order": () => edit().then(() => calls.pass("GET")),
        "nobody answers the question": () => calls.lose("GET"),
        "the pause is over": async () => calls.listen("GET"),
      };
      for (const { name, from, to } of path) {
        await dialog.shows(from);
        await happen[name]();
        if (to === "submitting") for (const method of ["PATCH", "GET"]) calls.listen(method);
        await dialog.shows(to);
      }
      await page.unrouteAll({ behavior: "ignoreErrors" });
      for (const status of statuses) await status.remove();
    });
});
