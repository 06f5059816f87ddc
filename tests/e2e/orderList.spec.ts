import type { Schemas } from "#api/client.ts";
import { wallDay } from "#domain/days.ts";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { createOtherOperator } from "../support/e2e/concurrentUsers.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { problemOf } from "../support/machines/problems.ts";

test("open orders — are shown after the sign-in, with late orders marked", async ({ page }) => {
  await signInAs(page);
  await expect(page.getByRole("heading", { level: 1, name: "Открытые заказы на сегодня" })).toBeVisible();
  await expect.poll(() => page.locator("tr[data-row]").count()).toBeGreaterThan(5);
  await expect(page.locator("tr[data-row] .text-negative").first()).toContainText("+");
});

test("page opened without a session — is shown after the sign-in", async ({ page }) => {
  await page.goto("/Company/1/DashBoard/Summury?sort=amount");
  await page.waitForURL("**/login.html?return=**");
  await page.getByLabel("Имя пользователя").fill("operator");
  await page.getByLabel("Пароль", { exact: true }).fill("operator-demo");
  await page.getByLabel("Пароль", { exact: true }).press("Enter");
  await page.waitForURL("**/Company/1/DashBoard/Summury?sort=amount");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Сводка по компании Пекарня «Колос»");
});

test("status filter — is kept in the URL, survives a reload, and is removed by the Back button", async ({ page }) => {
  await signInAs(page);
  const rows = page.locator("tr[data-row]");
  const others = rows.filter({ hasNotText: "Готовится" });
  await expect(others.first()).toBeVisible();
  await page.getByRole("button", { name: /^Готовится \d+$/ }).click();
  await expect(page).toHaveURL(/orderStatusId=\d+/);
  await expect(others).toHaveCount(0);
  await page.reload();
  await expect(rows.first()).toBeVisible();
  await expect(others).toHaveCount(0);
  await page.goBack();
  await expect(others.first()).toBeVisible();
});

test("search — finds an order by its delivery address", async ({ page, operator }) => {
  const order = await operator.order({ deliveryAddress: "ул. Неповторимая" });
  await signInAs(page);
  await page.keyboard.press("/");
  await page.keyboard.type("неповтор");
  await expect(page.locator("tr[data-row]")).toHaveCount(1);
  await expect(page.locator(`tr[data-row="${order.id}"]`)).toContainText("ул. Неповторимая");
});

test("new order of another operator — appears without a refresh and does not move the focus", async ({
  page,
  operator,
  manager,
}) => {
  // Another test may close an order of the demo data, so this test creates its own order.
  const own = await operator.order();
  await signInAs(page, "operator", "/Company/1?sort=number");
  const place = page.locator(`tr[data-row="${own.id}"] a[data-open]`);
  await place.focus();
  const order = await manager.order();
  await expect(page.locator(`tr[data-row="${order.id}"]`)).toBeVisible();
  await expect(place).toBeFocused();
});

test("order list by keyboard — arrow keys move the focus, Space selects, Enter opens and Esc returns", async ({
  page,
}) => {
  await signInAs(page);
  await page.locator("tr[data-row] a[data-open]").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  const second = page.locator("tr[data-row]").nth(1);
  await expect(second.getByRole("checkbox")).toBeChecked();
  const id = await second.getAttribute("data-row");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/Company/1/Order/${id}$`));
  await expect(page.getByRole("tab").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(`tr[data-row="${id}"] a[data-open]`)).toBeFocused();
});

test("order list by keyboard — O shows the focused order in the side panel, and Esc returns to its row", async ({
  page,
}) => {
  await signInAs(page, "cashier", "/Company/1");
  const link = page.locator("tr[data-row] a[data-open]").nth(1);
  await link.focus();
  await page.keyboard.press("o");
  const panel = page.getByRole("complementary", { name: "Выбранный заказ" });
  await expect(panel).toContainText("Остаток");
  await expect(panel).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(link).toBeFocused();
});

test("order row — shows the address, phone, note, time and tags at ten window widths from 375 to 1366 px", async ({
  page,
  operator,
}) => {
  const order = await operator.order({
    phone: "+79161112233",
    deliveryAddress: "ул. Складная",
    note: "осторожно, собака",
    tags: [1, 2, 3],
  });
  const tags = await operator.get<Schemas["Tag"][]>("/api/Tag/Company/1");
  for (const [width, height] of [
    [1366, 768],
    [1280, 800],
    [1279, 800],
    [1024, 768],
    [1001, 800],
    [901, 800],
    [761, 900],
    [820, 1180],
    [683, 384],
    [375, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width === 1366) await signInAs(page, "operator", "/Company/1?sort=number");
    const row = page.locator(`tr[data-row="${order.id}"]`);
    for (const fact of ["ул. Складная", "+7 916 111-22-33", "осторожно, собака", "мин"])
      await expect(row.getByText(fact).first()).toBeVisible();
    for (const id of order.tags)
      await expect(row.getByText(tags.find((tag) => tag.id === id)?.name ?? "")).toBeVisible();
    await expect(row.locator("td", { has: page.getByText("Подробнее") })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

test("attention filters — show the unpaid orders, the late orders and the orders without a courier", async ({
  page,
  operator,
}) => {
  const unpaid = await operator.order({ deliveryAddress: "ул. Неоплаченная" });
  const paid = await operator.order({ deliveryAddress: "ул. Оплаченная" });
  await operator.post(`/api/Order/${paid.id}/Company/1/Payment`, {
    payment: [{ paymentMethodId: 1, amount: paid.amount }],
  });
  await signInAs(page, "operator", "/Company/1?sort=number");
  const rowOf = ({ id }: { id: number }) => page.locator(`tr[data-row="${id}"]`);
  await expect(rowOf(unpaid)).toContainText("не оплачен");
  await expect(rowOf(paid).getByText("оплачен", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Не оплачены \d+$/ }).click();
  await expect(page).toHaveURL(/attention=unpaid/);
  await expect(rowOf(unpaid)).toBeVisible();
  await expect(rowOf(paid)).toHaveCount(0);
  await page.getByRole("button", { name: /^Без курьера \d+$/ }).click();
  await expect(rowOf(paid)).toContainText("без курьера");
  await page.getByRole("button", { name: /^Опаздывают \d+$/ }).click();
  await expect(rowOf(paid)).toHaveCount(0);
  await expect(page.locator("tr[data-row] .text-negative").first()).toContainText("+");
});

test("click on a row — opens the order in a side panel, where the user takes a payment and changes the status", async ({
  page,
  operator,
}) => {
  const order = await operator.order({ deliveryAddress: "ул. Боковая", note: "код домофона 12" });
  await signInAs(page, "operator", "/Company/1?sort=number");
  const row = page.locator(`tr[data-row="${order.id}"]`);
  await row.locator("td").nth(2).click();
  const panel = page.getByRole("complementary", { name: "Выбранный заказ" });
  await expect(panel).toContainText(`Заказ № ${order.internalId}`);
  await expect(panel).toContainText("код домофона 12");
  for (const { name } of order.items) await expect(panel).toContainText(name);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await panel.getByRole("button", { name: "Принять оплату" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Наличные", exact: true }).click();
  await dialog.getByRole("button", { name: /^Принять/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText("оплачен", { exact: true })).toBeVisible();
  await expect(panel.locator("[data-due]")).toHaveText(/^0,00/);
  await page.keyboard.press("s");
  await page.getByRole("dialog").getByRole("button", { name: "Готовится" }).click();
  await expect(row).toContainText("Готовится");
  await panel.getByRole("button", { name: "Дальше: Готов" }).click();
  await expect(row.locator(".badge").first()).toHaveText("Готов");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(row.locator("[data-open]")).toBeFocused();
});

test("side panel — shows a message and the new address when another user changes the order", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", "/Company/1?sort=number");
  await page.locator(`tr[data-row="${order.id}"]`).locator("td").nth(2).click();
  const panel = page.getByRole("complementary", { name: "Выбранный заказ" });
  await expect(panel).toContainText("Остаток");
  await createOtherOperator(operator, order.id).edit();
  await expect(panel.getByText(/Заказ изменили/)).toBeVisible();
  await expect(panel).toContainText("ул. Другая");
});

test("selected orders — are printed together, with one pre-bill per page", async ({ page, context }) => {
  await signInAs(page);
  await page.locator("tr[data-row]").nth(0).getByRole("checkbox").check();
  await page.locator("tr[data-row]").nth(1).getByRole("checkbox").check();
  const opened = context.waitForEvent("page");
  await page.getByRole("button", { name: "Печать предчеков (2)" }).click();
  const bills = await opened;
  await expect(bills.getByRole("article")).toHaveCount(2);
  await expect(bills.getByRole("article").first()).toContainText("Итого");
});

test("selected orders hidden by a filter — stay selected but are not printed", async ({ page, operator }) => {
  const visible = await operator.order({ deliveryAddress: "ул. Видная" });
  const hidden = await operator.order({ deliveryAddress: "ул. Скрытая" });
  await signInAs(page, "operator", "/Company/1?sort=number");
  for (const { id } of [visible, hidden]) await page.locator(`tr[data-row="${id}"]`).getByRole("checkbox").check();
  await page.getByLabel("Поиск в списке").fill("видная");
  await expect(page.locator("tr[data-row]")).toHaveCount(1);
  await page.evaluate(() => {
    window.open = (address) => {
      document.title = String(address);
      return null;
    };
  });
  await page.getByRole("button", { name: "Печать предчеков (1)" }).click();
  await expect(page).toHaveTitle(new RegExp(`\\?orderId=${visible.id}$`));
  await page.getByLabel("Поиск в списке").fill("");
  await expect(page.getByRole("button", { name: "Печать предчеков (2)" })).toBeVisible();
});

test("filtered list — the heading shows the number of matching orders and the number of all orders", async ({
  page,
  operator,
}) => {
  await operator.order({ deliveryAddress: "ул. Единственная" });
  await signInAs(page);
  const shown = page.locator("#main header p");
  await expect(shown).toHaveText(/^\d+ заказ/);
  await page.getByLabel("Поиск в списке").fill("единственн");
  await expect(shown).toHaveText(/^1 из \d+ заказ(а|ов)/);
  await page.getByLabel("Поиск в списке").fill("нет такого");
  await expect(shown).toHaveText(/^0 из \d+ заказ(а|ов) · /);
});

test("list of several days — shows the day of each order", async ({ page, operator }) => {
  const days = await operator.get<Schemas["OrdersOfDay"][]>("/api/Order/Company/1/DateOrders");
  const [{ date: from = "" } = {}, { date: to = "" } = {}] = days.slice(-9, -7);
  const due = page.locator("tr[data-row] td:nth-child(3)");
  await signInAs(page, "operator", `/Company/1/DashBoard/Summury?startDate=${from}&endDate=${to}&sort=number`);
  await expect(due.first()).toHaveText(/^\d\d\.\d\d \d\d:\d\d/);
  const shown = (await due.allInnerTexts()).map((text) => text.slice(0, 5));
  expect(shown[0]).toBe(to.slice(5).split("-").reverse().join("."));
  await page.goto(`/Company/1/DashBoard/Summury?date=${from}`);
  await expect(due.first()).toHaveText(/^\d\d:\d\d/);
});

test("open order that is due on another day — is shown with that day", async ({ page, operator }) => {
  // The order was due a day and a minute ago, not exactly a day ago, because the browser's clock may be a second slow.
  const due = new Date(Date.now() - 86_400_000 - 60_000);
  const old = await operator.order({ date: due.toISOString() });
  // An order "as soon as possible" is promised for one hour from now. Late in the evening this time is tomorrow, so this
  // order is due at noon today.
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Moscow" });
  const own = await operator.order({ date: `${today}T12:00:00+03:00` });
  await signInAs(page, "operator", "/Company/1?sort=number");
  const timeOf = (id: number) => page.locator(`tr[data-row="${id}"] td:nth-child(3)`);
  const day = due.toLocaleDateString("ru-RU", { timeZone: "Europe/Moscow", day: "2-digit", month: "2-digit" });
  await expect(timeOf(old.id)).toHaveText(new RegExp(`^${day.replace(".", "\\.")} \\d\\d:\\d\\d · \\+1 дн`));
  await expect(timeOf(own.id)).toHaveText(/^\d\d:\d\d/);
});

test("URL with several tags — the filter shows the number of chosen tags", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1?orderTagId=1&orderTagId=2");
  await page.getByRole("button", { name: "Теги: 2" }).click();
  await page.getByRole("menuitem", { name: "Все теги" }).click();
  await expect(page).toHaveURL(/\/Company\/1$/);
});

test("Back button in an order — restores the list with its selection", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", "/Company/1?sort=number");
  const row = page.locator(`tr[data-row="${order.id}"]`);
  await row.getByRole("checkbox").check();
  await row.getByRole("link").first().click();
  await expect(page.getByRole("tab").first()).toBeVisible();
  await expect(page.locator("tr[data-row]")).toHaveCount(0);
  await createOtherOperator(operator, order.id).edit();
  await page.goBack();
  await expect(row.getByRole("checkbox")).toBeChecked();
  await expect(row).toContainText("ул. Другая");
  await expect(page).toHaveTitle(/Открытые заказы/);
});

test("Back button in an order far down the list — restores the scroll position and the focus", async ({ page }) => {
  const [from, to] = [7, 1].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10));
  await signInAs(page, "operator", `/Company/1/DashBoard/Summury?startDate=${from}&endDate=${to}`);
  const link = page.locator("tr[data-row]").nth(23).locator("[data-open]");
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(100);
  await link.click();
  await expect(page.getByRole("tab").first()).toBeVisible();
  await page.goBack();
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(left);
});

test("page size — is kept after a reload", async ({ page }) => {
  await signInAs(page, "cashier", "/Company/1/DashBoard/Summury");
  await page.getByRole("button", { name: /^По \d+ на странице$/ }).click();
  const dialog = page.getByRole("dialog", { name: "Настройки отображения" });
  await dialog.getByLabel("Количество записей на странице").fill("10");
  await dialog.getByRole("button", { name: "Сохранить", exact: true }).click();
  await expect(page.locator("tr[data-row]")).toHaveCount(10);
  await page.reload();
  await expect(page.locator("tr[data-row]")).toHaveCount(10);
  await page.getByRole("button", { name: "Страница 2", exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
});

test("page size — is parsed from the leading digits, is at most 1000 and defaults to 25", async ({ page }) => {
  await signInAs(page, "manager", "/Company/1/Item");
  for (const [text, count] of [
    ["10.7", "10"],
    ["1,5", "1"],
    ["7e2", "7"],
    ["5000", "1000"],
    ["-4", "25"],
  ] as const) {
    await page.getByRole("button", { name: /на странице/ }).click();
    const dialog = page.getByRole("dialog", { name: "Настройки отображения" });
    const field = dialog.getByLabel("Количество записей на странице");
    await field.fill(text);
    await field.blur();
    await expect(field).toHaveValue(count);
    await dialog.getByRole("button", { name: "Сохранить", exact: true }).click();
    await expect(page.getByRole("button", { name: new RegExp(`^По ${count} на странице`) })).toBeVisible();
  }
});

test("period that ends before it begins — is reported as an error in the order list", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1?startDate=2026-11-20&endDate=2026-10-01");
  await expect(page.getByRole("alert")).toContainText("Конец периода раньше его начала.");
});

test("day filter — offers the days with orders, and lists the orders of the chosen day", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1/DashBoard/MediumSummury");
  await page
    .getByRole("button", { name: "Сегодня ▾" })
    .or(page.getByRole("button", { name: "Сегодня", exact: true }))
    .click();
  await page.getByRole("button", { name: "Месяц назад" }).click();
  // The calendar shows the days of the current month until the previous month is loaded. A click on one of them must be
  // avoided, because the URL of today contains no date.
  const month = wallDay(Date.now(), { timeZone: DEFAULT_TIME_ZONE, dayStart: DEFAULT_DAY_START }).slice(0, 7);
  await page.locator(`[data-day]:not([aria-disabled="true"], [data-day^="${month}"])`).first().click();
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}/);
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
});

test("day without open orders — shows a message in the list", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1?date=2020-01-01");
  await expect(page.getByText("Открытых заказов нет.")).toBeVisible();
});

test("order list after a failed read — shows the error and can be retried", async ({ page }) => {
  await signInAs(page, "operator", "/Info");
  await page.route("**/MediumSummury**", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      body: JSON.stringify(problemOf(500, "Сбой на сервере.")),
    }),
  );
  await page.goto("/Company/1");
  await expect(page.getByRole("alert")).toContainText("Сбой на сервере.");
  await expect(page.getByText("Открытых заказов нет.")).toHaveCount(0);
  await page.unroute("**/MediumSummury**");
  await page.getByRole("button", { name: "Повторить" }).click();
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
});

test("order list after a malformed response — shows an error message", async ({ page }) => {
  await signInAs(page, "operator", "/Info");
  await page.route("**/MediumSummury**", (route) =>
    route.fulfill({ status: 200, contentType: "application/json", body: '[{"id":1,' }),
  );
  await page.goto("/Company/1");
  await expect(page.getByRole("alert")).toContainText("Сервер ответил непонятно");
});
