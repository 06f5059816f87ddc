import type { Page } from "@playwright/test";
import { expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";
import { holdRequests } from "../support/e2e/holdRequests.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";

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
    title: "categories of a company group",
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

    await chooseRowAction(rowOf(page, added), "Редактировать");
    await expect(field).toHaveValue(added);
    await field.fill(edited);
    await page.keyboard.press("Control+Enter");
    await page.waitForURL(new RegExp(`${path}(\\?.*)?$`));
    await expect(rowOf(page, edited)).toHaveCount(1);
    await expect(rowOf(page, added)).toHaveCount(0);

    await chooseRowAction(rowOf(page, edited), "Удалить");
    await page.getByRole("button", { name: "Нет", exact: true }).click();
    await expect(rowOf(page, edited).getByRole("button", { name: "Другие действия" })).toBeFocused();
    await chooseRowAction(rowOf(page, edited), "Удалить");
    await page.getByRole("dialog").getByRole("button", { name: "Да", exact: true }).click();
    await expect(rowOf(page, edited)).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

test("filtered list — keeps its filter and page after a form is saved, cancelled, or left by Esc or Back", async ({
  page,
}) => {
  const list = "/Company/1/Item?name=%D0%B1%D0%B0%D0%B3&page=1";
  await signInAs(page, "owner", list);
  const rows = page.locator("tr[data-row]");
  await expect(rows.first()).toContainText(/баг/i);
  const shown = await rows.count();
  const ways: readonly (() => Promise<unknown>)[] = [
    () => page.keyboard.press("Control+Enter"),
    () => page.getByRole("link", { name: "Отмена" }).click(),
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
  ];
  for (const leave of ways) {
    await rows.first().locator("[data-open]").click();
    await page.getByRole("button", { name: "Сохранить" }).waitFor();
    await page.getByRole("heading", { level: 1 }).click();
    await leave();
    await expect(page).toHaveURL(list);
    await expect(rows).toHaveCount(shown);
  }
  await page.getByRole("link", { name: "Добавить позицию" }).click();
  await page.getByRole("link", { name: "Отмена" }).click();
  await expect(page).toHaveURL(list);
});

test("dialog closed by a double click — the second click does not reach the page behind the dialog", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Tag/New");
  const name = `Двойной ${Date.now()}`;
  await page.getByLabel("Название").fill(name);
  await page.keyboard.press("Control+Enter");
  const row = page.locator("tr[data-row]").filter({ hasText: name });
  const dialog = page.getByRole("dialog");
  const clickOn = async (button: string, clickCount: number) => {
    const box = await dialog.getByRole("button", { name: button, exact: true }).boundingBox();
    if (!box) throw new Error("the button is not visible");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount });
  };
  await chooseRowAction(row, "Удалить");
  await clickOn("Нет", 2);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/Tag$/);
  await chooseRowAction(row, "Удалить");
  const release = await holdRequests(page, { url: /\/api\/Tag\//, method: "DELETE" });
  await clickOn("Да", 3);
  await release();
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(/\/Tag$/);
});

/** Lists with rows that open a screen, and the path of that screen. */
const opened: readonly [list: string, path: string, screen: RegExp][] = [
  ["categories", "/Company/1/Category", /\/Company\/1\/Category\/\d+\/Edit$/],
  ["employees", "/Company/1/Employee", /\/Company\/1\/Employee\/\d+\/Edit$/],
  ["customers", "/Company/1/Customer", /\/Company\/1\/Customer\/\d+$/],
];

for (const [list, path, screen] of opened)
  test(`row of the list of ${list} — a click on the name or beside the name opens the record`, async ({ page }) => {
    await signInAs(page, "owner", path);
    const row = page.locator("tr[data-row]").first();
    await row.locator("td").nth(1).click();
    await expect(page).toHaveURL(screen);
    await page.goto(path);
    await row.locator("[data-open]").click();
    await expect(page).toHaveURL(screen);
  });

test("row of a category of the company group — opens the dishes of the category, because a company cannot edit the category", async ({
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
