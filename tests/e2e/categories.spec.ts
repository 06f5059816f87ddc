import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";

const chooseParent = async (page: Page, name: string) => {
  await page.getByRole("combobox", { name: "Родительская категория" }).fill(name);
  await page.getByRole("option", { name, exact: true }).click();
};

test("category — a new name and a deactivation appear in the order editor without a page reload", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Order/New");
  const chips = page.getByRole("toolbar", { name: "Категории" });
  await chips.getByRole("button", { name: "Хлеб", exact: true }).click();
  const dishes = page.getByRole("group", { name: "Блюда" }).getByRole("button");
  await expect(dishes.first()).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { wasHere: true }));

  await page.getByRole("link", { name: "Настройки компании" }).click();
  await page.getByRole("link", { name: "Категории", exact: true }).click();
  const bread = page.locator("tr[data-row]").filter({ hasText: "Хлеб" });
  await chooseRowAction(bread, "Редактировать");
  await page.getByLabel("Название").fill("Хлеб и булки");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Сохранено").first()).toBeVisible();
  await page
    .getByRole("link", { name: /Новый заказ/ })
    .first()
    .click();
  await expect(chips.getByRole("button", { name: "Хлеб и булки" })).toBeVisible();

  await page.goBack();
  await chooseRowAction(page.locator("tr[data-row]").filter({ hasText: "Хлеб и булки" }), "Редактировать");
  await page.getByLabel("Название").fill("Хлеб");
  await page.getByLabel(/^Активна/).uncheck();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Категории", exact: true })).toBeVisible();
  await page
    .getByRole("link", { name: /Новый заказ/ })
    .first()
    .click();
  await expect(chips.getByRole("button", { name: "Выпечка" })).toBeVisible();
  await expect(chips.getByRole("button", { name: "Хлеб" })).toHaveCount(0);
  await page.getByPlaceholder("Название или артикул").fill("бородин");
  await expect(page.getByText("Ничего не найдено.")).toBeVisible();
  expect(await page.evaluate(() => "wasHere" in globalThis)).toBe(true);

  await page.goto("/Company/1/Category");
  await chooseRowAction(bread, "Редактировать");
  await page.getByLabel(/^Активна/).check();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Категории", exact: true })).toBeVisible();
});

test("category moved by another user — saving opens the conflict dialog, and both changes can be saved", async ({
  page,
  browser,
  manager,
}) => {
  // Each attempt uses different names, because a failed attempt may leave rows in the database.
  const attempt = test.info().retry + 1;
  const [top, topmost, low, shelf] = [`Верх ${attempt}`, `Верхняя ${attempt}`, `Низ ${attempt}`, `Полка ${attempt}`];
  await signInAs(page, "owner", "/Company/1/Category/New");
  for (const [name, parent] of [
    [top, "Нет"],
    [low, top],
    [shelf, "Нет"],
  ] as const) {
    await page.goto("/Company/1/Category/New");
    await page.getByLabel("Название").fill(name);
    await chooseParent(page, parent);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: "Категории", exact: true })).toBeVisible();
  }
  const idOf = async (name: string) =>
    (await manager.get<Schemas["Category"][]>("/api/Category/Company/1")).find((one) => one.name === name)?.id;
  const path = `/Company/1/Category/${await idOf(top)}/Edit`;
  await page.goto(path);
  await page.getByRole("combobox", { name: "Родительская категория" }).click();
  await expect(page.getByRole("option", { name: shelf })).toHaveCount(1);
  await expect(page.getByRole("option", { name: top })).toHaveCount(0);
  await page.keyboard.press("Escape");

  const second = await (await browser.newContext()).newPage();
  await signInAs(second, "manager", path);
  await chooseParent(second, shelf);
  await second.keyboard.press("Control+Enter");
  await expect(second.getByText(`${shelf} - ${top}`).first()).toBeVisible();
  await second.context().close();

  await page.getByLabel("Название").fill(topmost);
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Запись уже изменил кто-то другой" });
  await expect(dialog.getByRole("row", { name: /Родительская категория/ })).toContainText(shelf);
  await dialog.getByRole("button", { name: "Взять чужие изменения" }).click();
  await page.getByLabel("Название").fill(topmost);
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("tr[data-row]").filter({ hasText: `${shelf} - ${topmost} - ${low}` })).toHaveCount(1);
  for (const name of [low, topmost, shelf]) {
    await chooseRowAction(page.locator(`tr[data-row="${await idOf(name)}"]`), "Удалить");
    await page.getByRole("dialog").getByRole("button", { name: "Да", exact: true }).click();
    await expect(page.locator(`tr[data-row]`).filter({ hasText: new RegExp(`${name}$|${name} `) })).toHaveCount(0);
  }
});
