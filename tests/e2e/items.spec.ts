import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const photo = () =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: "#a33a2a" } })
    .png()
    .toBuffer();

test("dish — is saved with recipe, modifier and picture, and can be ordered", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Item");
  await page.getByRole("link", { name: "Добавить позицию" }).click();
  await page.getByLabel("Название").fill("Пирог с олениной");
  await page.getByRole("textbox", { name: "Цена", exact: true }).pressSequentially("1e500,5");
  await expect(page.getByRole("textbox", { name: "Цена", exact: true })).toHaveValue("1500,5");
  await page.getByRole("combobox", { name: "Категории" }).click();
  await page.keyboard.type("пицца");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Основная категория")).toContainText("Пицца");
  await page.getByLabel("Информация для повара").fill("Резать на восемь частей");
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "pie.png", mimeType: "image/png", buffer: await photo() });
  await expect(page.getByText("Выбрано. Появится после сохранения.")).toBeVisible();

  await page.getByRole("button", { name: "Добавить товар" }).click();
  await expect(page.getByRole("button", { name: /Добавить товар/ })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("combobox", { name: "Товар 1" }).click();
  await page.keyboard.type("мука");
  await page.keyboard.press("Enter");
  await page.getByLabel("Количество").fill("0,5");
  await expect(page.getByRole("status", { name: "Себестоимость" })).toContainText(/\d+,\d\d\sр\./);
  const cost = /\d+,\d\d/.exec(await page.getByRole("status", { name: "Себестоимость" }).innerText())?.[0] ?? "";
  await page.getByRole("button", { name: "Добавить товар" }).click();
  await page.getByRole("combobox", { name: "Товар 2" }).click();
  await page.keyboard.type("мука");
  await expect(page.getByRole("option", { name: "Мука — уже в составе" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Добавить модификатор" }).click();
  await page.getByRole("combobox", { name: "Категория 1" }).click();
  await page.keyboard.type("соусы");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Позиция 1" })).toHaveValue("Все позиции категории");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/Готово: запись с id=\d+ успешно сохранена/).first()).toBeVisible();
  await expect(page).toHaveURL(/\/Company\/1\/Item$/);

  await page.getByLabel("Название").fill("олен");
  const row = page.getByRole("row", { name: /Пирог с олениной/ });
  await expect(row).toContainText(cost);
  await expect(page).toHaveURL(/name=/);
  await expect(page.locator("tbody tr")).toHaveCount(1);

  await page.keyboard.press("Escape");
  await page
    .getByRole("link", { name: /Новый заказ/ })
    .first()
    .click();
  await page.getByLabel("Название или артикул").fill("оленин");
  await page.keyboard.press("Enter");
  await expect(page.locator("tr[data-line]")).toContainText("Пирог с олениной");
  await expect(page.locator("[data-total]")).toContainText("1 500,50");
});

test("dish form — creates a missing category despite a lost response, and keeps the other fields", async ({
  page,
  owner,
}) => {
  const suffix = randomUUID().slice(0, 8);
  const [category, dish] = [`Супы ${suffix}`, `Борщ ${suffix}`];
  await signInAs(page, "owner", "/Company/1/Item/New");
  await page.getByLabel("Название").fill(dish);
  await page.getByRole("textbox", { name: "Цена", exact: true }).fill("250");
  const chooser = page.getByRole("combobox", { name: "Категории" });
  const dialog = page.getByRole("dialog", { name: "Новая категория" });
  const createNamed = async (name: string) => {
    await chooser.fill(name);
    await page.getByRole("option", { name: "Новая категория…" }).click();
    await expect(dialog.getByRole("textbox", { name: "Название" })).toHaveValue(name);
    await page.keyboard.press("Enter");
  };

  const before = await owner.get<Schemas["Category"][]>("/api/Category/Company/1/Summury");
  await createNamed(before.find(({ isCompanyGroup, parentId }) => !isCompanyGroup && parentId === null)?.name ?? "");
  await expect(dialog.getByText("Здесь уже есть категория с таким названием.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  const keys: (string | undefined)[] = [];
  await page.route("**/api/Category/Company/1", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await createNamed(category);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Выбранные категории" })).toContainText(category);
  expect(new Set(keys).size).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  const known = await owner.get<Schemas["Category"][]>("/api/Category/Company/1/Summury");
  expect(known.filter(({ name }) => name === category)).toHaveLength(1);

  await expect(page.getByLabel("Название")).toHaveValue(dish);
  await expect(page.getByLabel("Основная категория")).toContainText(category);
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/Company\/1\/Item$/);
  const dishes = await owner.get<Schemas["ItemRow"][]>("/api/Item/Company/1/Summury");
  expect(dishes.find(({ name }) => name === dish)).toMatchObject({ price: 250, categoriesName: category });
});

test("dish — saving an outdated version shows the other user's changes, which the user can accept", async ({
  page,
  browser,
}) => {
  await signInAs(page, "owner", "/Company/1/Item");
  await page.goto("/Company/1/Item?name=багет");
  await page.getByRole("link", { name: "Багет", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Цена", exact: true })).toHaveValue("90");
  const other = await browser.newPage();
  await signInAs(other, "manager", new URL(page.url()).pathname);
  await other.getByRole("textbox", { name: "Цена", exact: true }).fill("95");
  await other.getByRole("button", { name: "Сохранить" }).click();
  await expect(other).toHaveURL(/\/Item$/);
  await page.getByLabel("Артикул").fill("Х-72");
  await page.getByRole("button", { name: "Сохранить" }).click();
  const dialog = page.getByRole("dialog", { name: "Запись уже изменил кто-то другой" });
  await expect(dialog.getByRole("row", { name: /Цена/ })).toContainText("95");
  await dialog.getByRole("button", { name: "Взять чужие изменения" }).click();
  await expect(page.getByRole("textbox", { name: "Цена", exact: true })).toHaveValue("95");
  await other.close();
});

test("import of dishes — writes the table only after its errors are corrected; the export escapes a name that begins with '='", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Item");
  const lines = ["Название;Цена;Категории", "Квас хлебный;120,5;Пицца", "=Морс;сто;Пицца"];
  const choose = async (text: string) => {
    const buffer = Buffer.from(text);
    await page.getByLabel("Файл с таблицей").setInputFiles({ name: "меню.csv", mimeType: "text/csv", buffer });
  };
  await page.getByRole("button", { name: "Импорт" }).click();
  const dialog = page.getByRole("dialog", { name: "Импорт позиций" });
  await expect(dialog.getByRole("heading")).toBeVisible();
  await choose(lines.join("\n"));
  await expect(dialog.getByRole("row", { name: /Цена/ })).toContainText("Это не число.");
  await expect(dialog.getByRole("button", { name: /Записать/ })).toHaveAttribute("aria-disabled", "true");
  await choose(lines.join("\n").replace("сто", "100"));
  await expect(dialog).toContainText("новых 2");
  await dialog.getByRole("button", { name: "Записать" }).click();
  await expect(dialog).toContainText("Записано");
  await dialog.getByRole("button", { name: "Закрыть" }).last().click();
  await page.getByLabel("Название").fill("=Мор");
  await expect(page.getByRole("row", { name: /=Морс/ })).toBeVisible();

  await page.getByRole("button", { name: "Экспорт" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Текст CSV" }).click();
  const file = await (await waiting).createReadStream();
  const text = Buffer.concat(await file.toArray()).toString("utf8");
  expect(text).toContain("'=Морс;100;Пицца");
});

test("thumbnail — is invisible when its picture cannot be loaded", async ({ page }) => {
  await page.route("**/api/File/**", (route) => route.abort());
  await signInAs(page, "owner", "/Company/1/Item");
  await expect(page.locator('img[style*="visibility: hidden"]').first()).toBeAttached();
  await expect(page.locator("img:visible")).toHaveCount(0);
});
