import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

const PIN = "274916";

/** Creates an order of the operator with a completed cash payment. */
const paidOrder = async (operator: ApiUser & { order: () => Promise<Schemas["Order"]> }) => {
  const order = await operator.order();
  const payment = [{ paymentMethodId: 1, amount: order.amount }];
  await operator.post(`/api/Order/${order.id}/Company/1/Payment`, { payment });
  return order;
};

const askForRefund = async (page: Page, reason: string) => {
  await page.getByRole("tab", { name: /^Оплаты/ }).click();
  const refund = page.getByRole("tabpanel").getByRole("button", { name: "Вернуть" });
  await expect(refund).toHaveAttribute("title", "Нужно разрешение менеджера");
  await refund.click();
  await page.getByLabel("Причина возврата").fill(reason);
  await page.getByRole("dialog").getByRole("button", { name: "Вернуть" }).click();
  await expect(page.getByRole("heading", { name: "Нужно разрешение менеджера" })).toBeVisible();
};

test("operator without the permission to refund — refunds a payment by keyboard with the manager's PIN", async ({
  page,
  operator,
}) => {
  const order = await paidOrder(operator);
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await askForRefund(page, "Не та пицца");
  const pin = page.getByLabel("Код менеджера, 6 цифр");
  await expect(pin).toBeFocused();
  await page.keyboard.type("918273");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Код не подходит. Осталось попыток: 4.")).toBeVisible();
  await expect(pin).toBeFocused();
  await page.keyboard.type(PIN);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("tabpanel").getByText("Возвращена")).toBeVisible();
  await page.getByRole("tab", { name: "История" }).click();
  await expect(page.getByText("Разрешение для «Анна Орлова»: Возврат оплаты")).toBeVisible();
});

test("operator on a phone — can ask a manager for a refund, which the manager allows on another device", async ({
  page,
  operator,
  browser,
}) => {
  const order = await paidOrder(operator);
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await askForRefund(page, "Гость передумал");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Спросить на устройстве" }).click();
  await expect(page.getByText(/Ждём ответа менеджера/)).toBeVisible();

  const context = await browser.newContext();
  const device = await context.newPage();
  await signInAs(device, "manager", "/Company/1/Override");
  const request = device
    .getByRole("listitem")
    .filter({ hasText: "Гость передумал" })
    .filter({ hasText: `№ ${order.internalId} ` });
  await expect(request).toContainText("Просит Анна Орлова");
  await request.getByRole("button", { name: "Разрешить" }).click();
  await expect(request).toHaveCount(0);

  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("tabpanel").getByText("Возвращена")).toBeVisible();
  await device.reload();
  await expect(device.getByRole("row").filter({ hasText: "Гость передумал" }).first()).toContainText("на устройстве");
  await context.close();
});

test("cancelled override — leaves the server's refusal message on the screen", async ({ page, operator }) => {
  const order = await paidOrder(operator);
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await askForRefund(page, "Ошибка");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Нужно разрешение менеджера" })).toHaveCount(0);
  await expect(page.getByRole("alert")).toContainText("У вас нет права «Возврат оплаты».");
});

test("manager's new PIN — requires the correct current password, and is refused if it is easy to guess", async ({
  page,
}) => {
  await signInAs(page, "manager", "/Account/3");
  const card = page.locator("form").filter({ hasText: "Код менеджера" });
  await card.getByLabel(/Новый код, 6 цифр/).fill("123456");
  await card.getByRole("button", { name: "Сохранить код" }).click();
  await expect(card.getByText("Такой код легко угадать. Придумайте другой.")).toBeVisible();
  await card.getByLabel(/Новый код, 6 цифр/).fill(PIN);
  await card.getByRole("button", { name: "Сохранить код" }).click();
  await expect(card.getByText("Введите текущий пароль.")).toBeVisible();
  await card.getByLabel("Текущий пароль").fill("не тот пароль");
  await card.getByRole("button", { name: "Сохранить код" }).click();
  await expect(card.getByText("Текущий пароль введён неверно.").first()).toBeVisible();
  await expect(page.getByText("Код менеджера сохранён")).toHaveCount(0);
  await card.getByLabel("Текущий пароль").fill("manager-demo");
  await card.getByRole("button", { name: "Сохранить код" }).click();
  await expect(page.getByText("Код менеджера сохранён")).toBeVisible();
});
