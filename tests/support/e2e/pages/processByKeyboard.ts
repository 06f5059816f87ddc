import { type BrowserContext, expect, type Page, test } from "@playwright/test";

/**
 * Fills in the open form of a new order, in which only the phone is set, then saves, edits, pays and closes the order,
 * by keys only. The street must be unique, because the order is found in the list by its street.
 */
export const processByKeyboard = async (page: Page, context: BrowserContext, street: string): Promise<void> => {
  await test.step("fill in and save the order", async () => {
    await page.getByLabel("Улица").focus();
    await page.keyboard.type(street);
    await expect(page.getByLabel("Улица")).toHaveValue(street);
    await page.getByLabel("Дом", { exact: true }).focus();
    await page.keyboard.type("7");
    await page.getByLabel("Название или артикул").focus();
    await page.keyboard.type("борщ");
    await page.keyboard.press("Enter");
    await expect(page.locator("tr[data-line]")).toHaveCount(1);
    await page.locator("tr[data-line]").focus();
    await page.keyboard.press("+");
    await expect(page.locator("[data-total]")).toContainText("680,00");
    await page.keyboard.press("Control+Enter");
  });

  const saved = page.getByRole("dialog", { name: "Заказ сохранён" });
  await expect(saved).toContainText("680,00");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/Company\/1$/);

  // Other tests create orders too, so the order may be on the second page of the list.
  await page.keyboard.press("/");
  await page.keyboard.type(street);
  const row = page.locator("tr[data-row]", { hasText: street });
  await row.locator("a[data-open]").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Заказ №");

  await test.step("edit the order", async () => {
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/\/Edit$/);
    await page.getByLabel("Комментарий").focus();
    await page.keyboard.type("Позвонить за 10 минут");
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/Order\/\d+$/);
  });

  await test.step("change the status", async () => {
    await expect(page.getByRole("tab", { name: /Позиции/ })).toBeVisible();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
    await dialog.getByRole("button", { name: /^Готовится/ }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("main").getByText("Готовится").first()).toBeVisible();
  });

  await test.step("take a part of the sum in cash", async () => {
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
    await expect(dialog.getByLabel("Сумма")).toBeVisible();
    await page.keyboard.type("300");
    await expect(dialog.getByLabel("Сумма")).toHaveValue("300");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("380,00").first()).toBeVisible();
  });

  await test.step("take the rest by an invoice", async () => {
    await page.getByRole("button", { name: "Выставить счёт" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Выставить счёт/ });
    await expect(dialog.getByLabel("Сумма счёта")).toBeVisible();
    await page.keyboard.press("f");
    await expect(dialog.getByLabel("Сумма счёта")).toHaveValue(/^380/);
    await page.keyboard.press("Control+Enter");
    const info = page.getByRole("dialog", { name: "Счёт на оплату" });
    await expect(info.getByText("Ждёт оплаты")).toBeVisible();
    const address = await info.getByLabel("Ссылка для плательщика").inputValue();
    const payer = await context.newPage();
    await payer.goto(new URL(address).pathname);
    await payer.getByRole("button", { name: "Оплатить" }).click();
    await expect(payer.getByText(/оплачен/i).first()).toBeVisible();
    await payer.close();
    await expect(info.getByText("Оплачен")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(info).toHaveCount(0);
  });

  await test.step("close the order and print the pre-bill", async () => {
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
    await dialog.getByRole("button", { name: /^Доставлен/ }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("button", { name: /Принять оплату/ })).toHaveAttribute("aria-disabled", "true");
    const opened = context.waitForEvent("page");
    await page.getByRole("button", { name: "Предчек" }).focus();
    await page.keyboard.press("Enter");
    const bill = await opened;
    await expect(bill.getByRole("article")).toContainText("680,00");
  });
};
