import { expect, signInAs, signInByHand, test } from "../support/e2e/fixtures.ts";

test("order — can be created, edited, paid and closed with the keyboard only", async ({ page, context }, { retry }) => {
  test.setTimeout(120_000);
  // Each attempt uses its own phone number and street, because a failed attempt may leave an order in the database.
  const client = 30 + retry;
  const street = `ул. Клавишная-${client}`;
  await signInByHand(page);

  await test.step("create the order", async () => {
    await page.keyboard.press("n");
    await expect(page.getByLabel("Контактный телефон")).toBeFocused();
    await expect(page.getByLabel("Когда")).toHaveAttribute("placeholder", /^сейчас, к \d\d:\d\d$/);
    await page.keyboard.type(`891611122${client}`);
    await expect(page.getByText("Новый клиент")).toBeVisible();
    await page.keyboard.press("/");
    await expect(page.getByLabel("Контактный телефон")).toHaveValue(new RegExp(`11122${client}|111-22-${client}`));
    await page.getByLabel("Улица").focus();
    await page.keyboard.type(street);
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
    await expect(page.getByRole("dialog").or(page.getByRole("heading", { name: /^Заказ №/ }))).toBeVisible();
    if (await page.getByRole("dialog").isVisible()) await page.keyboard.press("Enter");
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

  await test.step("take one part of the sum in cash", async () => {
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
    await expect(info.getByText("Оплачен")).toBeVisible({ timeout: 15_000 });
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
});

test("status change — a required reason must be given before it is sent", async ({ page, operator }) => {
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

test("payment dialog — shows the same information on a tablet, a phone and a monitor", async ({ page, operator }) => {
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
