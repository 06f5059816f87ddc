import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import axe from "axe-core";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

const tablet = { width: 820, height: 1180 };

/** Creates a group of new stock items with 10 kg on hand each. Returns the group and its stock items. */
const givenGroup = async (owner: ApiUser, names: readonly string[], isBlind = false) => {
  const mark = randomUUID().slice(0, 8);
  const titles = names.map((name) => `${name} ${mark}`);
  for (const title of titles)
    await owner.post("/api/StockItem", { companyId: 1, title, unit: "кг", estimateCost: 100 });
  const items = await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item");
  const stockItemIds = titles.map((title) => items.find((item) => item.title === title)?.id ?? 0);
  for (const stockItemId of stockItemIds)
    await owner.post("/api/StockOperation/Company/1", {
      stockItemId,
      operationType: "+",
      count: 10,
      isIgnoreSubProcedure: true,
    });
  const name = `Группа ${mark}`;
  const group = await owner.post<Schemas["InventoryGroup"]>("/api/InventoryGroup/Company/1", {
    name,
    everyDays: 7,
    isBlind,
    stockItemIds,
  });
  return { name, titles, stockItemIds, groupId: group.id };
};

const findViolations = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const violations = await page.evaluate(
    async () => (await axe.run(document, { resultTypes: ["violations"] })).violations,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
};

const startCount = (owner: ApiUser, groupId: number) =>
  owner.post<Schemas["Inventory"]>("/api/Inventory/Company/1", { groupId });

/** Opens a page of a second user on a tablet. */
const openTablet = async (browser: Browser, baseURL: string | undefined, user: "manager", path: string) => {
  const context = await browser.newContext({ viewport: tablet, hasTouch: true, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await signInAs(page, user, path);
  return { context, page };
};

const rowOf = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title });

const enter = async (page: Page, title: string, count: string) => {
  const field = page.getByRole("textbox", { name: title });
  await field.tap();
  await field.fill(count);
  await field.press("Enter");
};

test.describe("inventory on a tablet", () => {
  test.use({ viewport: tablet, hasTouch: true });

  test("two users count together despite an outage and a reload; then one reviews and approves the inventory", async ({
    page,
    owner,
    browser,
    baseURL,
  }) => {
    const { name, titles, groupId } = await givenGroup(owner, ["Мука", "Соль", "Сахар", "Рис"]);
    const [flour = "", salt = "", sugar = "", rice = ""] = titles;
    await signInAs(page, "storekeeper", "/Company/1/InventoryGroup");
    await page
      .getByRole("row", { name: new RegExp(name) })
      .getByRole("link", { name: "Начать подсчёт" })
      .tap();
    await expect(page.getByRole("combobox", { name: "Что считаем" })).toHaveValue(name);
    await page.getByRole("button", { name: "Начать подсчёт" }).tap();
    await expect(page.getByRole("heading", { name: `Инвентаризация «${name}»` })).toBeVisible();
    await expect(page.getByText("Посчитано 0 из 4")).toBeVisible();
    const path = new URL(page.url()).pathname;

    await enter(page, flour, "9,5");
    await expect(page.getByText("Посчитано 1 из 4")).toBeVisible();
    await expect(rowOf(page, flour)).toContainText("Тамара Лыкова");

    const other = await openTablet(browser, baseURL, "manager", path);
    await other.page.getByRole("button", { name: "Другое место" }).tap();
    await other.page.getByLabel("Новое место").fill("Кухня");
    await other.page.getByRole("button", { name: "Готово" }).tap();
    await expect(other.page.getByRole("textbox", { name: flour })).toHaveValue("");
    // An arriving entry of the other user must not replace the text that is being typed.
    await page.getByRole("textbox", { name: salt }).tap();
    await page.getByRole("textbox", { name: salt }).fill("8");
    await enter(other.page, flour, "0,5");
    await expect(rowOf(page, flour)).toContainText("всего 10 кг");
    await expect(page.getByRole("textbox", { name: salt })).toHaveValue("8");
    await other.context.close();

    await page.context().setOffline(true);
    await page.getByRole("textbox", { name: salt }).press("Enter");
    await enter(page, sugar, "12");
    await expect(page.getByText("2 записи ждут связи")).toBeVisible();
    await expect(page.getByText("Посчитано 3 из 4")).toBeVisible();
    await expect(page.getByRole("button", { name: /^На проверку/ })).toHaveAttribute("aria-disabled", "true");
    await page.route("**/Entry", (route) => route.abort());
    await page.context().setOffline(false);
    await page.reload();
    await expect(page.getByText("2 записи ждут связи")).toBeVisible();
    await expect(rowOf(page, sugar)).toContainText("12 кг, вы");
    await page.getByRole("button", { name: "Отправить сейчас" }).tap();
    await expect(page.getByText("2 записи ждут связи")).toBeVisible();
    // The queue retries without a user action.
    await page.unroute("**/Entry");
    await expect(page.getByText("ждут связи")).toHaveCount(0);
    await expect(rowOf(page, sugar)).toContainText("Тамара Лыкова");
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole("button", { name: "Ещё не посчитано" }).tap();
    await expect(page.getByRole("textbox", { name: flour })).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: rice })).toBeVisible();

    await page.getByRole("button", { name: /^На проверку/ }).tap();
    await expect(page.getByText("Не посчитано: 1. По этим позициям остаток не изменится.")).toBeVisible();
    await page.getByRole("button", { name: "Да", exact: true }).tap();
    await expect(page.getByRole("tab", { name: "Проверка" })).toHaveAttribute("aria-selected", "true");
    const total = page.getByRole("status", { name: "Итого" });
    await expect(total).toContainText(/Недостача 200,00.*Излишек 200,00/);
    await expect(page.getByRole("row").nth(1)).toContainText(salt);

    await page.getByLabel(`Причина: ${salt}`).fill("Порча");
    await page.getByRole("button", { name: "Сохранить причины" }).tap();
    await expect(page.getByText("Причины не сохранены")).toHaveCount(0);
    await page.getByRole("button", { name: "Посчитать их нулём" }).tap();
    await page.getByRole("button", { name: "Да", exact: true }).tap();
    await expect(total).toContainText("Недостача 1 200,00");
    await page.getByRole("button", { name: "Оставить по учёту" }).tap();
    await expect(total).toContainText("Недостача 200,00");
    expect(await findViolations(page)).toEqual([]);

    await page.getByRole("button", { name: /^Провести/ }).tap();
    await page.getByRole("button", { name: "Да", exact: true }).tap();
    await expect(page.getByText("Проведена", { exact: true })).toBeVisible();
    await expect(page.getByRole("row", { name: new RegExp(salt) })).toContainText("Порча");
    const items = await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item");
    expect(titles.map((title) => items.find((item) => item.title === title)?.count)).toEqual([10, 8, 12, 10]);
    const group = await owner.get<Schemas["InventoryGroup"]>(`/api/InventoryGroup/${groupId}/Company/1`);
    expect(group.lastCountedAt).not.toBeNull();
  });

  test("a blind inventory shows no expected quantities, and accepts an item outside the inventory group", async ({
    page,
    owner,
  }) => {
    const { titles, groupId } = await givenGroup(owner, ["Чай"], true);
    const [tea = ""] = titles;
    const other = await givenGroup(owner, ["Кофе"]);
    const [coffee = ""] = other.titles;
    const { id } = await startCount(owner, groupId);
    await signInAs(page, "storekeeper", `/Company/1/Inventory/${id}`);
    await expect(rowOf(page, tea)).toBeVisible();
    await expect(page.getByText("по учёту")).toHaveCount(0);
    await page.getByRole("combobox", { name: "Нашли товар не из списка" }).fill(coffee);
    await page.getByRole("option", { name: coffee }).tap();
    await enter(page, coffee, "3");
    await expect(page.getByText("Посчитано 1 из 2")).toBeVisible();
    await expect(page.getByText("по учёту")).toHaveCount(0);
  });

  test("clearing the quantity field removes the counted quantity after a confirmation, even offline", async ({
    page,
    owner,
  }) => {
    const { titles, groupId } = await givenGroup(owner, ["Корица", "Мята"]);
    const [cinnamon = "", mint = ""] = titles;
    const { id } = await startCount(owner, groupId);
    await signInAs(page, "storekeeper", `/Company/1/Inventory/${id}`);
    await enter(page, cinnamon, "3");
    await enter(page, mint, "2");
    await expect(rowOf(page, mint)).toContainText("Тамара Лыкова");
    const field = page.getByRole("textbox", { name: cinnamon });
    await enter(page, cinnamon, "");
    await expect(page.getByText("Убрать запись «Склад 3 кг»?")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Оставить" }).tap();
    await expect(field).toHaveValue("3");
    await page.context().setOffline(true);
    await field.tap();
    await field.fill("");
    await page.getByRole("textbox", { name: mint }).tap();
    await page.getByRole("button", { name: "Убрать" }).tap();
    await expect(field).toHaveValue("");
    await expect(page.getByText("Посчитано 1 из 2")).toBeVisible();
    await expect(page.getByText("1 запись ждёт связи")).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText("ждёт связи")).toHaveCount(0);
    const readCounted = async () =>
      (await owner.get<Schemas["Inventory"]>(`/api/Inventory/${id}/Company/1`)).items.map(({ counted }) => counted);
    await expect.poll(readCounted).toEqual([null, 2]);
    await page.reload();
    await expect(page.getByText("Посчитано 1 из 2")).toBeVisible();
  });

  test("an unsent entry survives a sign-out and is sent after the next sign-in of the same user", async ({
    page,
    owner,
  }) => {
    const { titles, groupId } = await givenGroup(owner, ["Тмин"]);
    const [cumin = ""] = titles;
    const { id } = await startCount(owner, groupId);
    const path = `/Company/1/Inventory/${id}`;
    await signInAs(page, "storekeeper", path);
    await page.route("**/Entry", (route) => route.abort());
    await enter(page, cumin, "3");
    await expect(page.getByText("1 запись ждёт связи")).toBeVisible();
    const signOut = async () => {
      await page.getByRole("button", { name: "Профиль" }).tap();
      await page.getByRole("menuitem", { name: "Выйти" }).tap();
      await page.waitForURL("**/login.html**");
    };
    await signOut();
    await signInAs(page, "manager", "/Company/1/Inventory");
    await expect(page.getByRole("heading", { name: "Инвентаризации" })).toBeVisible();
    await expect(page.getByText("На этом устройстве не отправлено")).toHaveCount(0);
    await signOut();
    await signInAs(page, "storekeeper", "/Company/1/Inventory");
    await expect(page.getByText("На этом устройстве не отправлено: 1 запись подсчёта.")).toBeVisible();
    await page.unroute("**/Entry");
    await page.getByRole("link", { name: "Открыть лист" }).tap();
    await expect(rowOf(page, cumin)).toContainText("Тамара Лыкова");
  });

  test("a refused entry stays listed with its reason until the item is counted again", async ({ page, owner }) => {
    const { titles, groupId } = await givenGroup(owner, ["Перец"]);
    const [pepper = ""] = titles;
    const { id } = await startCount(owner, groupId);
    await signInAs(page, "storekeeper", `/Company/1/Inventory/${id}`);
    await page.route("**/Entry", (route) =>
      route.fulfill({
        status: 400,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "urn:problem:invalid",
          title: "Bad Request",
          status: 400,
          message: "Проверьте поля.",
          errors: { "entries.0.ageMs": "Товар посчитан до начала инвентаризации. Посчитайте его снова." },
          traceId: "trace",
        }),
      }),
    );
    await enter(page, pepper, "3");
    await expect(page.getByText(`Не записано: ${pepper}, Склад, 3 кг`)).toBeVisible();
    await expect(page.getByText("Посчитайте его снова.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Посчитайте его снова.")).toBeVisible();
    await page.goto("/Company/1/Inventory");
    await expect(page.getByText("На этом устройстве не отправлено: 1 запись подсчёта.")).toBeVisible();
    await page.getByRole("link", { name: "Открыть лист" }).tap();
    await page.unroute("**/Entry");
    await enter(page, pepper, "4");
    await expect(page.getByText("Не записано")).toHaveCount(0);
    await expect(rowOf(page, pepper)).toContainText("Склад 4 кг");
  });
});

test("approval of an inventory after a late receipt — shows the old and the new expected quantity and requires a second review", async ({
  page,
  owner,
}) => {
  const { titles, groupId, stockItemIds } = await givenGroup(owner, ["Масло"]);
  const [butter = ""] = titles;
  const { id } = await startCount(owner, groupId);
  const [stockItemId = 0] = stockItemIds;
  await owner.post(`/api/Inventory/${id}/Company/1/Entry`, { entries: [{ stockItemId, count: 9, ageMs: 0 }] });
  await signInAs(page, "storekeeper", `/Company/1/Inventory/${id}`);
  await page.getByRole("button", { name: /^На проверку/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByRole("row", { name: new RegExp(butter) })).toContainText("−1 кг");
  const list = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", {
    supplierId: 1,
    date: new Date(Date.now() - 3_600_000).toISOString(),
    items: [{ stockItemId, count: 2, price: 100 }],
  });
  const delivery = await page.context().newPage();
  await delivery.goto(`/Company/1/PackingList/${list.id}`);
  await delivery.getByRole("button", { name: /^Провести/ }).click();
  await delivery.getByRole("button", { name: "Да", exact: true }).click();
  await expect(delivery.getByText("Проведена", { exact: true }).first()).toBeVisible();
  await delivery.close();
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Пока проверяли, остаток изменился")).toBeVisible();
  await expect(page.getByRole("row", { name: new RegExp(butter) })).toContainText(/было 10\sкг\s*стало 12\sкг/);
  await page.getByRole("button", { name: "Проверить ещё раз" }).click();
  await expect(page.getByRole("row", { name: new RegExp(butter) })).toContainText("−3 кг");
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Проведена", { exact: true })).toBeVisible();
});

test("approval of a packing list dated before an inventory — asks whether the goods were on the shelf during the count", async ({
  page,
  owner,
}) => {
  const { groupId, stockItemIds, titles } = await givenGroup(owner, ["Крупа"]);
  const [stockItemId = 0] = stockItemIds;
  const { id } = await startCount(owner, groupId);
  await owner.post(`/api/Inventory/${id}/Company/1/Entry`, { entries: [{ stockItemId, count: 9, ageMs: 0 }] });
  await signInAs(page, "storekeeper", `/Company/1/Inventory/${id}`);
  await page.getByRole("button", { name: /^На проверку/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  await expect(page.getByText("Проведена", { exact: true })).toBeVisible();
  const list = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", {
    supplierId: 1,
    date: new Date(Date.now() - 3_600_000).toISOString(),
    items: [{ stockItemId, count: 5, price: 100 }],
  });
  await page.goto(`/Company/1/PackingList/${list.id}`);
  await page.getByRole("button", { name: /^Провести/ }).click();
  await page.getByRole("button", { name: "Да", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Товар уже лежал на складе, когда его считали?" });
  await expect(question).toContainText(titles[0] ?? "");
  await expect(question.getByRole("button", { name: "Да", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Проведена", { exact: true }).first()).toBeVisible();
  const items = await owner.get<Schemas["PackingListItem"][]>("/api/PackingList/Company/1/Item");
  expect(items.find((item) => item.id === stockItemId)?.count).toBe(9);
});

test("inventory dashboard — offers to start a due inventory, and then shows the progress of this inventory", async ({
  page,
  owner,
}) => {
  const { name } = await givenGroup(owner, ["Корица", "Ваниль"]);
  await signInAs(page, "storekeeper", "/Company/1/Inventory/DashBoard");
  const due = page.getByRole("region", { name: "Пора считать" }).getByRole("listitem").filter({ hasText: name });
  await expect(due).toContainText("Сегодня");
  await expect(page.getByRole("region", { name: "Недостачи и излишки по неделям" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Ни разу не считали" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await due.getByRole("link", { name: "Начать подсчёт" }).click();
  await page.getByRole("button", { name: "Начать подсчёт" }).click();
  await expect(page.getByText("Посчитано 0 из 2")).toBeVisible();
  await page.goto("/Company/1/Inventory/DashBoard");
  const open = page.getByRole("region", { name: "Считают сейчас" }).getByRole("listitem").filter({ hasText: name });
  await expect(open).toContainText("Посчитано 0 из 2");
});

test("second inventory of an inventory group — is refused with a link to the open inventory", async ({
  page,
  owner,
}) => {
  const { name, groupId } = await givenGroup(owner, ["Укроп"]);
  const other = await givenGroup(owner, ["Лук"]);
  await signInAs(page, "storekeeper", `/Company/1/Inventory/New?group=${groupId}`);
  const group = page.getByRole("combobox", { name: "Что считаем" });
  await expect(group).toHaveValue(name);
  const { id } = await startCount(owner, groupId);
  const start = page.getByRole("button", { name: /^Начать подсчёт/ });
  await start.click();
  const link = page.getByRole("link", { name: "Открыть подсчёт" });
  await expect(link).toHaveAttribute("href", `/Company/1/Inventory/${id}`);
  await group.fill(other.name);
  await page.getByRole("option", { name: other.name }).click();
  await expect(link).toHaveCount(0);
  await group.fill(name);
  await page.getByRole("option", { name }).click();
  await start.click();
  await link.click();
  await expect(page.getByRole("heading", { name: `Инвентаризация «${name}»` })).toBeVisible();
});

test("inventory group editor — requires an item, and can add a single item or all items of a stock group", async ({
  page,
}) => {
  const name = `Новая ${randomUUID().slice(0, 8)}`;
  await signInAs(page, "storekeeper", "/Company/1/InventoryGroup/New");
  await page.getByLabel("Название").fill(name);
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Добавьте хотя бы один товар.")).toBeVisible();
  await page.getByRole("combobox", { name: "Добавить товар", exact: true }).fill("Сметана");
  await page.getByRole("option", { name: "Сметана" }).click();
  await expect(page.getByText("1 позиция")).toBeVisible();
  await page.getByRole("combobox", { name: "Добавить все товары группы склада" }).fill("Сыры");
  await page.getByRole("option", { name: "Сыры" }).click();
  await expect(page.getByRole("button", { name: "Убрать Сыр моцарелла" })).toBeVisible();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Раз в 7 дней");
});
