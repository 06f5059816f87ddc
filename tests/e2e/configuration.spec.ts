import type { Page } from "@playwright/test";
import { createStatus } from "../support/e2e/concurrentUsers.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";

const rowOf = (page: Page, name: string) => page.locator("tr[data-row]").filter({ hasText: name });
const names = (page: Page) => page.locator("tr[data-row] .badge");

test("order status — can be added and moved, is offered for an order, and can be removed", async ({
  page,
  operator,
}) => {
  // Each attempt uses a new status, because the status of a failed attempt may still be in the database.
  const name = `Собирается ${test.info().retry + 1}`;
  const order = await operator.order();
  await signInAs(page, "owner", "/Company/1/OrderStatus");
  await expect(page.getByRole("heading", { name: "Статусы заказов", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Добавить статус" }).click();
  await page.getByLabel("Название").fill(name);
  await page.getByRole("radio", { name: "розовый" }).check();
  await page.getByLabel("Нужна причина").check();
  await expect(page.getByText("Тот, кто выбирает статус, указывает причину.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Успешно сохранено").first()).toBeVisible();
  await expect(page).toHaveURL(/\/OrderStatus$/);
  await expect(names(page).last()).toHaveText(name);

  const handle = rowOf(page, name).locator("[data-handle]");
  const before = await names(page).count();
  await handle.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`Строка взята и стоит на месте ${before} из ${before}.`)).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`Строка взята и стоит на месте ${before - 1} из ${before}.`)).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`Строка взята и стоит на месте ${before - 2} из ${before}.`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect(names(page).nth(before - 3)).toHaveText(name);
  await expect(handle).toBeFocused();
  // The drag is repeated, because the server refuses the new sequence of the statuses if a concurrent test has changed
  // the list.
  await expect(async () => {
    const target = await rowOf(page, "Подтверждён").boundingBox();
    const from = await handle.boundingBox();
    if (!target || !from) throw new Error("The rows are not shown");
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2, target.y + target.height / 2, { steps: 5 });
    const saved = page.waitForResponse(/\/OrderStatus\/Company\/1\/Order$/, { timeout: 10_000 });
    await page.mouse.up();
    expect((await saved).ok()).toBe(true);
    await expect(names(page).nth(1)).toHaveText(name, { timeout: 3000 });
  }).toPass();
  await page.reload();
  await expect(names(page).nth(1)).toHaveText(name);
  await page.getByRole("link", { name: "Новый", exact: true }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Подтверждён", exact: true })).toBeFocused();

  await page.goto(`/Company/1/Order/${order.id}`);
  await page.getByRole("button", { name: /^Сменить статус/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  await expect(dialog.getByRole("button", { name: new RegExp(`^${name}`) })).toBeVisible();

  await page.goto("/Company/1/OrderStatus");
  await chooseRowAction(rowOf(page, name), "Удалить");
  await expect(page.getByRole("heading", { name: `Удалить статус «${name}»?`, exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Статус удалён")).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
});

test("discount form — shows an example price, refuses more than 100 %, and saves a discount with conditions", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Discount/New");
  await page.getByLabel("Название").fill("Осенняя");
  await page.getByLabel("Размер").fill("10");
  await expect(page.getByText("Пицца 500,00 р. → 450,00 р.")).toBeVisible();
  await page.getByLabel("Размер").fill("101");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Процент не больше 100.")).toBeVisible();
  await page.getByLabel("По условиям").check();
  await expect(page.getByLabel("Тип")).toBeDisabled();
  await page.getByRole("button", { name: "Добавить условие" }).click();
  await page.getByRole("button", { name: "Добавить условие" }).click();
  await expect(page.getByLabel("Категория").nth(1).locator("option", { hasText: /^Все$/ })).toBeDisabled();
  await page.getByLabel("Категория").nth(1).selectOption({ label: "Пицца" });
  await page.getByLabel("Размер").nth(1).fill("5");
  await page.getByLabel("Размер").nth(2).fill("12,5");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Успешно сохранено").first()).toBeVisible();
  await chooseRowAction(rowOf(page, "Осенняя"), "Удалить");
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(rowOf(page, "Осенняя")).toHaveCount(0);
});

test("token of an operator phone — is shown once, and a reset creates a new token", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/OperatorPhone");
  await page.getByRole("link", { name: "Добавить телефон" }).click();
  await page.getByLabel("Номер").fill("8 916 777-00-11");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Успешно Сохранено").first()).toBeVisible();
  const token = await page.getByRole("textbox", { name: "Токен" }).inputValue();
  expect(token.length).toBeGreaterThan(20);
  await page.getByRole("button", { name: "Закрыть" }).last().click();
  const row = rowOf(page, "+7 916 777-00-11");
  await expect(row).toContainText(`…${token.slice(-4)}`);
  await chooseRowAction(row, "Сбросить токен");
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Токен" })).not.toHaveValue(token);
  await page.getByRole("button", { name: "Закрыть" }).last().click();
  await chooseRowAction(row, "Удалить");
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(row).toHaveCount(0);
});

test("status dialog of an order — opens with the cached statuses, and shows a newly created status after the server's response", async ({
  page,
  operator,
  owner,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await expect(page.getByRole("button", { name: /^Сменить статус/ })).not.toHaveAttribute("aria-disabled");
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/OrderStatus/Company/1", async (route) => {
    await asked;
    await route.fallback();
  });
  await page.reload();
  await page.getByRole("button", { name: /^Сменить статус/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  await expect(dialog.getByRole("button", { name: "Готовится" })).toBeVisible();
  const status = await createStatus(owner, false);
  answer();
  await expect(dialog.getByRole("button", { name: status.name })).toBeVisible();
  await status.remove();
});
