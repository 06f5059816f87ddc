import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("stock list — can be filtered, and the user can show a hidden item and add an operation", async ({ page }) => {
  await signInAs(page, "manager", "/Company/1/Stock");
  const rows = page.locator("tbody tr[data-row]");
  await expect(rows).toHaveCount(25);
  await page.getByLabel("Товар", { exact: true }).fill("ла");
  await expect(page.getByText("ищет с трёх букв")).toBeVisible();
  await page.getByLabel("Товар", { exact: true }).fill("лапш");
  await expect(page.getByText("По этим условиям ничего нет.")).toBeVisible();
  await page.getByLabel("Показать скрытые").check();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText("скрыт");
  await rows.first().getByRole("button", { name: "Показать" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(page.getByText("Товар «Лапша» снова на складе")).toBeVisible();
  await expect(rows.first().getByRole("button", { name: "Скрыть" })).toBeVisible();

  await page.getByLabel("Товар", { exact: true }).fill("масло подс");
  await page.getByRole("button", { name: "Где используется: Масло подсолнечное" }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Тесто" })).toBeVisible();
  await page.keyboard.press("Escape");
  await rows.first().getByRole("link", { name: "Движение" }).click();
  await expect(page.getByRole("heading", { name: "Масло подсолнечное: остаток на конец дня, л" })).toBeVisible();

  await page.getByRole("link", { name: "Добавить операцию" }).click();
  await expect(page.getByRole("combobox", { name: "Товар" })).toHaveValue("Масло подсолнечное");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Укажите число больше нуля, до 99 999 999,99999.")).toBeVisible();
  await page.getByLabel("Количество").fill("1,25");
  await page.getByLabel("Расход").check();
  await page.getByLabel("Комментарий").fill("Разбили бутыль");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Успешно Сохранено").first()).toBeVisible();
  await expect(page).toHaveURL(/\/StockOperation\?stockItem=\d+$/);
  await expect(page.getByRole("row", { name: /Разбили бутыль/ })).toContainText("−1,25");
});

const pathOf = (id: number) => `/api/StockItem/${id}/Company/1`;

/**
 * Multiplies the quantities in the recipe of the stock item "rye sourdough", which some dishes contain. Returns the
 * stock row that this item had before the change.
 */
const mixSourdough = async (owner: ApiUser, times: number): Promise<Schemas["StockRow"]> => {
  const stock = await owner.get<Schemas["StockRow"][]>("/api/Stock/Company/1/Summury?displayAll=true");
  const row = stock.find(({ title }) => title === "Закваска ржаная");
  if (!row) throw new Error("the demo has no sourdough");
  const { title, unit, groupName, parts = [] } = await owner.get<Schemas["StockItemDetail"]>(pathOf(row.id));
  const mixed = parts.map(({ stockItemId, count }) => ({ stockItemId, count: count * times }));
  await owner.put(pathOf(row.id), { title, unit, groupName, estimateCost: 0, parts: mixed });
  return row;
};

/** Creates an order for three portions of a dish that contains the stock item, then pays and closes the order. */
const deliver = async (owner: ApiUser, { usedInItems }: Schemas["StockRow"]): Promise<Schemas["Order"]> => {
  const dish = (await owner.menu()).find(({ id }) => id === usedInItems[0]?.id);
  const items = [{ itemId: dish?.id ?? 0, categoryId: dish?.defaultCategoryId ?? 0, count: 3 }];
  const order = await owner.order({ items });
  await owner.post(`/api/Order/${order.id}/Company/1/Payment`, {
    orderStatusId: 6,
    payment: [{ paymentMethodId: 1, amount: order.amount }],
  });
  return order;
};

const recalculate = async (page: Page) => {
  await page.getByRole("button", { name: "Пересчитать" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("button", { name: "Нет" })).toBeFocused();
  await expect(dialog.getByRole("row", { name: /Ржаная мука/ })).toContainText("→");
  await dialog.getByRole("button", { name: "Да" }).click();
};

test("recalculation of stock — corrects write-offs after a change of a recipe, and changes nothing if the request fails", async ({
  page,
  owner,
}) => {
  const order = await deliver(owner, await mixSourdough(owner, 1));
  await mixSourdough(owner, 2);
  await signInAs(page, "owner", "/Company/1/StockOperation?period=today");
  const taken = page.getByRole("row", { name: new RegExp(`ржаная .*Заказ № ${order.internalId} `, "i") });
  await expect(taken.first()).toBeVisible();
  const before = await taken.first().innerText();

  await page.route("**/Calculate", (route) => route.abort());
  await recalculate(page);
  await expect(page.getByRole("alert")).toContainText("Сервер не отвечает");
  await page.getByRole("button", { name: "Понятно" }).click();
  expect(await taken.first().innerText()).toBe(before);

  await page.unroute("**/Calculate");
  await recalculate(page);
  await expect(page.getByText(/Склад пересчитан: исправл(ено операций: \d|ять было нечего)/)).toBeVisible();
  await expect.poll(() => taken.first().innerText()).not.toBe(before);
  await mixSourdough(owner, 0.5);
});
