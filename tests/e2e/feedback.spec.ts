import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const askFromPage = async (page: Page, subject: string) => {
  await page.keyboard.press("Control+K");
  await page.keyboard.type("вопрос о странице");
  await page.getByRole("option", { name: /^Задать вопрос о странице/ }).click();
  await expect(page.getByRole("heading", { name: "Новый вопрос" })).toBeVisible();
  await expect(page.getByText("Страница: /Company/1")).toBeVisible();
  await page.getByLabel("Тема").fill(subject);
};

test("question asked from a screen — is answered by the support and closed by its author", async ({
  page,
  browser,
}) => {
  const subject = `Где заказ ${Date.now()}`;
  await signInAs(page, "operator", "/Company/1");
  await askFromPage(page, subject);
  await page.getByRole("textbox", { name: "Вопрос" }).fill("Не вижу заказ гостя.");
  await page.getByRole("button", { name: "Отправить" }).click();
  await expect(page.getByText("Вопрос отправлен")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(subject) })).toContainText("новый");

  const context = await browser.newContext();
  const support = await context.newPage();
  await signInAs(support, "admin", "/Feedback");
  await support.getByRole("row", { name: new RegExp(subject) }).click();
  await expect(support.getByRole("link", { name: "/Company/1" })).toBeVisible();
  await support.getByText("След для поддержки").click();
  await expect(support.locator("pre")).toContainText("directoryEditor");
  await support.getByLabel("Ответить").fill("Снимите фильтр по статусу.");
  await support.getByLabel("Показать в частых вопросах").check();
  await support.getByRole("button", { name: "Отправить" }).click();
  await expect(support.getByText("Ответ отправлен")).toBeVisible();
  await context.close();

  await page.goto("/Feedback/Faq");
  await page.getByText(subject).click();
  await expect(page.getByText("Снимите фильтр по статусу.")).toBeVisible();
  await page.goto("/Feedback");
  const row = page.getByRole("row", { name: new RegExp(subject) });
  await expect(row).toContainText("есть ответ");
  await row.getByRole("button", { name: "Закрыть" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(row).toContainText("закрыт");
});

test("guest with scripts disabled — writes a bad review, and the manager marks the review as handled", async ({
  page,
  operator,
  browser,
}) => {
  const order = await operator.order();
  const { feedbackToken } = await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${order.id}`);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  await guest.goto(`/feedback/${feedbackToken}`);
  const score = (name: string, mark: number) =>
    guest
      .getByRole("group", { name })
      .getByRole("radio", { name: String(mark) })
      .check({ force: true });
  await score("Еда", 1);
  await score("Доставка", 5);
  await score("Обслуживание", 4);
  await guest.getByLabel("Что понравилось").fill("<b>Холодная</b> пицца");
  await guest.getByLabel("Перезвоните мне").check();
  await guest.getByRole("button", { name: "Отправить отзыв" }).click();
  await expect(guest.getByRole("heading", { name: "Спасибо за отзыв!" })).toBeVisible();
  await context.close();

  await signInAs(page, "manager", "/Feedback/Guest");
  await page
    .getByRole("row", { name: /<b>Холодная<\/b> пицца/ })
    .first()
    .click();
  await expect(page.getByText("Гость просит перезвонить.")).toBeVisible();
  await page.getByLabel("Что сделали").fill("Вернули деньги");
  await page.getByLabel("Разобран").check();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await page.getByRole("button", { name: "Разобраны" }).click();
  await expect(page.getByRole("row", { name: /Холодная/ }).first()).toContainText("разобран");
});

test("pre-bill — contains a link to the review page of the order", async ({ page, operator }) => {
  const order = await operator.order();
  const { feedbackToken } = await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${order.id}`);
  await signInAs(page, "operator");
  await page.goto(`/PreBill/Company/1/Summury?orderId=${order.id}&document=preBill`);
  await expect(page.getByText(new RegExp(`/feedback/${feedbackToken}$`))).toBeVisible();
});
