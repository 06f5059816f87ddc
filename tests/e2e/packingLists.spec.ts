import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const newItem = (title: string) => ({ companyId: 1, title, unit: "кг", estimateCost: 100 });

const typeLine = async (page: Page, title: string, count: string, price: string) => {
  await page.keyboard.type(title);
  await expect(page.getByRole("option", { name: title })).toBeVisible();
  await page.keyboard.press("Enter");
  const row = page.getByRole("group", { name: /^Строка/ }).last();
  await expect(row.getByLabel("Количество")).toBeFocused();
  await page.keyboard.type(count);
  await page.keyboard.press("Enter");
  await page.keyboard.type(price);
  await page.keyboard.press("Enter");
  await expect(row.getByLabel("НДС, %")).toBeFocused();
};

test("storekeeper — types a packing list by keyboard, and then approves and reverses the list", async ({
  page,
  owner,
}) => {
  const mark = randomUUID().slice(0, 8);
  const [flour, salt] = [`Мука ${mark}`, `Соль ${mark}`];
  await signInAs(page, "storekeeper", "/");
  await owner.post("/api/StockItem", newItem(flour));
  await owner.post("/api/StockItem", newItem(salt));
  await page.getByRole("main").getByRole("link", { name: "Накладные" }).click();
  await page.getByRole("link", { name: "Новая накладная" }).click();
  await page.getByRole("combobox", { name: "Поставщик" }).fill("Заря");
  await page.getByRole("option", { name: /Заря/ }).click();
  await page.getByLabel("Номер").fill(`Н-${mark}`);

  await page.getByRole("group", { name: "Строка 1", exact: true }).getByRole("combobox").focus();
  await typeLine(page, flour, "10", "50");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Строка 2", exact: true }).getByRole("combobox")).toBeFocused();
  await typeLine(page, salt, "2,5", "20");
  await expect(page.getByRole("status", { name: "Итого" })).toContainText("550,00");
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { name: `Накладная № Н-${mark}` })).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(flour) })).toContainText("500,00");
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Проведена", { exact: true }).first()).toBeVisible();

  await owner.post("/api/StockOperation/Company/1", {
    stockItemId: await itemId(owner, flour),
    operationType: "-",
    count: 4,
    isIgnoreSubProcedure: true,
  });
  await page.getByRole("button", { name: "Отменить накладную" }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText(new RegExp(`Остаток станет меньше нуля: ${flour} \\(−4`))).toBeVisible();
  await page.getByRole("button", { name: "Всё равно отменить" }).click();
  await expect(page.getByText("Отменена", { exact: true }).first()).toBeVisible();
});

const itemId = async (owner: { get<Answer>(path: string): Promise<Answer> }, title: string): Promise<number> => {
  const items = await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item");
  return items.find((item) => item.title === title)?.id ?? 0;
};

test("pasted table — becomes lines of the packing list, and an error names the row and the column", async ({
  page,
  owner,
}) => {
  const title = `Рис ${randomUUID().slice(0, 8)}`;
  await owner.post("/api/StockItem", newItem(title));
  await signInAs(page, "manager", "/Company/1/PackingList/New");
  const item = page.getByRole("group", { name: "Строка 1", exact: true }).getByRole("combobox");
  await item.focus();
  await item.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, `${title}\t3\t120,5\t10\nНеизвестный товар\t1\t1`);
  await expect(page.getByText("Строка 2, Товар: Товара «Неизвестный товар» нет.")).toBeVisible();
  const row = page.getByRole("group", { name: "Строка 1" });
  await expect(row.getByRole("combobox", { name: /^Товар/ })).toHaveValue(title);
  await expect(row.getByLabel("Цена")).toHaveValue("120,5");
  await expect(page.getByRole("status", { name: "Итого" })).toContainText("361,50");
});

test("packing list without a supplier or without an item — saving focuses the first invalid field", async ({
  page,
}) => {
  await signInAs(page, "manager", "/Company/1/PackingList/New");
  const supplier = page.getByRole("combobox", { name: "Поставщик" });
  // Until the chunk of the chooser is loaded, a disabled text field is shown instead of the combobox. A disabled field
  // cannot be focused.
  await expect(supplier).toBeVisible();
  await page.getByLabel("Количество").fill("3");
  await page.keyboard.press("Control+Enter");
  await expect(supplier).toBeFocused();
  await supplier.fill("Заря");
  await page.getByRole("option", { name: /Заря/ }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("group", { name: "Строка 1", exact: true }).getByRole("combobox")).toBeFocused();
});

test("number of an existing packing list — is refused with a link to this list, but can be saved on request", async ({
  page,
  owner,
}) => {
  const itemNumber = `Д-${randomUUID().slice(0, 8)}`;
  const id = (await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item"))[0]?.id ?? 0;
  const items = [{ stockItemId: id, count: 1, price: 10 }];
  const first = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", {
    supplierId: 1,
    itemNumber,
    items,
  });
  const second = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", { supplierId: 1, items });
  await signInAs(page, "manager", `/Company/1/PackingList/${second.id}/Edit`);
  await page.getByLabel("Номер").fill(itemNumber);
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Открыть её в новой вкладке" }).click();
  const beside = await opened;
  await expect(beside).toHaveURL(new RegExp(`/Company/1/PackingList/${first.id}$`));
  await expect(beside.getByRole("heading", { name: `Накладная № ${itemNumber}` })).toBeVisible();
  await beside.close();
  await expect(page.getByRole("textbox", { name: "Номер" })).toHaveValue(itemNumber);
  await page.getByRole("button", { name: "Понятно" }).click();
  await expect(page.getByRole("link", { name: "Открыть её в новой вкладке" })).toBeVisible();
  await page.getByLabel("Сохранить с тем же номером").check();
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  await expect(page.getByRole("heading", { name: `Накладная № ${itemNumber}` })).toBeVisible();
  await expect(page.getByText("Повтор номера")).toBeVisible();
});

test("refusal of a duplicate number — links to the supplier's packing lists if the server does not name the existing list", async ({
  page,
  owner,
}) => {
  const id = (await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item"))[0]?.id ?? 0;
  const items = [{ stockItemId: id, count: 1, price: 10 }];
  const draft = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", { supplierId: 1, items });
  await signInAs(page, "manager", `/Company/1/PackingList/${draft.id}/Edit`);
  const message = "Накладная № 7 этого поставщика уже есть.";
  const problem = { type: "about:blank", title: "Conflict", status: 409, message, traceId: "t" };
  await page.route(`**/api/PackingList/${draft.id}/**`, (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({
          status: 409,
          contentType: "application/problem+json",
          body: JSON.stringify({ ...problem, errors: { isDuplicateAllowed: message } }),
        })
      : route.fallback(),
  );
  await page.getByLabel("Номер").fill("7");
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  await expect(page.getByRole("link", { name: "Накладные поставщика" })).toHaveAttribute(
    "href",
    "/Company/1/PackingList?supplier=1&period=year",
  );
});

test("draft of a packing list changed by two users — is merged line by line", async ({ page, owner, browser }) => {
  const [first, second] = await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item");
  const items = [first, second].map((item) => ({ stockItemId: item?.id ?? 0, count: 1, price: 10 }));
  const draft = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", { supplierId: 1, items });
  await signInAs(page, "manager", `/Company/1/PackingList/${draft.id}/Edit`);
  await page.getByRole("group", { name: "Строка 1", exact: true }).getByLabel("Количество").fill("7");
  const other = await browser.newPage();
  await signInAs(other, "owner", `/Company/1/PackingList/${draft.id}/Edit`);
  await other.getByRole("group", { name: "Строка 2", exact: true }).getByLabel("Количество").fill("5");
  await other.getByLabel("Комментарий").fill("Утром");
  await other.getByRole("button", { name: /^Сохранить/ }).click();
  await expect(other.getByRole("heading", { name: /^Накладная/ })).toBeVisible();
  await other.close();
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  await page.getByRole("button", { name: "Объединить" }).click();
  await expect(page.getByLabel("Комментарий")).toHaveValue("Утром");
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  await expect(page.getByRole("heading", { name: /^Накладная/ })).toBeVisible();
  const saved = await owner.get<Schemas["PackingList"]>(`/api/PackingList/${draft.id}/Company/1`);
  expect(saved.items.map(({ count }) => count)).toEqual([7, 5]);
});

test("packing lists of a supplier — are listed on the supplier's tab", async ({ page, owner }) => {
  const itemNumber = `П-${randomUUID().slice(0, 8)}`;
  const id = (await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item"))[0]?.id ?? 0;
  const items = [{ stockItemId: id, count: 1, price: 10 }];
  await owner.post("/api/PackingList/Company/1", { supplierId: 1, itemNumber, items });
  await signInAs(page, "manager", "/Company/1/Supplier/1/Detail");
  await page.getByRole("tab", { name: "Накладные" }).click();
  await page.getByRole("row", { name: new RegExp(itemNumber) }).click();
  await expect(page.getByRole("heading", { name: `Накладная № ${itemNumber}` })).toBeVisible();
});

test("approved packing list — can be paid from its screen", async ({ page, owner }) => {
  const id = (await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item"))[0]?.id ?? 0;
  const list = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", {
    supplierId: 1,
    items: [{ stockItemId: id, count: 2, price: 150 }],
  });
  await signInAs(page, "owner", `/Company/1/PackingList/${list.id}`);
  await expect(page.getByRole("button", { name: /^Провести/ })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await page.getByRole("link", { name: "Оплатить" }).click();
  await expect(page.getByLabel("Сумма, р.")).toHaveValue("300");
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  await expect(page.getByText("300,00").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Оплатить" })).toHaveCount(0);
});
