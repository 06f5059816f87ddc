import { randomUUID } from "node:crypto";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("storekeeper — sets a minimum stock and orders in pack units; the delivered item leaves the list 'Что заказать'", async ({
  page,
  owner,
}) => {
  const title = `Крупа ${randomUUID().slice(0, 8)}`;
  const packs = [{ name: "мешок", factor: 25 }];
  const item = await owner.post<Schemas["StockItemDetail"]>("/api/StockItem", {
    companyId: 1,
    title,
    unit: "кг",
    estimateCost: 40,
    packs,
  });
  const bought = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", {
    supplierId: 1,
    items: [{ stockItemId: item.id, count: 1, price: 1, pack: { name: "мешок", factor: 25, count: 1, price: 1000 } }],
  });
  await signInAs(page, "storekeeper", `/Company/1/PackingList/${bought.id}`);
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Проведена", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("1 мешок × 25 кг")).toBeVisible();

  await page.goto(`/Company/1/Stock?title=${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: "Другие действия" }).click();
  await page.getByRole("menuitem", { name: "Минимум" }).click();
  await page.getByLabel("Минимум", { exact: true }).fill("40");
  await page.getByLabel("Заказывать до").fill("80");
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  await page.waitForURL(/\/Company\/1\/Stock(\?|$)/);
  await page.goto(`/Company/1/Stock?title=${encodeURIComponent(title)}`);
  await page.getByLabel("Заканчивается").check();
  await expect(page.getByRole("row", { name: new RegExp(title) })).toContainText("Меньше 40");

  await page.getByRole("link", { name: "Что заказать" }).click();
  const group = page.getByRole("region", { name: /Заря/ });
  const row = group.getByRole("listitem").filter({ hasText: title });
  await expect(row.getByRole("textbox")).toHaveValue("3");
  await expect(row).toContainText("3 000,00");
  // Items with the quantity 0 are left out of the packing list, so the list contains only the tested item.
  const fields = group.getByRole("listitem").filter({ hasNotText: title }).getByRole("textbox");
  for (const field of await fields.all()) await field.fill("0");
  await group.getByRole("link", { name: "Создать накладную" }).click();

  const line = page.getByRole("group", { name: "Строка 1", exact: true });
  await expect(line.getByRole("combobox", { name: "Товар" })).toHaveValue(title);
  await expect(line.getByLabel("Количество")).toHaveValue("3");
  await expect(line.getByLabel("Единица 1")).toHaveValue("1");
  await expect(line).toContainText("3 мешка × 25 кг = 75 кг");
  await expect(page.getByRole("status", { name: "Итого" })).toContainText("3 000,00");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: /^Провести/ })).toBeVisible();
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Проведена", { exact: true }).first()).toBeVisible();

  await page.goto("/Company/1/Stock/ToOrder");
  await expect(page.getByRole("heading", { name: "Что заказать" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Скопировать список" }).first()).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});
