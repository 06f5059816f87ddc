import type { Page } from "@playwright/test";
import { demoStatusIds as statusIds } from "#server/demo/configuration.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const chooseStatus = async (page: Page, name: string) => {
  await page.keyboard.press("s");
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await expect(page.getByText("Статус изменён")).toBeVisible();
};

const undoButton = (page: Page) => page.getByRole("button", { name: "Вернуть", exact: true });

test("status change — can be undone by Ctrl+Z on the order screen", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  const header = page.getByRole("main");
  await expect(header.getByText("Новый").first()).toBeVisible();
  await chooseStatus(page, "Подтверждён");
  await expect(header.getByText("Подтверждён").first()).toBeVisible();
  await expect(undoButton(page)).toBeEnabled();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Прежний статус возвращён")).toBeVisible();
  await expect(header.getByText("Новый").first()).toBeVisible();
  await expect(undoButton(page)).toHaveCount(0);
  const { statusId } = await operator.get<{ statusId: number }>(`/api/Order/Company/1/${order.id}`);
  expect(statusId).toBe(statusIds.new);
});

test("status change in the side panel — can be undone until the undo button disappears", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1?sort=number`);
  await page.locator(`tr[data-row="${order.id}"]`).click();
  const panel = page.getByRole("complementary", { name: "Выбранный заказ" });
  await panel.getByRole("button", { name: "Дальше: Подтверждён" }).click();
  await undoButton(page).click();
  await expect(panel.getByRole("button", { name: "Дальше: Подтверждён" })).toBeVisible();
  await panel.getByRole("button", { name: "Дальше: Подтверждён" }).click();
  await expect(undoButton(page)).toBeVisible();
  await expect(undoButton(page)).toHaveCount(0);
  await expect(panel.getByText("Подтверждён").first()).toBeVisible();
});

test("undo of a status change — fails with a message if another user has changed the status in the meantime", async ({
  page,
  operator,
  owner,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await expect(page.getByRole("main").getByText("Новый").first()).toBeVisible();
  await chooseStatus(page, "Подтверждён");
  await owner.post(`/api/Order/${order.id}/Company/1/Payment`, {
    orderStatusId: statusIds.cooking,
    payment: [{ paymentMethodId: 1, amount: order.amount }],
  });
  await undoButton(page).click();
  await expect(page.getByText("Статус не вернулся. Проверьте заказ.")).toBeVisible();
  await page
    .getByRole("status")
    .filter({ hasText: "Статус не вернулся" })
    .getByRole("button", { name: "Понятно" })
    .click();
  await expect(page.getByText("Статус не вернулся.")).toHaveCount(0);
  await expect(page.getByRole("main").getByText("Готовится").first()).toBeVisible();
});

test("click on a status in the order list — opens a menu of statuses, and the user can undo the change", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", "/Company/1?sort=number");
  const row = page.locator(`tr[data-row="${order.id}"]`);
  const status = row.locator("[data-status]");
  await status.click();
  const menu = page.getByRole("dialog", { name: "Новый статус" });
  await expect(menu.getByRole("button", { name: "Подтверждён" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await status.click();
  await menu.getByRole("button", { name: "Готовится" }).click();
  await expect(status).toHaveText("Готовится");
  await undoButton(page).click();
  await expect(status).toHaveText("Новый");
});

test("key S in the order list — opens the status menu of the focused row; the menu asks for a reason if the chosen status requires one", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", "/Company/1?sort=number");
  const row = page.locator(`tr[data-row="${order.id}"]`);
  await row.locator("[data-open]").focus();
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Подтверждён" })).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Отменён" }).click();
  await page.getByLabel("Причина").fill("Клиент передумал");
  await page.keyboard.press("Control+Enter");
  await expect(row).toHaveCount(0);
  expect(await operator.get(`/api/Order/Company/1/${order.id}`)).toMatchObject({ isCanceled: true });
});
