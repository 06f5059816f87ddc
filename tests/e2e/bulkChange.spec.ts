import { randomUUID } from "node:crypto";
import { type BrowserContext, type Page, request as playwright } from "@playwright/test";
import axe from "axe-core";
import type { Schemas } from "#api/client.ts";
import { demoStatusIds as statusIds } from "#server/demo/configuration.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

const createOrders = async (user: ApiUser, count: number, address: string): Promise<Schemas["Order"][]> => {
  const orders: Schemas["Order"][] = [];
  for (let at = 0; at < count; at += 1) orders.push(await user.order({ deliveryAddress: address }));
  return orders;
};

/** Returns a unique text that no order of another test or of an earlier attempt contains. */
const newText = (): string => `Пачка ${randomUUID().slice(0, 8)}`;

/** Selects all `count` orders of the filtered list, page by page. */
const tickAll = async (page: Page, count: number) => {
  for (let ticked = 0; ticked < count; ticked += 25) {
    if (ticked > 0) await page.getByRole("button", { name: "Вперёд" }).click();
    await expect(page.locator("tr[data-row]")).toHaveCount(Math.min(25, count - ticked));
    await page.getByLabel("Отметить все для печати").check();
  }
  await expect(page.getByRole("region", { name: "Отмеченные заказы" })).toContainText(`Отмечено: ${count}`);
};

const statusesOf = async (user: ApiUser, orders: readonly Schemas["Order"][]): Promise<number[]> =>
  Promise.all(orders.map(async ({ id }) => (await user.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`)).statusId));

const setStatus = async (page: Page, id: number, orderStatusId: number) => {
  const context = await playwright.newContext({ baseURL: new URL(page.url()).origin });
  const data = { grantType: "password", userName: "manager", password: "manager-demo", tokenIn: "body" };
  const { access_token: token } = (await (await context.post("/token", { data })).json()) as Schemas["Token"];
  const answer = await context.patch(`/api/Order/Company/1/${id}`, {
    data: { orderStatusId },
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await context.dispose();
};

const expectAccessible = async (page: Page) => {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => (await axe.run(document)).violations.map(({ id }) => id));
  expect.soft(violations).toEqual([]);
};

test("bulk change — continues after a reload; the change and the undo skip orders that another user has changed", async ({
  page,
  operator,
}) => {
  const address = newText();
  const orders = await createOrders(operator, 40, address);
  await signInAs(page, "operator", `/Company/1?text=${encodeURIComponent(address)}`);
  await tickAll(page, 40);
  await page.getByRole("button", { name: "Статус…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading")).toHaveText("Новый статус · 40 заказов");
  await dialog.getByRole("button", { name: "Подтверждён" }).click();
  const confirm = dialog.getByRole("button", { name: "Изменить 40 из 40" });
  await expect(confirm).toBeFocused();
  await expectAccessible(page);
  const [one, two, three, four] = orders;
  if (!one || !two || !three || !four) throw new Error("No orders");
  for (const { id } of [one, two, three]) await setStatus(page, id, statusIds.cooking);

  const keys: string[] = [];
  // Until the reload, PATCH requests after the ninth get no response, so that the reload interrupts the bulk change.
  let isReloaded = false;
  await page.route(/\/api\/Order\/Company\/1\/\d+$/, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (isReloaded || keys.length <= 9) await route.fallback();
  });
  await confirm.click();
  await expect.poll(() => keys.length).toBeGreaterThan(9);
  isReloaded = true;
  await page.reload();
  // The timeout is long, because only three of the 40 orders are changed at the same time.
  await expect(dialog.getByText("Изменено: 37, отказано: 3")).toBeVisible({ timeout: 120_000 });
  await expect(dialog.getByText("Заказ тем временем изменил другой сотрудник")).toHaveCount(3);
  await expectAccessible(page);
  expect(new Set(keys).size).toBe(40);
  const after = await statusesOf(operator, orders);
  expect(after.filter((id) => id === statusIds.confirmed)).toHaveLength(37);

  await setStatus(page, four.id, statusIds.cooking);
  await dialog.getByRole("button", { name: "Отменить изменённые (37)" }).click();
  await dialog.getByRole("button", { name: "Вернуть 37 из 37" }).click();
  await expect(dialog.getByText("Возвращено: 36, отказано: 1")).toBeVisible();
  const back = await statusesOf(operator, orders);
  expect(back.filter((id) => id === one.statusId)).toHaveLength(36);
  expect(back.filter((id) => id === statusIds.cooking)).toHaveLength(4);
  await dialog.getByRole("button", { name: "Закрыть", exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("#main:focus, #main :focus")).toHaveCount(1);
  await page.reload();
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("bulk change — assigns a courier to all selected orders except one without an address", async ({
  page,
  operator,
}) => {
  const note = newText();
  await operator.order({ note, deliveryAddress: null, deliveryAddressBuilding: null });
  for (let at = 0; at < 3; at += 1) await operator.order({ note });
  await signInAs(page, "manager", `/Company/1?text=${encodeURIComponent(note)}`);
  await tickAll(page, 4);
  const button = page.getByRole("button", { name: "Курьер…" });
  await button.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Сергей Лапин" }).click();
  await expect(dialog.getByText("Нет адреса доставки")).toBeVisible();
  await dialog.getByRole("button", { name: "Изменить 3 из 4" }).click();
  await expect(dialog.getByText("Изменено: 3, отказано: 1")).toBeVisible();
  await dialog.getByRole("button", { name: "Закрыть", exact: true }).last().click();
  await expect(button).toBeFocused();
  await expect(page.locator("tr[data-row]").filter({ hasText: "Лапин" })).toHaveCount(3);
});

test("bulk change — has no button for the courier if the user lacks the permission to assign couriers", async ({
  page,
  operator,
}) => {
  const note = newText();
  await operator.order({ note });
  await signInAs(page, "cashier", `/Company/1?text=${encodeURIComponent(note)}`);
  await tickAll(page, 1);
  await expect(page.getByRole("button", { name: "Курьер…" })).toHaveCount(0);
});

/**
 * Lets the first three status changes of all tabs pass, and holds all later ones until `release` is called. Records the
 * idempotency keys of all status changes.
 */
const holdChanges = async (context: BrowserContext) => {
  const keys: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(/\/api\/Order\/Company\/1\/\d+$/, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 3) await released;
    await route.fallback().catch(() => undefined);
  });
  return { keys, release: () => release() };
};

const startBulk = async (page: Page, count: number) => {
  await tickAll(page, count);
  await page.getByRole("button", { name: "Статус…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Подтверждён" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Изменить ${count} из ${count}` })
    .click();
};

test("bulk change — a second tab does not repeat the changes of the first", async ({ page, context, operator }) => {
  const address = newText();
  const orders = await createOrders(operator, 9, address);
  const path = `/Company/1?text=${encodeURIComponent(address)}`;
  await signInAs(page, "operator", path);
  const { keys, release } = await holdChanges(context);
  await startBulk(page, 9);
  await expect.poll(() => keys.length).toBeGreaterThan(3);
  const second = await context.newPage();
  await second.goto(path);
  await expect(second.locator("tr[data-row]")).toHaveCount(9);
  release();
  await expect(page.getByText("Изменено: 9")).toBeVisible();
  await expect(second.getByRole("dialog")).toHaveCount(0);
  expect(keys.length).toBe(9);
  expect(await statusesOf(operator, orders)).toEqual(orders.map(() => statusIds.confirmed));
});

test("bulk change — stops at a sign-out in another tab and continues after the next sign-in", async ({
  page,
  context,
  operator,
}) => {
  const address = newText();
  const orders = await createOrders(operator, 9, address);
  const path = `/Company/1?text=${encodeURIComponent(address)}`;
  await signInAs(page, "operator", path);
  const { keys, release } = await holdChanges(context);
  await startBulk(page, 9);
  await expect.poll(() => keys.length).toBeGreaterThan(3);
  const second = await context.newPage();
  await second.goto("/Info");
  await second.getByRole("button", { name: "Анна Орлова" }).click();
  await second.getByRole("menuitem", { name: "Выйти" }).click();
  await expect(page).toHaveURL(/login/);
  await second.close();
  release();
  const before = await statusesOf(operator, orders);
  expect(before.filter((id) => id === statusIds.new).length).toBeGreaterThan(0);
  await signInAs(page, "operator", path);
  await expect(page.getByText("Изменено: 9")).toBeVisible({ timeout: 60_000 });
  expect(new Set(keys).size).toBe(9);
  expect(await statusesOf(operator, orders)).toEqual(orders.map(() => statusIds.confirmed));
});
