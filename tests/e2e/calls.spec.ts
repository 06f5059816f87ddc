import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";

const rowOf = (page: Page, text: string) => page.locator("tbody tr").filter({ hasText: text });

/** Returns a function that reports events of one call from the first operator phone of company 1. */
const phone = (request: APIRequestContext, number: string) => {
  const callId = randomUUID();
  return async (event: Schemas["CallEvent"]) => {
    const answer = await request.post("/api/PhoneTracker/Call", {
      headers: { Authorization: "Bearer demo-tracker-1" },
      data: { callId, number, event, at: new Date().toISOString() },
    });
    expect(answer.status()).toBe(204);
  };
};

test("notification of an incoming call — opens a new order with the caller's number; the call list links to the saved order", async ({
  page,
  request,
  operator,
}) => {
  const number = "+79165557701";
  const reportCall = phone(request, number);
  await reportCall("StartRing");
  await signInAs(page, "operator", "/Company/1/Call");
  const row = rowOf(page, "+7 916 555-77-01");
  await expect(row).toContainText("Звонит");
  await page.getByRole("button", { name: /Уведомления/ }).click();
  await page.getByRole("menuitem", { name: /Звонит \+7 916 555-77-01/ }).click();
  await expect(page).toHaveURL(/Order\/New\?operatorPhoneCallId=\d+/);
  await expect(page.getByLabel("Контактный телефон")).toHaveValue(/916/);
  const operatorPhoneCallId = Number(new URL(page.url()).searchParams.get("operatorPhoneCallId"));
  const order = await operator.order({ phone: number, operatorPhoneCallId });
  await reportCall("Call");
  await reportCall("EndCall");
  await page.goto("/Company/1/Call");
  await expect(row).toContainText("Обработан");
  await row.getByRole("link", { name: "Открыть заказ" }).click();
  await expect(page).toHaveURL(`/Company/1/Order/${order.id}`);
});

test("call list — polls for changes, keeps its rows after a failed refresh, and refuses a day in the future", async ({
  page,
  request,
}) => {
  await page.clock.install();
  await signInAs(page, "operator", "/Company/1/Call");
  await expect(rowOf(page, "Обработан").first()).toBeVisible();
  const reportCall = phone(request, "+79165557702");
  await reportCall("StartRing");
  await page.clock.runFor(10_500);
  await expect(rowOf(page, "+7 916 555-77-02")).toContainText("Звонит");
  await reportCall("EndRing");
  const calls = "**/api/OperatorPhoneCall/**";
  await page.route(calls, (route) =>
    route.fulfill({ status: 500, contentType: "application/problem+json", body: "{}" }),
  );
  await page.getByRole("button", { name: "Обновить" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(rowOf(page, "+7 916 555-77-02")).toContainText("Звонит");
  await page.unroute(calls);
  await page.getByRole("button", { name: "Повторить" }).click();
  await expect(rowOf(page, "+7 916 555-77-02")).toContainText("Пропущен");
  await page.getByLabel("Дата").fill("01.01.2099");
  await page.getByLabel("Дата").press("Enter");
  await expect(page.getByText(/^Не позже/)).toBeVisible();
});

test("setup guide for telephone exchanges — sends a test call and reports a wrong token", async ({ page }) => {
  await signInAs(page, "owner", "/PhoneTracker");
  await page.getByLabel("Токен телефона").fill("demo-tracker-1");
  await page.getByLabel("Кто звонит").fill("+79165557703");
  await page.getByRole("button", { name: "Позвонить" }).click();
  await expect(page.getByText("Телефон звонит")).toBeVisible();
  await page.getByRole("button", { name: "Не отвечать" }).click();
  await expect(page.getByText("Звонка нет.")).toBeVisible();
  await page.getByLabel("Токен телефона").fill("nobody");
  await page.getByRole("button", { name: "Позвонить" }).click();
  await expect(page.getByRole("alert")).toContainText("Токен телефона неверен или сброшен.");
  await page.goto("/Company/1/Call?show=missed");
  await expect(rowOf(page, "+7 916 555-77-03")).toContainText("Пропущен");
});

test("supplier — needs a unique name, and can be added, changed and removed", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Supplier");
  await page.getByRole("link", { name: "Добавить поставщика" }).click();
  await expect(page).toHaveURL("/Company/1/Supplier/Add");
  await page.getByLabel("Название").fill("овощная база № 4");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByRole("alert")).toContainText("Ошибка");
  await expect(page.getByText("Поставщик с таким названием уже есть.")).toBeVisible();
  await page.getByLabel("Название").fill("Пряная лавка");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Успешно Сохранено").first()).toBeVisible();
  await rowOf(page, "Пряная лавка").getByRole("link", { name: "Пряная лавка" }).click();
  await expect(page).toHaveURL(/\/Supplier\/\d+\/Detail$/);
  await page.getByRole("link", { name: "Редактировать" }).click();
  await page.getByLabel("Описание").fill("Перец и соль");
  await page.getByLabel("Работаем с ним").uncheck();
  await page.getByRole("button", { name: "Сохранить" }).click();
  const row = rowOf(page, "Пряная лавка");
  await expect(row).toContainText("Перец и соль");
  await chooseRowAction(row, "Удалить");
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(row).toHaveCount(0);
});
