import type { Locator, Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { demoStatusIds as statusIds } from "#server/demo/configuration.ts";
import { createOtherOperator } from "../support/e2e/concurrentUsers.ts";
import { expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";
import { cardOf, showCard } from "../support/e2e/pages/stageBoard.ts";

const BOARD = "/Company/1/Board";

const columnOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const statusOf = async (operator: { get: <T>(path: string) => Promise<T> }, { id }: { id: number }) =>
  (await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`)).statusId;

/** Opens the stage board and shows the card of an order. */
const openBoard = async (page: Page, order: { id: number }, user: Login = "operator") => {
  await signInAs(page, user, BOARD);
  await showCard(page, order);
};

/** Opens the dialog in which the user chooses the new column of an order. */
const openColumns = (page: Page, order: Schemas["Order"]) =>
  cardOf(page, order)
    .getByRole("button", { name: `Переместить заказ № ${order.internalId}` })
    .click();

const chooseColumn = (page: Page, name: string) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: new RegExp(`^${name}`) })
    .click();

/** Presses the mouse on a card and moves it over a column. The button stays pressed. */
const dragOver = async (page: Page, card: Locator, column: Locator) => {
  await card.scrollIntoViewIfNeeded();
  const from = await card.boundingBox();
  const to = await column.boundingBox();
  if (!from || !to) throw new Error("the card or the column is not visible");
  await page.mouse.move(from.x + 60, from.y + from.height - 10);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 40, { steps: 12 });
};

test("stage board — a dragged order moves on this board and on an open board in a second browser", async ({
  page,
  browser,
  operator,
}) => {
  const order = await operator.order();
  const other = await (await browser.newContext()).newPage();
  await openBoard(page, order);
  await openBoard(other, order);
  const target = columnOf(page, "Подтверждён");
  await dragOver(page, cardOf(columnOf(page, "Новый"), order), target);
  await expect(target.getByText("Можно переместить сюда")).toBeVisible();
  await expect(columnOf(page, "Новый").getByText("Заказ уже здесь")).toBeVisible();
  await page.mouse.up();
  await expect(cardOf(target, order)).toBeVisible();
  await expect.poll(() => statusOf(operator, order)).toBe(statusIds.confirmed);
  await expect(cardOf(columnOf(other, "Подтверждён"), order)).toBeVisible();
});

test("stage board — M and a digit move the focused order to a column, and Esc after M cancels the move", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await openBoard(page, order);
  await cardOf(page, order).getByRole("link").focus();
  await page.keyboard.press("m");
  await expect(page.getByText(`Заказ № ${order.internalId}: нажмите цифру столбца. Esc отменяет.`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/нажмите цифру столбца/)).toHaveCount(0);
  await page.keyboard.press("m");
  const digit = await columnOf(page, "Подтверждён").locator("kbd").innerText();
  await page.keyboard.press(digit);
  await expect(cardOf(columnOf(page, "Подтверждён"), order)).toBeVisible();
  await expect.poll(() => statusOf(operator, order)).toBe(statusIds.confirmed);
  await expect(cardOf(page, order).getByRole("link")).toBeFocused();
});

test("stage board — a move can be undone by Ctrl+Z", async ({ page, operator }) => {
  const order = await operator.order();
  await openBoard(page, order);
  await cardOf(page, order).getByRole("link").focus();
  await page.keyboard.press("m");
  await page.keyboard.press(await columnOf(page, "Подтверждён").locator("kbd").innerText());
  await expect(cardOf(columnOf(page, "Подтверждён"), order)).toBeVisible();
  await expect(page.getByText("Статус изменён")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(cardOf(columnOf(page, "Новый"), order)).toBeVisible();
  await expect.poll(() => statusOf(operator, order)).toBe(statusIds.new);
});

test("stage board — shows no new order while a card is being dragged", async ({ page, operator, manager }) => {
  const order = await operator.order();
  await openBoard(page, order);
  const fresh = columnOf(page, "Новый");
  await dragOver(page, cardOf(fresh, order), columnOf(page, "Готовится"));
  const read = page.waitForResponse((response) => response.url().includes("/MediumSummury"));
  const arrived = await manager.order();
  await read;
  await expect(cardOf(page, arrived)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await showCard(page, arrived);
  await expect(cardOf(fresh, order)).toBeVisible();
});

test("stage board — refuses the move of an order that another user has changed, and shows an error on the card", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await openBoard(page, order);
  await openColumns(page, order);
  await createOtherOperator(operator, order.id).edit();
  await chooseColumn(page, "Готовится");
  const alert = cardOf(page, order).getByRole("alert");
  await expect(alert).toBeVisible();
  expect(await statusOf(operator, order)).toBe(statusIds.new);
  await alert.getByRole("button", { name: "Обновить" }).click();
  await expect(alert).toHaveCount(0);
});

test("stage board with a lost response — retries the move under the same idempotency key", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await openBoard(page, order);
  const keys: (string | undefined)[] = [];
  await page.route(`**/api/Order/Company/1/${order.id}`, async (route) => {
    if (route.request().method() !== "PATCH") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await openColumns(page, order);
  await chooseColumn(page, "Подтверждён");
  await expect(cardOf(columnOf(page, "Подтверждён"), order)).toBeVisible();
  await expect.poll(() => keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
  await expect(cardOf(page, order).getByText("Переносим…")).toHaveCount(0);
  await expect(cardOf(page, order).getByRole("alert")).toHaveCount(0);
});

test("stage board — asks for a reason before a move if the new status requires one", async ({ page, operator }) => {
  const order = await operator.order();
  await openBoard(page, order);
  await openColumns(page, order);
  await chooseColumn(page, "Отменён");
  await page.getByRole("dialog").getByRole("textbox").fill("Клиент передумал");
  await page.getByRole("dialog").getByRole("button", { name: "Переместить" }).click();
  await expect.poll(() => statusOf(operator, order)).toBe(statusIds.canceled);
  await expect(cardOf(page, order)).toHaveCount(0);
});

test("move on the stage board without the permission — opens the override dialog, and Esc returns the card to the original column", async ({
  page,
  operator,
  owner,
  hire,
}) => {
  const order = await operator.order();
  const { id, userName } = await hire();
  const name = `Наблюдатель ${userName}`.slice(0, 40);
  const permissions = { "order.view": 1 };
  const role = await owner.post<Schemas["Role"]>("/api/RoleCompany/Company/1", { name, permissions });
  await owner.put(`/api/Company/1/User/${id}`, { roleId: role.id });
  await openBoard(page, order, userName);
  await openColumns(page, order);
  await chooseColumn(page, "Подтверждён");
  await expect(page.getByRole("heading", { name: "Нужно разрешение менеджера" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(cardOf(columnOf(page, "Новый"), order).getByRole("alert")).toBeVisible();
  expect(await statusOf(operator, order)).toBe(statusIds.new);
});
