import type { Page } from "@playwright/test";
import { readSheet } from "read-excel-file/node";
import type { Schemas } from "#api/client.ts";
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

test("list of suppliers — is exported as CSV with all rows, or with the rows that match the filter", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Supplier");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const all = await page.locator("tr[data-row]").count();
  const { name, bytes } = await exportAs(page, "Текст CSV");
  const lines = bytes.toString("utf8").trimEnd().split("\r\n");
  expect(name).toBe("Поставщики.csv");
  expect(lines[0]).toBe("\ufeffНазвание;Работаем с ним;Добавлен");
  expect(lines).toHaveLength(all + 1);

  const first = (await page.locator("tr[data-row] [data-open]").first().innerText()).split("\n")[0] ?? "";
  await page.getByLabel("Поиск поставщика").fill(first);
  await expect(page.locator("tr[data-row]")).toHaveCount(1);
  const filtered = await exportAs(page, "Текст CSV");
  expect(filtered.bytes.toString("utf8")).toContain(first);
  expect(filtered.bytes.toString("utf8").trimEnd().split("\r\n")).toHaveLength(2);
});

test("list of finance sources — is exported as XLSX with balances as numbers", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Finance/Source");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const { name, bytes } = await exportAs(page, "Таблица XLSX");
  const [head, ...rows] = await readSheet(bytes);
  expect(name).toBe("Источники финансов.xlsx");
  expect(head).toEqual(["Название", "Вид", "Остаток"]);
  expect(rows.length).toBeGreaterThan(0);
  for (const [, , balance] of rows) expect(typeof balance).toBe("number");
});

test("finance transactions on several pages — are all exported, and a page that cannot be read causes an error message", async ({
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

test("open orders — are exported with the filter and the columns of the list, and with escaped formulas", async ({
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

test("sold dishes — are exported with the chosen category and the counts of the screen", async ({ page, operator }) => {
  await operator.order();
  await signInAs(page, "owner", "/Company/1/DashBoard/Realization?startDate=2020-01-01&endDate=2035-01-01");
  const category = page.getByRole("combobox", { name: "Категория" });
  await expect(page.locator("tfoot")).toHaveCount(2);
  const [, first = ""] = await category.locator("option").allTextContents();
  await category.selectOption({ label: first });
  await expect(page.getByRole("rowheader", { name: first, exact: true }).first()).toBeVisible();
  const shownTotal = async () => {
    const totals = await page.locator("tfoot td.num").allInnerTexts();
    return totals.reduce((sum, text) => sum + Number(text.replace(/\D/g, "")), 0);
  };
  // Other tests add orders, so the counts may change between the export and the reading of the screen.
  await expect(async () => {
    const { name, bytes } = await exportAs(page, "Таблица XLSX");
    const [head, ...rows] = await readSheet(bytes);
    expect(name).toMatch(/^Сводка продаж на .*\.xlsx$/);
    expect(head).toEqual(["Состояние", "Категория", "Id", "Название", "Количество"]);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set([first]));
    expect(rows.reduce((sum, row) => sum + Number(row[4]), 0)).toBe(await shownTotal());
  }).toPass();
});

test("order calendar — is exported with a row for each day, in which the number of orders and the amounts are numeric cells", async ({
  page,
  owner,
}) => {
  await signInAs(page, "owner", "/Company/1/DashBoard/OrderCalendar");
  await page.getByRole("button", { name: "Месяц назад" }).click();
  await page.getByRole("button", { name: "Таблица" }).click();
  await expect(page).toHaveURL(/date=/);
  const date = new URL(page.url()).searchParams.get("date");
  const { days } = await owner.get<Schemas["OrderCalendar"]>(`/api/Statistic/Company/1/Calendar?date=${date}`);
  await expect(page.getByRole("table", { name: "Заказы и деньги по дням" }).locator("tbody tr")).toHaveCount(
    days.length,
  );
  const { name, bytes } = await exportAs(page, "Таблица XLSX");
  const [head, ...rows] = await readSheet(bytes);
  expect(name).toMatch(/^Календарь заказов, [а-я]+ \d{4}\.xlsx$/);
  expect(head).toEqual(["День", "День недели", "Заказов", "Отменено", "Сумма, р."]);
  expect(rows.map(([day, , ...figures]) => [new Date(String(day)).toISOString().slice(0, 10), ...figures])).toEqual(
    days.map(({ date: day, count, canceledCount, amount }) => [day, count, canceledCount, amount]),
  );
  expect(days.some(({ amount = 0 }) => amount > 0)).toBe(true);
});

test("cash that employees have not handed in — is exported with a row for each payment", async ({
  page,
  operator,
  courier,
}) => {
  const order = await operator.order();
  await courier.post(`/api/Order/${order.id}/Company/1/Payment`, {
    payment: [{ paymentMethodId: 1, amount: order.amount }],
  });
  await signInAs(page, "cashier", "/Company/1/Finance/Shift/HandIn");
  await expect(page.getByRole("link", { name: `№ ${order.internalId}`, exact: true })).toBeVisible();
  const { name, bytes } = await exportAs(page, "Таблица XLSX");
  const [head, ...rows] = await readSheet(bytes);
  expect(name).toBe("Наличные сотрудников.xlsx");
  expect(head).toEqual(["Сотрудник", "Заказ №", "Id заказа", "Сумма, р."]);
  expect(rows).toContainEqual(["Денис Воронов", order.internalId, order.id, order.amount]);
});

test("duplicate customer cards — are exported with a row for each card and the number of its group", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Customer/Duplicate");
  const first = dataRows(page).first();
  await expect(first).toBeVisible();
  const cards = await first.getByRole("link", { name: /^(?!Объединить)/ }).allInnerTexts();
  expect(cards.length).toBeGreaterThan(1);
  const { name, bytes } = await exportAs(page, "Таблица XLSX");
  const [head, ...rows] = await readSheet(bytes);
  expect(name).toBe("Похожие карточки.xlsx");
  expect(head).toEqual(["Группа", "Id", "Имя", "Телефон", "Заказов", "Сумма, р.", "Общий адрес"]);
  const own = rows.filter(([group]) => group === 1);
  expect(own.map((row) => row[2])).toEqual(cards);
  for (const [, , , , orders, amount, address] of own) {
    expect([typeof orders, typeof amount]).toEqual(["number", "number"]);
    await expect(first).toContainText(String(address));
  }
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
  [
    "owner",
    "/Company/1/Shop/Category",
    "Категории магазина",
    "Категория,Показывать,Название для гостей,Блюд в продаже",
  ],
  [
    "owner",
    "/Company/1/Inventory/DashBoard",
    "Обзор инвентаризации",
    "Список,Название,Дата,Состояние,Количество,Всего,Ед. изм.,Сумма, р.",
  ],
  [
    "owner",
    "/Company/1/Supplier/1/Detail?tab=packingLists",
    "Накладные поставщика",
    "Номер,Дата,Вид,Поставщик,Состояние,Строк,Сумма, р.,Не оплачено, р.,Комментарий",
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
