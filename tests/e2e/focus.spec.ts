import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("status dialog — focuses the first available status and supports arrow keys", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  // The key S has no effect until the statuses are loaded and the button is enabled.
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

test("order lines — the removal of a line focuses a neighbouring line, and the removal of the only line focuses the search", async ({
  page,
}) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
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

test("page behind a dialog — is inert until the dialog is closed, even when the dialog is opened a second time", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
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
