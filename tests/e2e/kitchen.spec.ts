import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { demoStatusIds as statusIds } from "#server/demo/configuration.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { confirmDialog } from "../support/e2e/pages/confirmDialog.ts";

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Returns the card of an order in the column `state` of the kitchen display. */
const ticket = (page: Page, state: string, { id }: Schemas["Order"]) =>
  column(page, state).locator(`[data-order="${id}"]`);

const statusOf = async (operator: { get: <T>(path: string) => Promise<T> }, { id }: Schemas["Order"]) =>
  (await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`)).statusId;

test("cook — finishes an order offline, and the order status changes after the reconnection", async ({
  page,
  operator,
}) => {
  await signInAs(page, "kitchen", "/Company/1/Kitchen/Display");
  const order = await operator.order();
  const fresh = ticket(page, "Новый", order);
  await expect(fresh).toBeVisible();
  await fresh.getByRole("button").first().click();
  await expect(ticket(page, "Готовится", order)).toBeVisible();
  await expect.poll(() => statusOf(operator, order)).toBe(statusIds.cooking);

  await page.context().setOffline(true);
  await fresh.getByRole("button").click();
  const cooking = ticket(page, "Готовится", order).getByRole("button");
  await expect(cooking).toHaveCount(2);
  await cooking.first().click();
  await cooking.first().click();
  await expect(ticket(page, "Готов", order).getByRole("button")).toHaveCount(2);
  await expect(page.getByText("ждут связи с сервером")).toBeVisible();
  expect(await statusOf(operator, order)).toBe(statusIds.cooking);
  await page.reload().catch(() => undefined);
  await page.context().setOffline(false);
  await page.goto("/Company/1/Kitchen/Display");
  await expect.poll(() => statusOf(operator, order)).toBe(statusIds.ready);
});

test("cook's taps made without a network — are sent after the cook signs out and in again", async ({
  page,
  operator,
}) => {
  await signInAs(page, "kitchen", "/Company/1/Kitchen");
  const order = await operator.order();
  const taps = "**/api/Kitchen/*/Company/1/*";
  await page.route(taps, (route) => route.abort());
  const fresh = ticket(page, "Новый", order).getByRole("button");
  await fresh.first().click();
  await expect(fresh).toHaveCount(1);
  await fresh.click();
  await expect(page.getByText("2 нажатия ждут связи с сервером")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Рустам Галиев" }).click();
  await page.getByRole("menuitem", { name: "Выйти" }).click();
  await page.waitForURL("**/login.html**");
  await page.unroute(taps);
  await signInAs(page, "kitchen", "/Company/1/Kitchen");
  await expect.poll(() => statusOf(operator, order)).toBe(statusIds.cooking);
});

test("cook — sees changed and cancelled dishes marked until the cook acknowledges the changes", async ({
  page,
  operator,
}) => {
  await signInAs(page, "kitchen", "/Company/1/Kitchen");
  const order = await operator.order();
  const [first, second] = order.items;
  if (!first || !second) throw new Error("two dishes expected");
  const fresh = ticket(page, "Новый", order);
  await fresh.getByRole("button").filter({ hasText: first.name }).click();
  await page.getByRole("button", { name: "Отменить" }).click();
  await expect(fresh.getByRole("button").filter({ hasText: first.name })).toBeVisible();
  const line = ({ id, itemId, categoryId, count }: Schemas["OrderItem"]) => ({ id, itemId, categoryId, count });
  await operator.post(`/api/Order/${order.id}/Company/1`, {
    phone: order.phone,
    items: [{ ...line(first), count: 7 }],
  });
  await expect(fresh.getByText("Изменили")).toBeVisible();
  await expect(fresh.getByText("Отменено")).toBeVisible();
  await expect(fresh.getByText(`7 × ${first.name}`)).toBeVisible();
  await fresh.getByRole("button", { name: "Понял" }).first().click();
  await fresh.getByRole("button", { name: "Понял" }).first().click();
  await expect(fresh.getByRole("button", { name: "Понял" })).toHaveCount(0);
  await expect(fresh.getByRole("button")).toHaveCount(1);
});

test("cook — sees the cancellation of an order and its undo without a reload", async ({ page, operator }) => {
  await signInAs(page, "kitchen", "/Company/1/Kitchen");
  const order = await operator.order();
  await expect(ticket(page, "Новый", order)).toBeVisible();
  const body = { orderStatusId: statusIds.canceled, orderStatusReason: "Передумал" };
  await operator.patch<Schemas["Order"]>(`/api/Order/Company/1/${order.id}`, body);
  await expect(ticket(page, "Новый", order).getByText("Отменено").first()).toBeVisible();
  await operator.post(`/api/Order/Company/1/${order.id}/Undo`, undefined);
  await expect(ticket(page, "Новый", order).getByText("Отменено")).toHaveCount(0);
  await expect(ticket(page, "Новый", order)).toBeVisible();
});

test("cook — sees the kitchen on the home page, but no links to orders", async ({ page }) => {
  await signInAs(page, "kitchen", "/");
  await expect(page.getByRole("link", { name: "Стоп-лист" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Открытые заказы" })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Разделы" }).getByText("Незакрытые заказы")).toHaveCount(0);
  await page.getByRole("link", { name: "Кухня" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Кухня");
});

test("stop list — an order with a stopped dish is refused until the stop-list entry is removed", async ({
  page,
  operator,
}) => {
  const dish = (await operator.menu()).find(({ name }) => name === "Медовик");
  if (!dish) throw new Error("the demo has no honey cake");
  await signInAs(page, "kitchen", "/Company/1/Kitchen/Stop");
  await page.getByRole("link", { name: "Поставить в стоп" }).click();
  await page.getByRole("combobox", { name: /Блюдо/ }).fill("Медовик");
  await page.getByRole("option", { name: "Медовик" }).click();
  await page.getByLabel("Причина").fill("Кончился мёд");
  await page.getByRole("button", { name: /Сохранить/ }).click();
  const row = page.getByRole("row").filter({ hasText: "Медовик" });
  await expect(row).toContainText("Кончился мёд");
  const items = [{ itemId: dish.id, categoryId: dish.defaultCategoryId ?? 0, count: 1 }];
  await expect(operator.order({ items })).rejects.toThrow(/«Медовик» в стоп-листе/);
  await row.getByRole("button", { name: "Снять со стопа" }).click();
  await confirmDialog(page);
  await expect(row).toHaveCount(0);
  expect((await operator.order({ items })).id).toBeGreaterThan(0);
});

test("stop list — the order editor marks a stopped dish while its stop-list entry is active", async ({
  page,
  manager,
}) => {
  const dish = (await manager.menu()).find(({ name }) => name === "Тирамису");
  if (!dish) throw new Error("the demo has no tiramisu");
  await signInAs(page, "operator", "/Company/1/Order/New");
  await page.getByRole("searchbox", { name: "Название или артикул" }).fill("Тирамису");
  const tile = page.getByRole("group", { name: "Блюда" }).getByRole("button", { name: /^Тирамису/ });
  await expect(tile).toBeVisible();
  await expect(tile).not.toContainText(/стоп|ост\./);
  const path = `/api/ItemStop/${dish.id}/Company/1`;
  await manager.put(path, { until: null, remaining: 2, reason: null });
  await expect(tile).toContainText("ост. 2");
  await manager.put(path, { until: null, remaining: null, reason: null });
  await expect(tile).toContainText("стоп");
  await manager.remove(path);
  await expect(tile).not.toContainText(/стоп|ост\./);
});

test("stop list — a new entry ends with the day in the company's time zone, even if the companies are not cached", async ({
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1, name: "Поставить в стоп" });
  await page.route("**/api/Company", async (route) => {
    await heading.waitFor();
    const response = await route.fetch();
    const companies = (await response.json()) as Schemas["Company"][];
    const json = companies.map((company) => ({ ...company, timeZone: "Asia/Vladivostok", dayStart: "04:00" }));
    await route.fulfill({ response, json });
  });
  await signInAs(page, "kitchen", "/Company/1/Kitchen/Stop/New");
  const end = new Date(await page.getByLabel("До", { exact: true }).inputValue());
  const time = new Intl.DateTimeFormat("ru-RU", { timeStyle: "short", timeZone: "Asia/Vladivostok" }).format(end);
  expect(time).toBe("04:00");
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
