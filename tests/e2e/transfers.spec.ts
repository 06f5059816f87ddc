import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

const SUSHI = 2;

/** Creates a stock item of a company with 10 kg on hand. */
const stockedItem = async (api: ApiUser, companyId: number, title: string): Promise<void> => {
  await api.post("/api/StockItem", { companyId, title, unit: "кг", estimateCost: 100 });
  const items = await api.get<Schemas["PackingListItem"][]>(`/api/PackingList/Company/${companyId}/Item`);
  const stockItemId = items.find((item) => item.title === title)?.id;
  const operation = { stockItemId, operationType: "+", count: 10, isIgnoreSubProcedure: true };
  await api.post(`/api/StockOperation/Company/${companyId}`, operation);
};

const pageOf = async (browser: Browser, user: "admin", path: string): Promise<Page> => {
  const page = await (await browser.newContext({ reducedMotion: "reduce", locale: "ru-RU" })).newPage();
  await signInAs(page, user, path);
  return page;
};

/** Enters a draft of a transfer with one line by keyboard, then sends the transfer. */
const send = async (page: Page, to: RegExp, title: string, count: string): Promise<void> => {
  const company = page.getByRole("combobox", { name: "Куда" });
  await company.fill("");
  await company.pressSequentially(to.source.slice(0, 5));
  await page.getByRole("option", { name: to }).click();
  await page.getByRole("group", { name: "Строка 1", exact: true }).getByRole("combobox").focus();
  await page.keyboard.type(title);
  await expect(page.getByRole("option", { name: title })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Количество")).toBeFocused();
  await page.keyboard.type(count);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: /^Перемещение №/ })).toBeVisible();
  await page.getByRole("button", { name: /^Отправить/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("В пути", { exact: true }).first()).toBeVisible();
};

test("transfer — is sent by one company, and the recipient accepts it with a loss", async ({
  page,
  browser,
  admin,
  owner,
}) => {
  const title = `Лосось ${randomUUID().slice(0, 8)}`;
  await stockedItem(admin, SUSHI, title);
  await stockedItem(owner, 1, title);
  const sender = await pageOf(browser, "admin", `/Company/${SUSHI}/TransferList/New`);
  await send(sender, /Пекарня/, title, "4");
  const name = await sender.getByRole("heading", { level: 1 }).innerText();

  await signInAs(page, "storekeeper", "/Company/1/TransferList");
  const row = page.getByRole("row", { name: new RegExp(`${name}\\b`) });
  await expect(row).toContainText("Ждёт приёмки");
  await row.click();
  const line = page.getByRole("group", { name: title });
  await expect(line.getByRole("combobox")).toHaveValue(title);
  await line.getByLabel("Принять").fill("3,5");
  await expect(line).toContainText("Не хватает 0,5 кг");
  await expect(page.getByRole("button", { name: /^Принять/ })).toBeDisabled();
  await line.getByLabel("Потеряно").fill("0,5");
  await line.getByLabel("Причина").fill("Протекла упаковка");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Принято", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(title) })).toContainText("3,5 кг");
  const items = await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item");
  expect(items.find((item) => item.title === title)?.count).toBe(13.5);

  await sender.keyboard.press("r");
  await expect(sender.getByText("Протекла упаковка")).toBeVisible();
  await sender.context().close();
});

test("recalled transfer — its goods return to the sender's stock, and the recipient can no longer refuse the transfer", async ({
  page,
  browser,
  owner,
}) => {
  const title = `Мука ${randomUUID().slice(0, 8)}`;
  await stockedItem(owner, 1, title);
  await signInAs(page, "storekeeper", "/Company/1/TransferList/New");
  await send(page, /Суши/, title, "2");
  const id = page.url().split("/").at(-1);
  const recipient = await pageOf(browser, "admin", `/Company/${SUSHI}/TransferList/${id}`);
  await recipient.getByRole("button", { name: "Не принимать" }).click();
  await recipient.getByLabel("Причина").fill("Не заказывали");
  await page.getByRole("button", { name: "Отозвать" }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Отозвано", { exact: true }).first()).toBeVisible();

  await recipient.getByRole("button", { name: "Да", exact: true }).click();
  await expect(recipient.getByRole("alert")).toContainText(/отозван/);
  const items = await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item");
  expect(items.find((item) => item.title === title)?.count).toBe(10);
  await recipient.context().close();
});
