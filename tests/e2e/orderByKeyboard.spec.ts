import { expect, signInAs, signInByHand, test } from "../support/e2e/fixtures.ts";
import { processByKeyboard } from "../support/e2e/pages/processByKeyboard.ts";

test("order — can be created, edited, paid and closed with the keyboard only", async ({ page, context }, { retry }) => {
  // Each attempt uses its own phone number and street, because a failed attempt may leave an order in the database.
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

test("status change — a required reason must be entered before the change is sent", async ({ page, operator }) => {
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

test("payment row — shows the same information on a tablet, a phone and a monitor", async ({ page, operator }) => {
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
