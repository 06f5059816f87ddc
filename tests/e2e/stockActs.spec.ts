import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

type Caller = { post<Answer>(path: string, body: unknown): Promise<Answer> };

/** Creates a stock item with an estimated cost of 50 roubles and 10 kg on hand. */
const givenDelivered = async (owner: Caller, title: string): Promise<number> => {
  const { id } = await owner.post<{ id: number }>("/api/StockItem", {
    companyId: 1,
    title,
    unit: "кг",
    estimateCost: 50,
  });
  await owner.post("/api/StockOperation/Company/1", {
    stockItemId: id,
    operationType: "+",
    count: 10,
    isIgnoreSubProcedure: true,
  });
  return id;
};

const firstItem = (page: Page) => page.getByRole("group", { name: "Строка 1", exact: true }).getByRole("combobox");

const typeLine = async (page: Page, title: string, count: string) => {
  await page.keyboard.type(title);
  await expect(page.getByRole("option", { name: title })).toBeVisible();
  await page.keyboard.press("Enter");
  const row = page.getByRole("group", { name: /^Строка/ }).last();
  await expect(row.getByLabel("Количество")).toBeFocused();
  await page.keyboard.type(count);
};

const approve = async (page: Page) => {
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
};

test("storekeeper — writes off goods by keyboard, and finds the act in the list of operations", async ({
  page,
  owner,
}) => {
  const mark = randomUUID().slice(0, 8);
  const [berries, cream] = [`Ягоды ${mark}`, `Сливки ${mark}`];
  await signInAs(page, "storekeeper", "/");
  const berriesId = await givenDelivered(owner, berries);
  await givenDelivered(owner, cream);
  await page.getByRole("main").getByRole("link", { name: "Списания и приготовления" }).click();
  await page.getByRole("link", { name: "Списание", exact: true }).click();
  await expect(firstItem(page)).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Выберите причину.")).toBeVisible();
  await expect(page.getByRole("radio", { name: "Порча" })).toBeFocused();
  await page.keyboard.press("Space");
  await firstItem(page).focus();
  await typeLine(page, berries, "1,5");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Строка 2", exact: true }).getByRole("combobox")).toBeFocused();
  await typeLine(page, cream, "12");
  await expect(page.getByRole("status", { name: "Итого" })).toContainText("675,00");
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { name: /^Списание № \d+$/ })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(berries) })).toContainText("75,00");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText(new RegExp(`Остаток станет меньше нуля: ${cream} \\(−2`))).toBeVisible();
  await page.getByRole("button", { name: "Всё равно провести" }).click();
  await expect(page.getByText("Проведён", { exact: true }).first()).toBeVisible();

  await page.goto(`/Company/1/StockOperation?stockItem=${berriesId}`);
  await page.getByRole("main").getByRole("link", { name: "Акт", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Списание № \d+$/ })).toBeVisible();
});

test("production act — shows its ingredients and the cost of a unit, and can be reversed", async ({ page, owner }) => {
  const mark = randomUUID().slice(0, 8);
  const [flour, dough] = [`Мука ${mark}`, `Тесто ${mark}`];
  const partId = await givenDelivered(owner, flour);
  await owner.post("/api/StockItem", {
    companyId: 1,
    title: dough,
    unit: "кг",
    estimateCost: 0,
    parts: [{ stockItemId: partId, count: 0.6 }],
  });
  await signInAs(page, "manager", "/Company/1/StockAct/New?kind=production");
  await firstItem(page).focus();
  await page.keyboard.type(flour);
  await expect(page.getByRole("option", { name: flour })).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+a");
  await typeLine(page, dough, "4");
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { name: /^Приготовление № \d+$/ })).toBeVisible();
  const row = page.getByRole("row", { name: new RegExp(dough) });
  await expect(row).toContainText(new RegExp(`${flour} 2,4\\s+кг, 120,00`));
  await expect(row).toContainText("30,00");
  await approve(page);
  await expect(page.getByText("Проведён", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(dough) })).toContainText("4 кг");

  await page.getByRole("button", { name: "Отменить акт" }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Отменён", { exact: true }).first()).toBeVisible();
});

test("list of acts — can be filtered by kind and state, and shows the total of the write-offs", async ({
  page,
  owner,
}) => {
  const id = await givenDelivered(owner, `Рыба ${randomUUID().slice(0, 8)}`);
  const comment = `Акт ${randomUUID().slice(0, 8)}`;
  const act = await owner.post<Schemas["StockAct"]>("/api/StockAct/Company/1", {
    kind: "writeOff",
    reason: "other",
    comment,
    items: [{ stockItemId: id, count: 1 }],
  });
  await signInAs(page, "manager", "/Company/1/StockAct?state=draft");
  const row = page.getByRole("row", { name: new RegExp(comment) });
  await expect(row).toContainText(`Списание № ${act.id}`);
  await page.getByRole("button", { name: "Приготовления", exact: true }).click();
  await expect(page.getByRole("row", { name: /Приготовление № 1\b/ })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Все", exact: true }).click();
  await page.getByRole("button", { name: "Списания", exact: true }).click();
  await expect(row).toBeVisible();
  await expect(page.getByText(/Списано на/)).toBeVisible();
});

test("approval of an act dated before an inventory — asks whether the goods had already been written off", async ({
  page,
  owner,
}) => {
  const title = `Соус ${randomUUID().slice(0, 8)}`;
  const id = await givenDelivered(owner, title);
  const group = await owner.post<Schemas["InventoryGroup"]>("/api/InventoryGroup/Company/1", {
    name: title,
    stockItemIds: [id],
  });
  const count = await owner.post<Schemas["Inventory"]>("/api/Inventory/Company/1", { groupId: group.id });
  await owner.post(`/api/Inventory/${count.id}/Company/1/Entry`, {
    entries: [{ stockItemId: id, count: 10, ageMs: 0 }],
  });
  await signInAs(page, "manager", `/Company/1/Inventory/${count.id}`);
  await page.getByRole("button", { name: /^На проверку/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await approve(page);
  await expect(page.getByText("Проведена", { exact: true })).toBeVisible();
  const act = await owner.post<Schemas["StockAct"]>("/api/StockAct/Company/1", {
    kind: "writeOff",
    reason: "defect",
    date: new Date(Date.now() - 3_600_000).toISOString(),
    items: [{ stockItemId: id, count: 1 }],
  });
  await page.goto(`/Company/1/StockAct/${act.id}`);
  await approve(page);
  await expect(page.getByRole("dialog", { name: "Товар уже списали, когда считали склад?" })).toContainText(title);
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Проведён", { exact: true }).first()).toBeVisible();
});
