import type { Page } from "@playwright/test";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const phoneField = (page: Page) => page.getByLabel("Контактный телефон");

const tabs = (page: Page) => page.getByRole("tablist", { name: "Открытые заказы" }).getByRole("tab");

const tab = (page: Page, at: number) => tabs(page).nth(at - 1);

const addDish = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+/");
  await page.keyboard.type("Маргарита");
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-total]")).toContainText("490");
};

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Номер за день")).toBeVisible();
  await page.keyboard.press("Enter");
};

test("parked order — is kept while the operator enters a second order, and both orders can be saved", async ({
  page,
  operator,
}, { retry }) => {
  const [first, second] = [`+7921700110${retry}`, `+7921700220${retry}`];
  await signInAs(page, "operator", "/Company/1/Order/New");
  await phoneField(page).fill(first);
  await addDish(page);
  await page.keyboard.press("Alt+n");
  await expect(phoneField(page)).toBeFocused();
  await expect(phoneField(page)).toHaveValue("");
  await page.keyboard.type(second);
  await addDish(page);
  await page.keyboard.press("Alt+1");
  await expect(phoneField(page)).toHaveValue(first);
  await page.keyboard.press("Alt+2");
  await save(page);

  await expect(tabs(page)).toHaveCount(0);
  await expect(phoneField(page)).toHaveValue(first);
  await expect(page.locator("[data-total]")).toContainText("490");
  await save(page);
  await expect(page).toHaveURL("/Company/1");
  const orders = await operator.get<{ phone: string }[]>("/api/Order/Company/1");
  expect(orders.filter(({ phone }) => phone === first || phone === second)).toHaveLength(2);
});

test("unsaved order — is parked when a phone call opens a new order, and survives a reload", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  await phoneField(page).fill("+79217003301");
  await addDish(page);
  const callPath = "/Company/1/Order/New?operatorPhoneCallId=1&phone=%2B79217003302";
  await page.evaluate((path) => history.pushState(null, "", path), callPath);
  await expect(phoneField(page)).toHaveValue("+79217003302");
  await expect(tab(page, 1)).toHaveText(/1 позиция/);
  await expect(tab(page, 2)).toHaveAttribute("aria-selected", "true");
  await tab(page, 1).click();
  await expect(page).toHaveURL("/Company/1/Order/New");
  await expect(phoneField(page)).toHaveValue("+79217003301");
  await expect(page.getByText("черновик сохранён")).toBeVisible();

  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await page
    .getByRole("dialog", { name: "Есть незаконченный заказ" })
    .getByRole("button", { name: "Продолжить" })
    .click();
  await expect(phoneField(page)).toHaveValue("+79217003301");
  await expect(page.locator("[data-total]")).toContainText("490");
});

test("seventh unsaved order beside six open ones — is refused with a message", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  for (let at = 1; at <= 6; at += 1) {
    await expect(phoneField(page)).toHaveValue("");
    await phoneField(page).fill(`+7921700440${at}`);
    await expect(page.getByText("черновик сохранён")).toBeVisible();
    await page.keyboard.press("Alt+n");
  }
  await expect(page.getByText("Открыто шесть заказов")).toBeVisible();
  await expect(tabs(page)).toHaveCount(6);
  await page.keyboard.press("Alt+3");
  await expect(phoneField(page)).toHaveValue("+79217004403");
});
