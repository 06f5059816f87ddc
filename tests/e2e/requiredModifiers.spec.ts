import axe from "axe-core";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("required modifiers — are set in the dish form, and asked for in the order editor and in the shop", async ({
  page,
  owner,
}, { retry }) => {
  const name = `Шашлык ${retry + 1}`;
  await signInAs(page, "owner", "/Company/1/Item/New");
  await page.getByLabel("Название").fill(name);
  await page.getByRole("textbox", { name: "Цена", exact: true }).fill("500");
  await page.getByRole("combobox", { name: "Категории" }).click();
  await page.keyboard.type("горячее");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Добавить модификатор" }).click();
  const required = page.getByRole("checkbox", { name: /^Обязательно/ });
  await expect(required).toHaveCount(0);
  await page.getByRole("combobox", { name: "Категория 1" }).click();
  await page.keyboard.type("соусы");
  await page.keyboard.press("Enter");
  await required.check();
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/Company\/1\/Item$/);
  const { id = 0, modificators = [] } = (await owner.menu()).find((item) => item.name === name) ?? {};
  expect(modificators.map(({ requiredGroup }) => requiredGroup?.name)).toContain("Соусы");
  const [sauce] = modificators;
  await page.goto(`/Company/1/Item/${id}/Edit`);
  await expect(required).toBeChecked();

  await page.goto("/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill(`+7921700660${retry}`);
  await page.keyboard.press("Control+/");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `${name} × 1` });
  await expect(dialog.getByRole("region", { name: "Соусы" })).toContainText("выберите хотя бы одно");
  await expect(dialog.getByRole("button", { name: /больше$/ }).first()).toBeFocused();
  await expect(dialog.getByRole("button", { name: /^Готово/ })).toHaveAttribute("aria-disabled", "true");
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => axe.run(document));
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("heading", { name: `${name} × 1` })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.locator("#picker-search")).toBeFocused();
  const row = page.locator("tr[data-line]");
  await expect(row).toContainText("Нужно выбрать: Соусы");

  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert")).toHaveText(`«${name}»: Соусы — выберите хотя бы одно.`);
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("+");
  await expect(dialog.getByRole("button", { name: /^Готово/ })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/Order/Company/1") && answer.ok());
  await page.keyboard.press("Control+Enter");
  const order: Schemas["Order"] = await (await saved).json();
  expect(order.items).toMatchObject([{ name, modificators: [{ modificatorId: sauce?.id, count: 1 }] }]);

  await page.goto("/shop/kolos");
  const dish = page.locator(".dish").filter({ hasText: name });
  await dish.getByRole("button", { name: `Добавить: ${name}`, exact: true }).click();
  await page.getByRole("button", { name: /^В корзину/ }).click();
  await expect(page.getByRole("alert")).toHaveText(`«${name}»: Соусы — выберите хотя бы одно.`);
  await expect(dish.getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /^В корзину/ }).click();
  await expect(page.locator("#lines")).toContainText(`${name} × 1 (${sauce?.name})`);
  await owner.remove(`/api/Item/${id}/Company/1`);
});

test("one portion of an order line — gets its own modifiers by keyboard in a new order, and its own note by mouse in a saved order", async ({
  page,
}, { retry }) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill(`+7921700661${retry}`);
  await page.keyboard.press("Control+/");
  await page.keyboard.type("Маргарита");
  for (let portion = 1; portion <= 3; portion += 1) await page.keyboard.press("Enter");
  const rows = page.locator("tr[data-line]");
  await expect(rows.getByRole("textbox")).toHaveValue("3");
  await rows.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const onlyForOne = dialog.getByRole("button", { name: /^Только для одной/ });
  await expect(onlyForOne).toHaveAttribute("aria-disabled", "true");
  await expect(dialog.getByRole("button", { name: /больше$/ }).first()).toBeFocused();
  await page.keyboard.press("+");
  await expect(onlyForOne).not.toHaveAttribute("aria-disabled", "true");
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => axe.run(document));
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes[0]?.html}`)).toEqual([]);
  await page.keyboard.press("Alt+o");
  await expect(dialog).toHaveCount(0);
  await expect(rows.first()).toBeFocused();
  await expect(rows.getByRole("textbox").first()).toHaveValue("2");
  await expect(rows.nth(1)).toContainText("× 1");
  const created = page.waitForResponse((answer) => answer.url().endsWith("/api/Order/Company/1") && answer.ok());
  await page.keyboard.press("Control+Enter");
  const order: Schemas["Order"] = await (await created).json();
  expect(order.items).toMatchObject([
    { count: 2, modificators: [] },
    { count: 1, modificators: [{ count: 1 }] },
  ]);

  await page.goto(`/Company/1/Order/${order.id}/Edit`);
  await rows.first().getByRole("button", { name: "Маргарита: добавки и слово повару" }).click();
  await dialog.getByLabel("Слово повару").fill("без лука");
  await onlyForOne.click();
  await expect(dialog).toHaveCount(0);
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText("«без лука»");
  const edited = page.waitForResponse((answer) => answer.url().endsWith(`/api/Order/${order.id}/Company/1`));
  await page.keyboard.press("Control+Enter");
  const { items }: Schemas["Order"] = await (await edited).json();
  expect(items).toMatchObject([
    { id: order.items[0]?.id, count: 1, note: null },
    { count: 1, note: "без лука" },
    { id: order.items[1]?.id, count: 1 },
  ]);
});
