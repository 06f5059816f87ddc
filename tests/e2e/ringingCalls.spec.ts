import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { ports } from "../support/e2e/stackSettings.ts";

const NEW_ORDER = "/Company/3/Order/New";

/** Returns a function that reports events of one call from an operator phone of company 3. */
const phone = (request: APIRequestContext, number: string) => {
  const callId = randomUUID();
  return async (event: Schemas["CallEvent"]) => {
    const answer = await request.post("/api/PhoneTracker/Call", {
      headers: { Authorization: "Bearer demo-tracker-21" },
      data: { callId, number, event, at: new Date().toISOString() },
    });
    expect(answer.status()).toBe(204);
  };
};

const cardOf = (page: Page, number: string) => page.getByRole("article", { name: `Звонок: ${number}` });

const phoneField = (page: Page) => page.getByLabel("Контактный телефон");

test("ringing call — is taken by one of two operators, and the other operator sees who has taken the call", async ({
  page,
  browser,
  request,
}) => {
  const other = await (await browser.newContext()).newPage();
  await Promise.all([signInAs(page, "operator2", NEW_ORDER), signInAs(other, "owner2", "/Company/3/Call")]);
  await phoneField(page).fill("+79165558800");
  await expect(page.getByText("черновик сохранён")).toBeVisible();
  const [first, second] = [phone(request, "+79165558801"), phone(request, "+79165558802")];
  await first("StartRing");
  const [card, otherCard] = [cardOf(page, "+7 916 555-88-01"), cardOf(other, "+7 916 555-88-01")];
  await Promise.all([expect(card).toBeVisible(), expect(otherCard).toBeVisible()]);
  await expect(card).toContainText("Ещё не заказывал");
  await expect(phoneField(page)).toBeFocused();
  // The shortcut also works in a text field, so an operator who is entering an order need not leave the field.
  await page.keyboard.press("Alt+c");
  await expect(phoneField(page)).toHaveValue("+79165558801");
  await expect(page).toHaveURL(/operatorPhoneCallId=\d+/);
  await expect(page.getByRole("tablist", { name: "Открытые заказы" }).getByRole("tab")).toHaveCount(2);
  await expect(card).toHaveCount(0);
  await expect(otherCard).toContainText(/Принял\(а\) \S+/);
  await expect(otherCard.getByRole("button", { name: "Принять" })).toHaveCount(0);
  await expect(otherCard).toHaveCount(0, { timeout: 15_000 });

  await second("StartRing");
  const missed = cardOf(other, "+7 916 555-88-02");
  await expect(missed).toBeVisible();
  await second("EndRing");
  await expect(missed).toHaveCount(0);
  await first("EndCall");
  await other.context().close();
});

test("cards of ringing calls — are at most three at a time, and do not cover the buttons of the page", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "operator2", NEW_ORDER);
  const calls = [1, 2, 3, 4].map((at) => phone(request, `+7916555890${at}`));
  for (const reportCall of calls) await reportCall("StartRing");
  const bar = page.getByRole("region", { name: "Входящие звонки" });
  await expect(bar.getByText("ещё 1")).toBeVisible();
  await expect(bar.getByRole("article")).toHaveCount(3);
  await bar.getByRole("button", { name: "Скрыть звонок" }).first().click();
  await expect(cardOf(page, "+7 916 555-89-04")).toBeVisible();
  // Playwright clicks an element only if no other element covers it, so the click proves that the calls do not cover
  // the button.
  await page.getByRole("button", { name: "Далее" }).click();
  await page.keyboard.press("End");
  for (const reportCall of calls) await reportCall("EndCall");
  await expect(bar).toHaveCount(0);
});

test.describe("server with only the documented operations", () => {
  test.use({ baseURL: `http://127.0.0.1:${ports.documented}` });

  test("accepting a ringing call — opens a new order with the caller's number, even if the server does not assign calls to operators", async ({
    page,
  }) => {
    const notification = {
      id: 999_001,
      title: "Звонит +7 916 555-88-03",
      message: "на Приём заказов",
      code: "call",
      data: { companyId: 1, callId: 1, number: "+79165558803" },
      date: new Date().toISOString(),
    };
    await page.route(/\/api\/Notification(\?|$)/, (route) => route.fulfill({ json: [notification] }));
    await page.route(/\/api\/Notification\/\d+$/, (route) => route.fulfill({ status: 204 }));
    await signInAs(page, "operator", "/Company/1");
    await cardOf(page, "+7 916 555-88-03").getByRole("button", { name: "Принять" }).click();
    await expect(phoneField(page)).toHaveValue("+79165558803");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
