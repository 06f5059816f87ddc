import type { Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const exportAs = async (page: Page, format: string): Promise<{ name: string; bytes: Buffer }> => {
  await page.getByRole("button", { name: "Экспорт" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: format }).click();
  const download = await waiting;
  const stream = await download.createReadStream();
  return { name: download.suggestedFilename(), bytes: Buffer.concat(await stream.toArray()) };
};

test("a directory — is exported as CSV with the rows of the filter", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Supplier");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const all = await page.locator("tr[data-row]").count();
  const { name, bytes } = await exportAs(page, "Текст CSV");
  const lines = bytes.toString("utf8").trimEnd().split("\r\n");
  expect(name).toBe("Поставщики.csv");
  expect(lines[0]).toBe("\ufeffId;Название;Работаем с ним;Добавлен");
  expect(lines).toHaveLength(all + 1);

  const first = (await page.locator("tr[data-row] [data-open]").first().innerText()).split("\n")[0] ?? "";
  await page.getByLabel("Поиск поставщика").fill(first);
  await expect(page.locator("tr[data-row]")).toHaveCount(1);
  const filtered = await exportAs(page, "Текст CSV");
  expect(filtered.bytes.toString("utf8")).toContain(first);
  expect(filtered.bytes.toString("utf8").trimEnd().split("\r\n")).toHaveLength(2);
});

test("a directory — is exported as XLSX with amounts as numbers", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Finance/Source");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const { name, bytes } = await exportAs(page, "Таблица XLSX");
  const [head, ...rows] = await readSheet(bytes);
  expect(name).toBe("Источники финансов.xlsx");
  expect(head).toEqual(["Название", "Вид", "Остаток"]);
  expect(rows.length).toBeGreaterThan(0);
  for (const [, , balance] of rows) expect(typeof balance).toBe("number");
});

test("a list with pages — is exported whole, and a failed page is reported instead of a short file", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Finance/Transaction?startDate=2020-01-01");
  const more = page.getByRole("button", { name: "Показать ещё" });
  await expect(more).toBeVisible();
  const shown = await page.locator("tr[data-row]").count();
  const { bytes } = await exportAs(page, "Текст CSV");
  expect(bytes.toString("utf8").trimEnd().split("\r\n").length).toBeGreaterThan(shown + 1);

  await page.route(/FinanceTransaction.*cursor=/, (route) => route.abort());
  await page.getByRole("button", { name: "Экспорт" }).click();
  await page.getByRole("menuitem", { name: "Текст CSV" }).click();
  await expect(page.getByRole("dialog", { name: "Экспорт не получился" })).toContainText("Сервер не отвечает");
});
