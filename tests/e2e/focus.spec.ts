import { expect, signIn, test } from "./world.ts";

test("the dialog of statuses begins at the first that may be taken, and the arrows walk on", async ({
  page,
  program,
}) => {
  const order = await program.order();
  await signIn(page, "operator", `/Company/1/Order/${order.id}`);
  // Until the statuses are known the key only says why not.
  await expect(page.getByRole("button", { name: /^Сменить статус/ })).not.toHaveAttribute("aria-disabled");
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  const choices = dialog.locator("li button");
  await expect(choices.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(choices.nth(2)).toBeFocused();
  await choices.filter({ hasText: "Отменён" }).first().press("Enter");
  await expect(dialog.getByLabel("Причина")).toBeFocused();
  await dialog.getByRole("button", { name: "Назад" }).press("Enter");
  await expect(choices.nth(1)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator("#main")).toBeFocused();
});

test("when a line is removed, the line in its place has the focus, and the search after the last one", async ({
  page,
}) => {
  await signIn(page, "operator", "/Company/1/Order/New");
  const search = page.getByLabel("Название или артикул");
  const lines = page.locator("tr[data-line]");
  for (const [at, name] of ["борщ", "чай", "суп"].entries()) {
    await search.fill(name);
    await search.press("Enter");
    await expect(lines).toHaveCount(at + 1);
  }
  const last = await lines.last().getAttribute("data-line");
  await lines.nth(1).press("Delete");
  await expect(lines).toHaveCount(2);
  await expect(page.locator(`tr[data-line="${last}"]`)).toBeFocused();
  await page.keyboard.press("-");
  await expect(lines).toHaveCount(1);
  await expect(lines).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(search).toBeFocused();
});

test("what lies behind a dialog is out of reach, behind the next ones too", async ({ page, program }) => {
  const order = await program.order();
  await signIn(page, "operator", `/Company/1/Order/${order.id}`);
  const root = page.locator("#root");
  for (const [opener, title] of [
    [/^Сменить статус/, /^Сменить статус/],
    [/^Выставить счёт/, /^Выставить счёт/],
    [/^Сменить статус/, /^Сменить статус/],
  ] as const) {
    await page.getByRole("button", { name: opener }).click();
    await expect(page.getByRole("dialog", { name: title })).toHaveCount(1);
    await expect(root).toHaveAttribute("inert", "");
    await page.keyboard.press("Escape");
    await expect(root).not.toHaveAttribute("inert");
  }
});
