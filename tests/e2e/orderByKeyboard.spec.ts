import type { Page } from "@playwright/test";
import { type CountedKeys, countKeys } from "../support/e2e/countKeys.ts";
import { expect, signInAs, signInByHand, test } from "../support/e2e/fixtures.ts";
import { processByKeyboard } from "../support/e2e/pages/processByKeyboard.ts";

test("order — can be created, edited, paid and closed with the keyboard only", async ({ page, context }, { retry }) => {
  // Each attempt uses a new phone number and a new street, because the order of a failed attempt may still be in the
  // database.
  const client = 30 + retry;
  const street = `ул. Клавишная-${client}`;
  await signInByHand(page);

  await test.step("start an order", async () => {
    await page.keyboard.press("n");
    await expect(page.getByLabel("Контактный телефон")).toBeFocused();
    await expect(page.getByLabel("Когда")).toHaveAttribute("placeholder", /^сейчас, к \d\d:\d\d$/);
    await page.keyboard.type(`891611122${client}`);
    await expect(page.getByText("Новый клиент")).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByLabel("Контактный телефон")).toHaveValue(new RegExp(`11122${client}|111-22-${client}`));
  });
  await processByKeyboard(page, context, street);
});

test("cancellation of an order — requires a reason, which the history shows, and the pre-bill states that the order is cancelled", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await page.getByRole("button", { name: /^Сменить статус/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  await dialog
    .getByRole("button", { name: /^Отменён/ })
    .first()
    .click();
  await expect(dialog.getByLabel("Причина")).toBeFocused();
  await expect(dialog.getByRole("button", { name: /^Сменить статус/ })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Причина").fill("Клиент передумал");
  await dialog.getByRole("button", { name: /^Сменить статус/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("tab", { name: /История/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Клиент передумал");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Предчек" }).click();
  const bill = await opened;
  await expect(bill.getByRole("article")).toContainText("ЗАКАЗ ОТМЕНЁН");
});

test("payment row — shows its times of creation and completion and its operator on a monitor, a tablet and a phone without sideways scrolling", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await operator.post(`/api/Order/${order.id}/Company/1/Payment`, {
    payment: [{ paymentMethodId: 1, amount: 100 }],
    orderStatusId: null,
  });
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await page.getByRole("tab", { name: /^Оплаты/ }).click();
  const row = page.locator("tr[data-payment]");
  for (const width of [1366, 820, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(row.locator("time:visible")).toHaveCount(2);
    await expect(row).toContainText("Анна Орлова", { useInnerText: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

const addThreeDishes = async (page: Page, keys: CountedKeys) => {
  for (const [index, prefix] of ["борщ", "латт", "соля"].entries()) {
    await keys.type(prefix);
    await keys.press("Enter");
    await expect(page.locator("tr[data-line]")).toHaveCount(index + 1);
  }
};

const saveByKey = async (page: Page, keys: CountedKeys) => {
  await keys.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText("940,00");
};

test("order of three dishes for a known customer — needs at most 35 keystrokes", async ({ page, operator }, {
  retry,
}) => {
  const phone = `91611133${40 + retry}`;
  await operator.order({ phone: `+7${phone}`, deliveryAddress: "ул. Известная", deliveryAddressBuilding: "3" });
  await signInAs(page);
  const keys = countKeys(page);
  await keys.press("n");
  await expect(page.getByLabel("Контактный телефон")).toBeFocused();
  await keys.type(phone);
  await expect(page.getByRole("button", { name: /^ул\. Известная, 3/ })).toBeVisible();
  await keys.press("Control+ArrowDown");
  await expect(page.getByLabel("Улица")).toHaveValue("ул. Известная");
  await keys.press("Control+/");
  await addThreeDishes(page, keys);
  await saveByKey(page, keys);
  expect(keys.count()).toBeLessThanOrEqual(35);
});

test("order of three dishes for a new customer — needs at most 70 keystrokes, and N starts the next order", async ({
  page,
}, { retry }) => {
  await signInAs(page);
  const keys = countKeys(page);
  await keys.press("n");
  await expect(page.getByLabel("Контактный телефон")).toBeFocused();
  await keys.type(`91611133${60 + retry}`);
  await expect(page.getByLabel("Имя клиента")).toBeVisible();
  await keys.press("Enter");
  await expect(page.getByLabel("Имя клиента")).toBeFocused();
  await keys.type("Василиса");
  await keys.press("Enter");
  await expect(page.getByLabel("Улица")).toBeFocused();
  await keys.type("Садовая");
  await keys.press("Enter");
  await expect(page.getByLabel("Дом", { exact: true })).toBeFocused();
  await keys.type("12");
  await keys.press("Enter");
  await expect(page.getByLabel("Квартира")).toBeFocused();
  await keys.type("40");
  await keys.press("Control+/");
  await addThreeDishes(page, keys);
  await saveByKey(page, keys);
  expect(keys.count()).toBeLessThanOrEqual(70);
  await page.keyboard.press("n");
  await expect(page.getByLabel("Контактный телефон")).toBeFocused();
  await expect(page.getByLabel("Контактный телефон")).toHaveValue("");
  await expect(page.locator("tr[data-line]")).toHaveCount(0);
});

test("modifiers — are chosen with the arrow keys, + and -, and Ctrl+Enter closes the dialog of the modifiers", async ({
  page,
}) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  await expect(page.getByLabel("Контактный телефон")).toBeFocused();
  await page.keyboard.press("Control+/");
  await page.keyboard.type("маргар");
  await page.keyboard.press("Enter");
  const row = page.locator("tr[data-line]");
  await row.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Маргарита × 1" });
  const counts = dialog.getByRole("listitem").locator("b");
  await expect(dialog.getByRole("button", { name: /больше$/ }).first()).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("button", { name: /больше$/ }).nth(1)).toBeFocused();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.keyboard.press("-");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowRight");
  await expect(counts.nth(0)).toHaveText("1");
  await expect(counts.nth(1)).toHaveText("1");
  await page.keyboard.press("Control+Enter");
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText(/\+ .+ × 1.* · \+ .+ × 1/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("dialog of a saved order — K sends the order to the kitchen, and P opens the payment of the order", async ({
  page,
}, { retry }) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill(`+7921700550${retry}`);
  await page.keyboard.press("Control+/");
  await page.keyboard.type("Маргарита");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Номер за день")).toBeVisible();
  await page.keyboard.press("k");
  await expect(page.getByText(/Отправлено на печать|Принтера на дежурстве нет/).first()).toBeVisible();
  await page.keyboard.press("p");
  const payment = page.getByRole("dialog", { name: /^Принять оплату/ });
  await expect(payment.getByLabel("Сумма", { exact: true })).toHaveValue("490");
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("button", { name: /^Принять оплату/ })).toBeVisible();
  await expect(payment).toHaveCount(0);
});
