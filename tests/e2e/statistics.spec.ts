import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { problemOf } from "../support/machines/problems.ts";

/** Formats an amount in roubles as on the screen, but with ordinary spaces. */
const money = (sum: number): string =>
  `${new Intl.NumberFormat("ru-RU", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(sum)} р.`.replace(
    /\s/g,
    " ",
  );

test("dashboard — a failed card can be retried while the other cards are shown, and the arrow keys change the day", async ({
  page,
  operator,
}) => {
  await operator.order();
  await signInAs(page, "owner", "/Company/1/Info");
  let isDown = true;
  await page.route("**/api/Dashboard/Company/1/Payment*", (route) =>
    isDown
      ? route.fulfill({
          status: 500,
          contentType: "application/problem+json",
          body: JSON.stringify(problemOf(500, "Оплаты не посчитаны.")),
        })
      : route.continue(),
  );
  await page.goto("/Company/1/Dashboard");
  const card = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(card("Оплаты").getByRole("alert")).toContainText("Оплаты не посчитаны.");
  await expect(card("Деньги за день").getByText("Сумма заказов")).toBeVisible();
  await expect(card("Заказы за день").getByText("Средний чек")).toBeVisible();
  isDown = false;
  await card("Оплаты").getByRole("button", { name: "Повторить" }).click();
  await expect(card("Оплаты").getByText("Принято оплат")).toBeVisible();

  await card("Заказы по часам").getByRole("button", { name: "Таблица" }).click();
  await expect(card("Заказы по часам").getByRole("row").first()).toContainText("Этот день");

  const today = await page.getByRole("heading", { level: 1 }).textContent();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(today ?? "");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/Dashboard$/);
  await page.goBack();
  await expect(page).toHaveURL(/date=/);
  await card("Заказы за день").getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Сводка по компании");
});

test("statistics by keyboard — keys move the focus in the calendar, Enter opens the day, and P prints the sales", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/DashBoard/OrderCalendar?date=2026-03-01");
  const focused = page.locator(":focus");
  await page.locator('[data-day="2026-03-01"]').focus();
  await page.keyboard.press("ArrowDown");
  await expect(focused).toHaveAttribute("data-day", "2026-03-08");
  await page.keyboard.press("Home");
  await page.keyboard.press("PageUp");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("февраль 2026");
  await expect(focused).toHaveAttribute("data-day", "2026-02-02");
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/Summury\?date=2026-02-08/i);
  await page.goBack();
  await expect(page.locator('[data-day="2026-02-08"]')).toHaveAttribute("tabindex", "0");

  await page.addInitScript(() => {
    window.print = () => {};
  });
  await page.goto("/Company/1/DashBoard/Realization");
  await expect(page.getByRole("heading", { name: "Готовится" })).toBeVisible();
  await page.keyboard.press("p");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#main")).toBeHidden();
  await expect(page.locator(".print-sheet")).toContainText("Готовится");
});

test("reports — can be compared and exported and keep their state in the URL", async ({ page }) => {
  // Other tests take payments at the same time, so the figures are compared with the response that the page received.
  const answer = page.waitForResponse(/\/api\/Report\/Company\/1\/Payment/);
  await signInAs(page, "owner", "/Company/1/Report");
  const report = (await (await answer).json()) as Schemas["PaymentReport"];
  await expect(page.getByRole("table").getByText("Итого").first()).toBeVisible();
  expect((await page.locator("dl").first().textContent())?.replace(/\s/g, " ")).toContain(money(report.total.amount));
  await page.getByRole("tab", { name: "Отмены" }).click();
  await page.getByLabel("Сравнить с прошлым периодом").check();
  await page.getByRole("button", { name: "Прошлый месяц" }).click();
  await expect(page).toHaveURL(/section=cancellations&compare=1&period=lastMonth/);
  await page.goBack();
  await expect(page.getByRole("button", { name: "Месяц", exact: true })).toHaveAttribute("aria-pressed", "true");

  await page.getByLabel("С", { exact: true }).fill("31.02.2026");
  await page.getByLabel("С", { exact: true }).press("Enter");
  await expect(page.getByText("Неверная дата.")).toBeVisible();
  await page.goto("/Company/1/Report?startDate=2026-11-20&endDate=2026-11-01");
  await expect(page.getByRole("alert")).toContainText("Последний день раньше первого.");
  await page.getByRole("button", { name: "Поменять местами" }).click();
  await expect(page.getByRole("alert")).toBeHidden();

  await page.getByRole("button", { name: "Экспорт" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Текст CSV" }).click();
  expect((await download).suggestedFilename()).toBe("Общий отчёт 2026-11-01 — 2026-11-20.csv");
});

test("days without leading zeros, impossible days and invalid texts in the URL — are corrected on every screen of statistics", async ({
  page,
}) => {
  // The business day of the company is the calendar day in Moscow.
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Moscow" }).format(new Date());
  await signInAs(page, "owner", "/Company/1/DashBoard/OrderCalendar?date=2026-2-5&by=amount");
  await expect(page).toHaveURL(/OrderCalendar\?date=2026-02-05&by=amount$/);
  for (const screen of [
    "Dashboard",
    "Payment",
    "Report",
    "Finance/Report",
    "DashBoard/Realization",
    "DashBoard/OrderCalendar",
    "DashBoard/Summury",
    "DashBoard/MediumSummury",
  ]) {
    await page.goto(`/Company/1/${screen}?date=2026-02-31&startDate=2026-2-1&endDate=soon`);
    await expect(page).toHaveURL(new RegExp(`/Company/1/${screen}\\?startDate=2026-02-01&endDate=${today}$`));
  }
});
