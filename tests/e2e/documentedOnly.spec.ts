import type { Page } from "@playwright/test";
import { expect, signInByHand, test } from "../support/e2e/fixtures.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";
import { ports } from "../support/e2e/stackSettings.ts";
import { contractOperations } from "../support/oracles/serverAnswers.ts";

// The server at this address has only the operations and fields described in the specification (option
// `--documented-only`).
test.use({ baseURL: `http://127.0.0.1:${ports.documented}` });

const patternOf = (path: string): string => `^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`;

const extensions = contractOperations
  .filter(({ node }) => node["x-extension"] === true)
  .map(({ method, path }) => ({ method: method.toUpperCase(), pattern: new RegExp(patternOf(path)) }));

/** Records the requests for operations that the server does not have, and the errors of the page. */
const watch = (page: Page) => {
  const asked: string[] = [];
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const method = response.request().method();
    if (response.status() === 404 && extensions.some((one) => one.method === method && one.pattern.test(pathname)))
      asked.push(`${method} ${pathname}`);
  });
  return { asked, errors };
};

const expectNoError = async (page: Page): Promise<void> => {
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText(/непонятно|Что-то пошло не так|undefined|NaN/)).toHaveCount(0);
};

/** Saves the form and waits for the list. */
const save = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+Enter");
  await expect(page).not.toHaveURL(/\/(New|Add|Edit)$/);
  await expect(page.getByText(/сохранен/i).first()).toBeVisible();
};

test("server with only the documented operations — an order is taken, edited, paid and closed", async ({
  page,
  context,
}) => {
  const { asked, errors } = watch(page);
  await signInByHand(page);
  const street = `ул. Документная-${Date.now() % 100_000}`;

  await test.step("create the order", async () => {
    await page.keyboard.press("n");
    await page.getByLabel("Контактный телефон").fill("89161112299");
    await expect(page.getByText("Новый клиент")).toBeVisible();
    await expect(page.getByRole("button", { name: "В зале" })).toHaveCount(0);
    await page.getByLabel("Улица").fill(street);
    await page.getByLabel("Дом", { exact: true }).fill("7");
    await page.getByLabel("Название или артикул").fill("борщ");
    await page.keyboard.press("Enter");
    await expect(page.locator("[data-total]")).toContainText("340,00");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText("340,00");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/Company\/1$/);
  });

  await test.step("open and edit the order", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type(street);
    await page.locator("tr[data-row]", { hasText: street }).locator("a[data-open]").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Заказ №");
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/\/Edit$/);
    await page.locator("tr[data-line]").focus();
    await page.keyboard.press("+");
    await expect(page.locator("[data-total]")).toContainText("680,00");
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/Order\/\d+$/);
    await expectNoError(page);
  });

  await test.step("change the status", async () => {
    await expect(page.getByRole("tab", { name: /Позиции/ })).toBeVisible();
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
    await dialog.getByRole("button", { name: /^Готовится/ }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step("take one part of the sum in cash and the rest by an invoice", async () => {
    await page.keyboard.press("p");
    const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
    await dialog.getByLabel("Сумма").fill("300");
    await page.keyboard.press("Control+Enter");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText("380,00").first()).toBeVisible();
    await page.getByRole("button", { name: "Выставить счёт" }).click();
    const invoice = page.getByRole("dialog", { name: /^Выставить счёт/ });
    await invoice.getByLabel("Сумма счёта").fill("380");
    await page.keyboard.press("Control+Enter");
    const info = page.getByRole("dialog", { name: "Счёт на оплату" });
    const address = await info.getByLabel("Ссылка для плательщика").inputValue();
    const payer = await context.newPage();
    await payer.goto(new URL(address).pathname);
    await payer.getByRole("button", { name: "Оплатить" }).click();
    await payer.close();
    await expect(info.getByText("Оплачен")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(info).toHaveCount(0);
  });

  await test.step("close the order, read its history and print the pre-bill", async () => {
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
    await dialog.getByRole("button", { name: /^Доставлен/ }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("tab", { name: /История/ }).click();
    await expect(page.getByRole("tabpanel").locator("tbody tr").first()).toBeVisible();
    await expectNoError(page);
    const opened = context.waitForEvent("page");
    await page.getByRole("button", { name: "Предчек" }).click();
    const bill = await opened;
    await expect(bill.getByRole("article")).toContainText("680,00");
  });
  expect(errors).toEqual([]);
  // The client requests each missing operation at most once.
  expect(new Set(asked).size).toBe(asked.length);
});

test("server with only the documented operations — catalogue, configuration, stock and suppliers can be edited", async ({
  page,
}) => {
  const { errors } = watch(page);
  await signInByHand(page, "owner", "/Company/1/Category");
  const suffix = String(Date.now() % 100_000);

  await test.step("category and dish", async () => {
    await page.goto("/Company/1/Category/New");
    await page.getByLabel("Название").fill(`Категория ${suffix}`);
    await save(page);
    await page.goto("/Company/1/Item/New");
    await page.getByLabel(/^Название/).fill(`Блюдо ${suffix}`);
    await page.getByRole("textbox", { name: "Цена", exact: true }).fill("120");
    await page.getByRole("combobox", { name: "Категории" }).click();
    await page.keyboard.type("пицца");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Основная категория")).toContainText("Пицца");
    await save(page);
    await page.getByLabel(/^Название/).fill(`Блюдо ${suffix}`);
    await chooseRowAction(page.locator("tr[data-row]", { hasText: `Блюдо ${suffix}` }), "Редактировать");
    await page.getByRole("textbox", { name: "Цена", exact: true }).fill("130");
    await save(page);
    await expect(page.locator("tr[data-row]", { hasText: `Блюдо ${suffix}` })).toContainText("130,00");
  });

  await test.step("status, tag, discount, payment method and operator phone", async () => {
    for (const area of ["OrderStatus", "Tag", "Discount", "PaymentMethod"]) {
      await page.goto(`/Company/1/${area}/New`);
      await page.getByLabel("Название").fill(`${area} ${suffix}`);
      if (area === "Discount") await page.getByLabel("Размер").fill("5");
      await save(page);
      await page
        .locator("tr[data-row]", { hasText: `${area} ${suffix}` })
        .getByRole("link")
        .first()
        .click();
      await page.getByLabel("Название").fill(`${area} ${suffix} нов`);
      await save(page);
      await expectNoError(page);
    }
    await page.goto("/Company/1/OperatorPhone/New");
    await page.getByLabel("Номер").fill(`+7495${suffix.padStart(7, "1")}`);
    await save(page);
  });

  await test.step("stock operation and supplier", async () => {
    await page.goto("/Company/1/StockOperation/Add");
    await page.getByRole("combobox", { name: "Товар" }).fill("мука");
    await page.getByRole("option").first().click();
    await page.getByLabel("Количество").fill("2");
    await save(page);
    await page.goto("/Company/1/Supplier/Add");
    await page.getByLabel("Название").fill(`Поставщик ${suffix}`);
    await save(page);
  });
  expect(errors).toEqual([]);
});

for (const [path, heading] of [
  ["/", "Мои компании"],
  ["/Company/1/Dashboard", /\d{4}/],
  ["/Company/1/Board", "Доска заказов"],
  ["/Company/1/DashBoard/Summury", /Сводка/],
  ["/Company/1/DashBoard/Realization", /Сводка продаж/],
  ["/Company/1/DashBoard/OrderCalendar", /Календарь заказов/],
  ["/Company/1/Call", /Звонки/],
  ["/Company/1/Stock", "Склад"],
  ["/Company/1/RoleCompany", "Все роли компании"],
  ["/Company/1/Employee", "Сотрудники"],
] as const)
  test(`server with only the documented operations — ${path} opens without an error`, async ({ page }) => {
    const { errors } = watch(page);
    await signInByHand(page, "owner", path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.locator("[aria-busy=true], .animate-pulse")).toHaveCount(0);
    await expectNoError(page);
    expect(errors).toEqual([]);
  });

for (const path of [
  "/Company/1/Printer",
  "/Company/1/Report",
  "/Company/1/Finance/Source",
  "/Company/1/Finance/Transaction",
  "/Company/1/Finance/Transaction/New",
  "/Company/1/Finance/Shift",
  "/Company/1/Finance/Shift/HandIn",
  "/Company/1/Finance/Settings",
  "/Company/1/InventoryGroup",
  "/Company/1/InventoryGroup/New",
  "/Company/1/Inventory",
  "/Company/1/Inventory/DashBoard",
  "/Company/1/Inventory/New",
  "/Company/1/Inventory/1",
  "/CompanyGroup",
  "/PrintCenter",
])
  test(`server with only the documented operations — ${path} reports that the server lacks operations`, async ({
    page,
  }) => {
    await signInByHand(page, "owner", path);
    await expect(page.getByText("Этот сервер такой возможности не предлагает.").first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
