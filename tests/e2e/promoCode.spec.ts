import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

const removeDiscount = async (owner: ApiUser, name: string): Promise<void> => {
  const rows = await owner.get<Schemas["Discount"][]>("/api/Discount/Company/1/Summury");
  for (const { id } of rows.filter((row) => row.name === name)) await owner.remove(`/api/Discount/${id}/Company/1`);
};

const addDish = (page: Page, name: string) =>
  page
    .getByRole("group", { name: "Блюда" })
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .first()
    .click();

const openEditor = async (page: Page, phone: string) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill(phone);
};

const typeCode = async (page: Page, code: string) => {
  await page.getByLabel("Промокод").fill(code);
  await page.getByLabel("Промокод").press("Enter");
};

test("promo code — is applied in the order editor, or refused with the reason", async ({ page, owner }) => {
  const attempt = test.info().retry + 1;
  const [name, code] = [`Осенняя ${attempt}`, `ОСЕНЬ-${attempt}`];
  await signInAs(page, "owner", "/Company/1/Discount/New");
  await page.getByLabel("Название").fill(name);
  await page.getByLabel("Размер").fill("10");
  await page.getByLabel("Сумма заказа от").fill("300");
  await page.getByLabel("Всего заказов со скидкой").fill("1");
  await page.getByLabel("Промокод").fill("скидка 20%");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Только буквы, цифры и дефис.")).toBeVisible();
  await page.getByLabel("Промокод").fill(`осень - ${attempt}`);
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/Company\/1\/Discount(\?.*)?$/);
  await expect(page.locator("tr[data-row]").filter({ hasText: name })).toContainText(
    `от 300\u00a0р., по промокоду ${code}, не больше 1 заказа`,
  );

  await openEditor(page, "9167770101");
  await expect(page.getByLabel("Скидка").getByRole("option", { name })).toHaveCount(0);
  await addDish(page, "Американо");
  await typeCode(page, `зима-${attempt}`);
  await expect(page.getByText("Такого промокода нет.")).toBeVisible();
  await typeCode(page, code);
  await expect(page.getByText(`Скидка «${name}» даётся на заказ от 300\u00a0р.`)).toBeVisible();
  await addDish(page, "Американо");
  await typeCode(page, code.toLowerCase());
  await expect(page.getByText(`Применён промокод ${code}`)).toBeVisible();
  await expect(page.getByLabel("Скидка").getByRole("option", { name, exact: false })).toHaveCount(1);
  await expect(page.locator("[data-total]")).toContainText("270,00");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText("270,00");

  await openEditor(page, "9167770102");
  await addDish(page, "Американо");
  await addDish(page, "Американо");
  await typeCode(page, code);
  await expect(page.getByText(`Скидка «${name}» закончилась: она рассчитана на 1 заказ.`)).toBeVisible();
  await removeDiscount(owner, name);
});

test("discount refused by the server — the order editor shows the reason, and can save the order without the discount", async ({
  page,
  owner,
  operator,
}) => {
  const attempt = test.info().retry + 1;
  const [name, code] = [`Первая ${attempt}`, `ПЕРВАЯ-${attempt}`];
  const terms = { promoCode: code, isOncePerCustomer: true };
  const body = { name, type: "%", value: 10, terms };
  const { id } = await owner.post<Schemas["Discount"]>("/api/Discount/Company/1", body);
  await operator.order({ phone: "+79167770201", discountId: id, promoCode: code });
  await openEditor(page, "9167770201");
  await addDish(page, "Американо");
  await typeCode(page, code);
  await expect(page.getByText(`Применён промокод ${code}`)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(`Клиент уже получил скидку «${name}»: она даётся один раз.`).first()).toBeVisible();
  await page.getByLabel("Скидка").selectOption({ label: "Без скидки" });
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText("150,00");
  await removeDiscount(owner, name);
});

test("discount with a minimum amount — is disabled in the list with the reason until the order reaches the amount", async ({
  page,
  owner,
}) => {
  const attempt = test.info().retry + 1;
  const name = `Крупный заказ ${attempt}`;
  const body = { name, type: "%", value: 10, terms: { minAmount: 300 } };
  await owner.post<Schemas["Discount"]>("/api/Discount/Company/1", body);
  await openEditor(page, "9167770301");
  await addDish(page, "Американо");
  const option = page.getByLabel("Скидка").getByRole("option", { name: new RegExp(name) });
  await expect(option).toHaveText(`${name} — от 300\u00a0р.`);
  await expect(option).toBeDisabled();
  await addDish(page, "Американо");
  await expect(option).toHaveText(name);
  await page.getByLabel("Скидка").selectOption({ label: name });
  await expect(page.locator("[data-total]")).toContainText("270,00");
  await removeDiscount(owner, name);
});

test("promo code in the shop — an unknown code is refused, and a valid code reduces the total that the guest confirms", async ({
  page,
  browser,
  owner,
}) => {
  const attempt = test.info().retry + 1;
  const [name, code] = [`Сайт ${attempt}`, `САЙТ-${attempt}`];
  const body = { name, type: "%", value: 10, terms: { promoCode: code } };
  await owner.post<Schemas["Discount"]>("/api/Discount/Company/1", body);
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await guest.goto("/shop/kolos");
  await guest.getByRole("spinbutton", { name: "Маргарита", exact: true }).fill("2");
  await guest.getByRole("button", { name: /^В корзину/ }).click();
  await guest.getByLabel("Телефон").fill(`+7902${String(Date.now()).slice(-7)}`);
  await guest.getByLabel("Заберу сам").check();
  await guest.getByLabel("Промокод").fill("зима");
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await expect(guest.getByText("Такого промокода нет.")).toBeVisible();
  await guest.getByLabel("Промокод").fill(code.toLowerCase());
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await expect(guest.getByText(/^Скидка: −/)).toBeVisible();
  const button = guest.getByRole("button", { name: /^Заказать за/ });
  const total = (await button.innerText()).replace("Заказать за ", "");
  await button.click();
  await guest.waitForURL(/\/order\//);
  await expect(guest.getByText(total, { exact: true })).toBeVisible();
  const number = /№ (\d+)/.exec(await guest.getByRole("heading").innerText())?.[1];
  await guest.context().close();
  const orders = await owner.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
  const orderId = orders.find(({ internalId }) => String(internalId) === number)?.id;
  await signInAs(page, "operator", `/Company/1/Order/${orderId}`);
  await expect(page.getByText(name).first()).toBeVisible();
  await removeDiscount(owner, name);
});
