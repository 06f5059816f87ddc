import type { Page } from "@playwright/test";
import { expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";

/** Directory that the tests check, such as tags. The first column of the list contains the name. */
interface Directory {
  readonly title: string;
  readonly path: string;
  readonly add: string;
  readonly user?: Login;
  /** Label of the name field in the form. */
  readonly label?: string;
  readonly names?: readonly [added: string, edited: string];
  /** Fills in the other required fields of a new record. */
  readonly fill?: (page: Page) => Promise<void>;
  /** Closes the dialog that the list shows for a new record. */
  readonly dismiss?: (page: Page) => Promise<void>;
}

const directories: readonly Directory[] = [
  { title: "categories of a company", path: "/Company/1/Category", add: "Добавить категорию" },
  {
    title: "categories of a group",
    path: "/CompanyGroup/1/Category",
    add: "Добавить категорию",
    user: "admin",
    names: ["Ая общая", "Ая единая"],
  },
  {
    title: "dishes",
    path: "/Company/1/Item",
    add: "Добавить позицию",
    fill: async (page) => {
      await page.getByRole("textbox", { name: "Цена", exact: true }).fill("99,5");
      await page.getByRole("combobox", { name: "Категории" }).click();
      await page.keyboard.type("хлеб");
      await page.keyboard.press("Enter");
    },
  },
  {
    title: "stock items",
    path: "/Company/1/StockItem",
    add: "Добавить товар",
    fill: (page) => page.getByLabel("Единица измерения").fill("кг"),
  },
  { title: "order statuses", path: "/Company/1/OrderStatus", add: "Добавить статус" },
  {
    title: "delivery zones",
    path: "/Company/1/Delivery/Zone",
    add: "Добавить зону",
    fill: (page) => page.getByLabel("Улицы").fill("ул. Проверочная"),
  },
  { title: "kitchen stations", path: "/Company/1/Kitchen/Station", add: "Добавить станцию" },
  { title: "tags", path: "/Company/1/Tag", add: "Добавить тег" },
  {
    title: "discounts",
    path: "/Company/1/Discount",
    add: "Добавить скидку",
    fill: (page) => page.getByLabel("Размер").fill("7,5"),
  },
  { title: "payment methods", path: "/Company/1/PaymentMethod", add: "Добавить способ оплаты" },
  {
    title: "operator phones",
    path: "/Company/1/OperatorPhone",
    add: "Добавить телефон",
    label: "Номер",
    names: ["1203", "1204"],
    dismiss: (page) => page.getByRole("dialog").getByRole("button", { name: "Закрыть" }).last().click(),
  },
  { title: "custom fields", path: "/Company/1/CustomField", add: "Добавить поле" },
  { title: "roles", path: "/Company/1/RoleCompany", add: "Добавить роль" },
  { title: "companies", path: "/Company", add: "Добавить компанию", user: "owner2" },
  { title: "company groups", path: "/CompanyGroup", add: "Добавить группу", user: "admin" },
];

test.describe.configure({ mode: "parallel" });

const rowOf = (page: Page, name: string) => page.locator("tr[data-row]").filter({ hasText: name });

for (const { title, path, add, user = "owner", label = "Название", names, fill, dismiss } of directories)
  test(`${title} — can be added, shown, changed and removed`, async ({ page }) => {
    const [added, edited] = names ?? ["Аа проверка", "Аа исправлено"];
    const field = page.getByRole("textbox", { name: new RegExp(`^${label}`) }).first();
    await signInAs(page, user, path);
    await page.getByRole("link", { name: add }).click();
    await page.getByRole("button", { name: "Сохранить" }).waitFor();
    await field.fill(added);
    await fill?.(page);
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(new RegExp(`${path}(\\?.*)?$`));
    await dismiss?.(page);
    await expect(rowOf(page, added)).toHaveCount(1);

    await rowOf(page, added).getByRole("link", { name: "Редактировать" }).click();
    await expect(field).toHaveValue(added);
    await field.fill(edited);
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(new RegExp(`${path}(\\?.*)?$`));
    await expect(rowOf(page, edited)).toHaveCount(1);
    await expect(rowOf(page, added)).toHaveCount(0);

    const remove = rowOf(page, edited).getByRole("button", { name: "Удалить" });
    await remove.click();
    await page.getByRole("button", { name: "Нет", exact: true }).click();
    await expect(remove).toBeFocused();
    await remove.click();
    await page.getByRole("dialog").getByRole("button", { name: "Да", exact: true }).click();
    await expect(rowOf(page, edited)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

test("dialog closed by a double click — the second click does not reach the page behind the dialog", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Tag/New");
  const name = `Двойной ${test.info().retry}`;
  await page.getByLabel("Название").fill(name);
  await page.keyboard.press("Control+Enter");
  const row = page.locator("tr[data-row]").filter({ hasText: name });
  await row.getByRole("button", { name: "Удалить" }).click();
  const yes = page.getByRole("dialog").getByRole("button", { name: "Да", exact: true });
  const { x = 0, y = 0, width = 0, height = 0 } = (await yes.boundingBox()) ?? {};
  for (let times = 0; times < 3; times += 1) {
    await page.mouse.click(x + width / 2, y + height / 2);
    await page.waitForTimeout(100);
  }
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(/\/Tag$/);
});

/** Lists whose rows open a screen, with the path of that screen. */
const opened: readonly [list: string, path: string, screen: RegExp][] = [
  ["categories", "/Company/1/Category", /\/Company\/1\/Category\/\d+\/Edit$/],
  ["employees", "/Company/1/Employee", /\/Company\/1\/Employee\/\d+\/Edit$/],
  ["customers", "/Company/1/Customer", /\/Company\/1\/Customer\/\d+$/],
];

for (const [list, path, screen] of opened)
  test(`row of the ${list} — a click on the name or beside the name opens the record`, async ({ page }) => {
    await signInAs(page, "owner", path);
    const row = page.locator("tr[data-row]").first();
    await row.locator("td").nth(1).click();
    await expect(page).toHaveURL(screen);
    await page.goto(path);
    await row.locator("[data-open]").click();
    await expect(page).toHaveURL(screen);
  });

test("row of a group's category in a company — opens the dishes of the category, because only the group can change the category", async ({
  page,
}) => {
  const name = `Общая ${Date.now()}`;
  await signInAs(page, "admin", "/CompanyGroup/1/Category/New");
  await page.getByLabel("Название").fill(name);
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/CompanyGroup\/1\/Category$/);
  await page.goto(`/Company/1/Category?name=${encodeURIComponent(name)}`);
  const row = page.locator("tr[data-row]");
  const id = await row.getAttribute("data-row");
  await row.locator("[data-open]").click();
  await expect(page).toHaveURL(new RegExp(`/Company/1/Item\\?category=${id}$`));
});
