import type { Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import { expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";

const exportAs = async (page: Page, format: string): Promise<{ name: string; bytes: Buffer }> => {
  await page.getByRole("button", { name: "Экспорт" }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: format }).click();
  const download = await waiting;
  const stream = await download.createReadStream();
  return { name: download.suggestedFilename(), bytes: Buffer.concat(await stream.toArray()) };
};

/** Returns the cells of a CSV file. No cell of the tested files contains a semicolon or a line break. */
const readCsv = (bytes: Buffer): string[][] =>
  bytes
    .toString("utf8")
    .replace("\ufeff", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(";"));

const dataRows = (page: Page) => page.locator("tr[data-row]");

test("a directory — is exported as CSV with all rows, or with the rows that match the filter", async ({ page }) => {
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

test("a list with several pages — is exported whole; if a page cannot be read, a failure is shown and no file is made", async ({
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

test("open orders — are exported from all pages with the shown columns and the set filters", async ({
  page,
  operator,
}) => {
  const street = `ул. Выгрузки ${Date.now()}`;
  const order = await operator.order({ deliveryAddress: street, note: "Позвонить заранее" });
  await operator.order({ deliveryAddress: street, note: "=1+1" });
  await signInAs(page, "operator", "/Company/1");
  await page.getByLabel("Поиск в списке").fill(street);
  await expect(dataRows(page)).toHaveCount(2);
  const { name, bytes } = await exportAs(page, "Текст CSV");
  const [head, ...rows] = readCsv(bytes);
  expect(name).toBe("Незакрытые заказы.csv");
  expect(head?.join()).toBe(
    "№,Id,Ко времени,Прошло,Статус,Теги,Клиент,Телефон,Адрес,Комментарий,Курьер,Сумма,Не оплачено",
  );
  expect(rows).toHaveLength(2);
  const own = rows.find(([, id]) => id === String(order.id)) ?? [];
  expect(own[0]).toBe(String(order.internalId));
  expect(own[2]).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/);
  expect(own[8]).toContain(street);
  expect(own[9]).toBe("Позвонить заранее");
  expect(own.slice(-2)).toEqual([order.amount, order.amount].map((amount) => String(amount).replace(".", ",")));
  // A note must not become a formula in a spreadsheet.
  expect(bytes.toString("utf8")).toContain("'=1+1");

  await page.goto(`/Company/1?text=${encodeURIComponent(street)}&hide=elapsed&hide=customer&hide=tags&hide=courier`);
  await expect(dataRows(page)).toHaveCount(2);
  const narrow = readCsv((await exportAs(page, "Текст CSV")).bytes);
  expect(narrow[0]?.join()).toBe("№,Id,Ко времени,Статус,Адрес,Комментарий,Сумма,Не оплачено");
});

test("order summary — is exported whole as XLSX, although the screen shows one page", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/DashBoard/Summury?startDate=2020-01-01&endDate=2035-01-01");
  await expect(dataRows(page)).toHaveCount(25);
  const { name, bytes } = await exportAs(page, "Таблица XLSX");
  const [head, ...rows] = await readSheet(bytes);
  expect(name).toBe("Сводка заказов.xlsx");
  expect(head).toEqual(["№", "Id", "Ко времени", "Прошло", "Статус", "Теги", "Сумма"]);
  expect(rows.length).toBeGreaterThan(25);
  expect(new Set(rows.map(([, id]) => id)).size).toBe(rows.length);
  for (const row of rows) expect(typeof row.at(-1)).toBe("number");
});

test("extended summary — is exported with the visible columns and the sorting of the screen", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/DashBoard/MediumSummury?sort=amount&hide=customer&hide=elapsed");
  await expect(dataRows(page).first()).toBeVisible();
  const { name, bytes } = await exportAs(page, "Таблица XLSX");
  const [head, ...rows] = await readSheet(bytes);
  expect(name).toBe("Расширенная сводка.xlsx");
  expect(head).toContain("Внешний заказ");
  expect(head).not.toContain("Клиент");
  expect(head).not.toContain("Прошло");
  const amounts = rows.map((row) => Number(row[head?.indexOf("Сумма") ?? 0]));
  expect(amounts).toEqual([...amounts].sort((one, other) => other - one));
  expect(amounts.length).toBeGreaterThan(1);
});

test("the user's notifications — are all exported, or only the new ones if the filter 'Новые' is chosen", async ({
  page,
}) => {
  await signInAs(page, "manager", "/Account/3/Notification");
  await expect(dataRows(page).first()).toBeVisible();
  const all = readCsv((await exportAs(page, "Текст CSV")).bytes);
  expect(all[0]?.join()).toBe("Уведомление,Текст,Компания,Когда,Состояние");
  expect(new Set(all.slice(1).map((row) => row[4]))).toEqual(new Set(["Новое", "Прочитано"]));
  expect(all[1]?.[2]).toBe("Пекарня «Колос»");
  await page.getByRole("button", { name: "Новые", exact: true }).click();
  await expect(dataRows(page).filter({ hasText: "Прочитано" })).toHaveCount(0);
  const unread = readCsv((await exportAs(page, "Текст CSV")).bytes);
  expect(new Set(unread.slice(1).map((row) => row[4]))).toEqual(new Set(["Новое"]));
  expect(unread.length).toBeLessThan(all.length);
});

test("print queue — is exported with only the jobs of the chosen status", async ({ page, operator }) => {
  const order = await operator.order();
  const job = await operator.post<{ id: number }>(`/PreBill/Company/1/${order.id}`, undefined);
  await operator.post(`/api/PrintJob/${job.id}/Company/1`, { command: "cancel" });
  await signInAs(page, "owner", "/Company/1/Printer/Queue?status=cancelled");
  await expect(dataRows(page).first()).toBeVisible();
  const [head, ...rows] = readCsv((await exportAs(page, "Текст CSV")).bytes);
  expect(head?.join()).toBe("Документ,Принтер,Состояние,Отправлено");
  expect(rows.map(([title]) => title)).toContain(`Предчек, заказ № ${order.internalId}`);
  for (const [, , state] of rows) expect(state).toMatch(/^Отменено/);
});

const otherLists: readonly [login: Login, path: string, name: string, head: string][] = [
  ["admin", "/Account/1/Session", "Мои сессии", "Устройство,Вход,Последнее обращение,Дата окончания"],
  [
    "admin",
    "/Admin/Account/Session",
    "Сессии",
    "Пользователь,Устройство,Адрес,Вход,Последнее обращение,Дата окончания",
  ],
  ["admin", "/Admin/Notification/all", "Все уведомления", "Уведомление,Текст,Кому,Компания,Когда,Состояние"],
  ["admin", "/Admin/Company", "Компании", "Id,Название,Группа,Состояние,Пользователи,Заказы за 7 дней"],
  ["owner", "/Company/1/ConfigChange", "Журнал изменений", "Когда,Кто,Запись,Действие,Изменения"],
  [
    "owner",
    "/Company/1/Call",
    "Звонки",
    "Входящий номер,Клиент,На телефон,Название телефона,Дата и время,Статус,Ожидание, с,Разговор, с,Id заказа",
  ],
  ["owner", "/Company/1/Payment", "Оплаты за день", "Время,Заказ №,Id заказа,Способ,Сотрудник,Состояние,Причина,Сумма"],
];

for (const [login, path, name, head] of otherLists)
  test(`list '${name}' — is exported with its columns and rows`, async ({ page }) => {
    await signInAs(page, login, path);
    const file = await exportAs(page, "Таблица XLSX");
    const [first, ...rows] = await readSheet(file.bytes);
    expect(file.name).toBe(`${name}.xlsx`);
    expect(first?.join()).toBe(head);
    expect(rows.length).toBeGreaterThan(0);
  });
