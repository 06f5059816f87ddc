import type { Page } from "@playwright/test";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";

const addPart = async (page: Page, at: number, title: string, count: string) => {
  await page.getByRole("button", { name: "Добавить товар" }).click();
  await page.getByRole("combobox", { name: `Товар ${at}` }).click();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await page
    .getByLabel("Количество")
    .nth(at - 1)
    .fill(count);
};

const save = async (page: Page) => {
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "Товары склада" })).toBeVisible();
};

test("cost of a semi-finished stock item — is the sum of its ingredients; a used ingredient cannot be removed", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/StockItem");
  await page.getByRole("link", { name: "Добавить товар" }).click();
  await page.getByLabel("Название").fill("Вода морская");
  await page.getByLabel("Единица измерения").fill("л");
  await page.getByLabel("Себестоимость единицы").fill("12,5");
  await save(page);

  await page.getByRole("link", { name: "Добавить товар" }).click();
  await page.getByLabel("Название").fill("Рассол морской");
  await page.getByLabel("Единица измерения").fill("л");
  await page.getByLabel("Группа товаров").fill("Рассолы");
  await addPart(page, 1, "вода мор", "0,9");
  await addPart(page, 2, "соль", "0,1");
  await expect(page.getByRole("status", { name: "Себестоимость" })).toContainText(/1\d,\d\d\sр\./);
  const cost = /\d+,\d\d/.exec(await page.getByRole("status", { name: "Себестоимость" }).innerText())?.[0] ?? "";
  await expect(page.getByLabel("Себестоимость единицы")).toBeDisabled();
  await save(page);

  // The first link with this name is in the menu of the settings, so the last one is clicked.
  await page.getByRole("link", { name: "Группы товаров" }).last().click();
  await page.getByRole("link", { name: "Рассолы" }).click();
  await expect(page).toHaveURL(/StockItem\?group=/);
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.getByRole("row", { name: /Рассол морской/ })).toContainText(cost);

  await page.getByLabel("Группа товаров").selectOption({ label: "Все группы" });
  await page.getByLabel("Название").fill("мо");
  await expect(page.getByText("ищет с трёх букв")).toBeVisible();
  await page.getByLabel("Название").fill("мор");
  await expect(page.getByRole("row", { name: /Огурцы/ })).toHaveCount(0);
  const water = page.getByRole("row", { name: /Вода морская/ });
  await chooseRowAction(water, "Удалить");
  await page.getByRole("dialog").getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Товар есть в составе: «Рассол морской». Сначала уберите его оттуда.")).toBeVisible();
  await expect(water).toBeVisible();
});

test("form of a stock item — refuses an ingredient that is itself made from the stock item, and keeps the input", async ({
  page,
  owner,
}) => {
  const first = await owner.post<{ id: number }>("/api/StockItem/Company/1", { title: "Опара первая", unit: "кг" });
  const parts = [{ stockItemId: first.id, count: 1 }];
  await owner.post("/api/StockItem/Company/1", { title: "Опара вторая", unit: "кг", parts });
  await signInAs(page, "owner", `/Company/1/StockItem/${first.id}/Edit`);
  await page.getByLabel("Группа товаров").fill("Опары");
  await addPart(page, 1, "опара", "0,5");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Этот товар сам делают из того, который вы меняете.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Товар 1" })).toHaveValue("Опара вторая");
  await expect(page.getByLabel("Группа товаров")).toHaveValue("Опары");
  await page.getByRole("button", { name: "Убрать Опара вторая" }).click();
  await save(page);
});

test("stock items of a company group — are read-only in a company and editable in the group", async ({ page }) => {
  await signInAs(page, "admin", "/Company/1/StockItem?title=нори");
  const row = page.getByRole("row", { name: /Нори/ });
  await expect(row).toContainText("группа");
  await expect(row.getByRole("button")).toHaveCount(0);
  await row.getByRole("link", { name: "Нори" }).click();
  const why = "Это товар группы компаний: он меняется в каталоге группы";
  await expect(page.getByText(why, { exact: true })).toBeVisible();
  await page.goto("/CompanyGroup/1/StockItem?title=нори");
  await chooseRowAction(row, "Редактировать");
  await page.getByLabel("Группа товаров").fill("Водоросли");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Сохранено").first()).toBeVisible();
});
