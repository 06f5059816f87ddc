import type { Page } from "@playwright/test";
import { demoStatusIds as statusIds } from "#server/demo/configuration.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { openRowMenu } from "../support/e2e/pages/rowMenu.ts";

const openPanel = async (page: Page) => {
  await page.getByRole("button", { name: /^Вид/ }).click();
  return page.getByRole("dialog", { name: "Вид списка" });
};

const saveView = async (page: Page, name: string, role?: string) => {
  await (await openPanel(page)).getByRole("link", { name: "Сохранить вид" }).click();
  await page.getByLabel("Название").fill(name);
  if (role) await page.getByLabel("Кто видит").selectOption(`Роль «${role}»`);
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Вид сохранён")).toBeVisible();
};

test("saved view — restores the status filter, the sorting and the columns of the order list", async ({ page }) => {
  await signInAs(page, "operator", `/Company/1?orderStatusId=${statusIds.new}`);
  const panel = await openPanel(page);
  await panel.getByLabel("По номеру").check();
  await panel.getByLabel("Клиент и телефон").uncheck();
  await expect(page.getByRole("columnheader", { name: "Клиент, телефон" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await openPanel(page);
  await page.getByRole("button", { name: /^Вид/ }).click();
  await expect(panel).toHaveCount(0);
  await saveView(page, "Новые без клиентов");
  await expect(page).toHaveURL(`/Company/1?orderStatusId=${statusIds.new}&sort=number&hide=customer`);

  await page.goto("/Company/1/DashBoard/Summury");
  await (await openPanel(page)).getByRole("link", { name: "Новые без клиентов" }).click();
  await expect(page).toHaveURL(`/Company/1?orderStatusId=${statusIds.new}&sort=number&hide=customer`);
  await expect(page.getByRole("columnheader", { name: "Адрес, комментарий" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Клиент, телефон" })).toHaveCount(0);
});

test("hidden columns — do not move the amount column on a phone, and stay hidden on a desktop", async ({ page }) => {
  const amountAt = async (query: string) => {
    await page.goto(`/Company/1/DashBoard/Summury${query}`);
    return (await page.locator("tr[data-row] td.num").first().boundingBox())?.x;
  };
  await signInAs(page, "operator", "/Company/1");
  await page.setViewportSize({ width: 390, height: 844 });
  const whole = await amountAt("");
  expect(await amountAt("?hide=tags&hide=elapsed")).toBe(whole);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect(page.getByRole("columnheader", { name: "Прошло" })).toBeHidden();
});

test("panel with many saved views — scrolls inside the window", async ({ page, operator2 }) => {
  for (let count = 0; count < 15; count += 1)
    await operator2.post("/api/UserView/Company/3", { name: `Вид ${count}`, screen: "open", query: "" });
  await page.setViewportSize({ width: 1366, height: 500 });
  await signInAs(page, "operator2", "/Company/3");
  await (await openPanel(page)).getByRole("link", { name: "Все виды" }).click();
  await expect(page.getByRole("heading", { name: "Виды списков заказов" })).toBeVisible();
});

test("saved view shared with a role — is offered to the users of the role, who cannot delete the view", async ({
  page,
  browser,
}) => {
  await signInAs(page, "owner", "/Company/1/DashBoard/MediumSummury?sort=amount");
  await saveView(page, "Дорогие заказы", "Оператор");
  const context = await browser.newContext();
  const operatorPage = await context.newPage();
  await signInAs(operatorPage, "operator", "/Company/1");
  const panel = await openPanel(operatorPage);
  await expect(panel.getByRole("link", { name: /^Дорогие заказы/ })).toContainText("роль «Оператор»");
  await panel.getByRole("link", { name: "Все виды" }).click();
  const row = operatorPage.getByRole("row").filter({ hasText: "Дорогие заказы" });
  await openRowMenu(row);
  await expect(operatorPage.getByRole("menuitem", { name: /^Удалить/ })).toBeDisabled();
  await operatorPage.keyboard.press("Escape");
  await row.getByRole("cell").nth(1).click();
  await expect(operatorPage).toHaveURL(/\/Company\/1\/DashBoard\/MediumSummury\?sort=amount$/);
  await context.close();
});

test("saved view open in two windows — saving in the second window shows the change saved in the first window", async ({
  page,
  context,
}) => {
  await signInAs(page, "owner", "/Company/1?sort=number");
  await saveView(page, "Два окна");
  await (await openPanel(page)).getByRole("link", { name: "Изменить «Два окна»" }).click();
  await expect(page.getByLabel("Название")).toHaveValue("Два окна");
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByLabel("Название")).toHaveValue("Два окна");
  await page.getByLabel("Название").fill("Первое окно");
  // The toast of the created view may still be visible, so a toast would not prove that this change is saved. The test
  // therefore waits for the response.
  const saved = page.waitForResponse(
    (response) => /\/UserView\/\d+/.test(response.url()) && response.request().method() !== "GET",
  );
  await page.getByRole("button", { name: "Сохранить" }).click();
  expect((await saved).ok()).toBe(true);
  await second.getByLabel("Название").fill("Второе окно");
  await second.getByRole("button", { name: "Сохранить" }).click();
  await expect(second.getByRole("dialog")).toContainText("Первое окно");
});
