import type { APIRequestContext, Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { confirmDialog } from "../support/e2e/pages/confirmDialog.ts";
import { chooseRowAction, openRowMenu } from "../support/e2e/pages/rowMenu.ts";
import { KNOWN_DEVICE, ports } from "../support/e2e/stackSettings.ts";

const origin = `http://127.0.0.1:${ports.server}`;

/** Signs in as the owner of company 1 and returns functions that call the API. */
const ownerOf = async (request: APIRequestContext) => {
  const data = { grantType: "password", userName: "owner", password: "owner-demo", tokenIn: "body" };
  const signedIn = await request.post(`${origin}/token`, { data, headers: { Cookie: KNOWN_DEVICE } });
  const { access_token: token } = (await signedIn.json()) as Schemas["Token"];
  const headers = { Authorization: `Bearer ${token}` };
  const put = async (path: string, body: object) => {
    const answer = await request.put(origin + path, { data: body, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  return {
    give: (userId: number, roleId: number) => put(`/api/Company/1/User/${userId}`, { roleId }),
    rename: (role: Schemas["Role"], name: string) =>
      put(`/api/RoleCompany/${role.id}/Company/1`, { name, permissions: role.permissions }),
    create: async (name: string, permissions: Record<string, number>) => {
      const answer = await request.post(`${origin}/api/RoleCompany/Company/1`, {
        data: { name, permissions },
        headers,
      });
      return (await answer.json()) as Schemas["Role"];
    },
  };
};

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("role — can be added and changed, and a removed permission takes effect when the user reloads the page", async ({
  page,
  browser,
  request,
  hire,
}) => {
  const name = `Сборщик ${test.info().retry + 1}`;
  const { id: userId, userName } = await hire();
  const owner = await ownerOf(request);
  await signInAs(page, "owner", "/Company/1/RoleCompany");
  await expect(page.getByRole("heading", { name: "Все роли компании", exact: true })).toBeVisible();
  await openRowMenu(rowOf(page, "Менеджер"));
  await expect(page.getByRole("menuitem", { name: /Редактировать/ })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Добавить роль" }).click();
  await expect(page.getByRole("heading", { name: "Настройка Ролей компании", exact: true })).toBeVisible();
  await page.getByLabel("Название").fill(name);
  await page.getByLabel("Просмотр заказов").check();
  const percent = page.getByLabel("Наибольшая скидка, %");
  for (const [typed, shown] of [
    ["abc", ""],
    ["15", "15"],
    ["1.5", "15"],
    ["0", ""],
  ] as const) {
    await percent.fill(typed);
    await percent.blur();
    await expect(percent).toHaveValue(shown);
  }
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Сохранено").first()).toBeVisible();
  await expect(page).toHaveURL(/\/RoleCompany$/);
  const id = Number(await rowOf(page, name).getAttribute("data-row"));

  await owner.give(userId, id);
  const picker = await browser.newPage();
  await signInAs(picker, userName);
  await expect(picker.locator("tr[data-row]").first()).toBeVisible();

  await page.reload();
  await openRowMenu(rowOf(page, name));
  await expect(page.getByRole("menuitem", { name: /Удалить/ })).toBeDisabled();
  await page.getByRole("menuitem", { name: "Редактировать" }).click();
  await page.getByLabel("Просмотр заказов").uncheck();
  await page.getByLabel("Просмотр каталога").check();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page).toHaveURL(/\/RoleCompany$/);
  await picker.reload();
  await expect(picker.locator("#main")).toContainText("Нет права «Просмотр заказов»");
  await picker.close();

  await chooseRowAction(rowOf(page, name), "Просмотр");
  await expect(page.getByRole("row", { name: /Просмотр каталога/ }).getByRole("img", { name: "есть" })).toBeVisible();
  await expect(page.getByRole("row", { name: /Просмотр заказов/ })).toHaveCount(0);
});

test("role — is removed only after a confirmation; the confirmation dialog focuses the button 'Нет'", async ({
  page,
  request,
}) => {
  await (await ownerOf(request)).create("Лишняя", { "order.view": 1 });
  await signInAs(page, "owner", "/Company/1/RoleCompany");
  await chooseRowAction(rowOf(page, "Лишняя"), "Удалить");
  const dialog = page.getByRole("dialog", { name: "Удалить Роль?" });
  await expect(dialog).toContainText("Уверены,что хотите удалить роль?");
  await expect(dialog.getByRole("button", { name: "Нет" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(page, "Лишняя").getByRole("button", { name: "Другие действия" })).toBeFocused();
  await chooseRowAction(rowOf(page, "Лишняя"), "Удалить");
  await confirmDialog(page);
  await expect(rowOf(page, "Лишняя")).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: "удалена" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("role — saving an outdated version shows the other user's changes, which the user can accept", async ({
  page,
  request,
}) => {
  const owner = await ownerOf(request);
  const role = await owner.create("Старшая смена", { "order.view": 1 });
  await signInAs(page, "owner", `/Company/1/RoleCompany/${role.id}/Edit`);
  await page.getByLabel("Просмотр каталога").check();
  await owner.rename(role, "Ночная смена");
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Запись уже изменил кто-то другой" });
  await expect(dialog.getByRole("row", { name: /Название/ })).toContainText("Ночная смена");
  await dialog.getByRole("button", { name: "Взять чужие изменения" }).click();
  await expect(page.getByLabel("Название")).toHaveValue("Ночная смена");
  await expect(page.getByLabel("Просмотр каталога")).not.toBeChecked();

  await page.getByLabel("Просмотр каталога").check();
  await page.getByRole("link", { name: "Отмена" }).click();
  const leaving = page.getByRole("dialog", { name: "Уйти без сохранения?" });
  await leaving.getByRole("button", { name: "Остаться" }).click();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page).toHaveURL(/\/RoleCompany$/);
  await expect(rowOf(page, "Ночная смена")).toBeVisible();
});

test("copy of a role — is saved only without the permissions that the author of the copy lacks", async ({
  page,
  request,
  hire,
}) => {
  const owner = await ownerOf(request);
  const author = await hire();
  const { id: roleId } = await owner.create("Кадровик", { "role.manage": 1, "order.view": 1 });
  await owner.give(author.id, roleId);
  await signInAs(page, author.userName, "/Company/1/RoleCompany");
  await page.locator('tr[data-row="4"]').getByRole("button", { name: "Другие действия" }).click();
  await page.getByRole("menuitem", { name: "Скопировать" }).click();
  await expect(page).toHaveURL(/\/RoleCompany\/New\?from=4$/);
  await expect(page.getByLabel("Название")).toHaveValue("Копия — Кассир");
  await expect(page.getByLabel("Просмотр заказов")).toBeChecked();
  const accept = page.getByLabel("Приём оплаты");
  await expect(accept).toBeChecked();
  await expect(accept).toHaveAccessibleDescription(/уберите его, иначе роль не сохранится/);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("alert")).toContainText("Нельзя дать право");
  const excess = page.getByRole("checkbox", { checked: true }).and(page.locator("[aria-invalid]"));
  for (let left = await excess.count(); left > 0; left -= 1) {
    await excess.first().uncheck();
    await expect(excess).toHaveCount(left - 1);
  }
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/RoleCompany$/);
  await chooseRowAction(rowOf(page, "Копия — Кассир"), "Просмотр");
  await expect(page.getByRole("img", { name: "есть" })).toHaveCount(1);
  await expect(page.getByRole("row", { name: /Просмотр заказов/ })).toBeVisible();
});

test("number of users of a role — opens the list of these users", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/RoleCompany");
  const link = page.locator('tr[data-row="4"]').getByRole("link", { name: /сотрудники с ролью «Кассир»/ });
  const count = Number(await link.textContent());
  expect(count).toBeGreaterThan(0);
  await link.click();
  await expect(page).toHaveURL(/\/Employee\?role=4$/);
  const rows = page.locator("tr[data-row]");
  await expect(rows.filter({ hasText: "Кассир" })).toHaveCount(count);
  await expect(rows).toHaveCount(count);
  await page.getByRole("link", { name: "Показать всех" }).click();
  await expect(page.getByText("Только с ролью")).toHaveCount(0);
  await expect(rows.filter({ hasText: "Кладовщик" }).first()).toBeVisible();
});

test("role matrix at phone width — scrolls inside its region with the keyboard, and the row and column headers stay visible", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "owner", "/Company/1/RoleCompany");
  await page.getByRole("button", { name: "Матрица" }).click();
  await expect(page).toHaveURL(/\?view=matrix$/);
  await expect(page.getByRole("button", { name: "Матрица" })).toBeFocused();
  await page.reload();
  const region = page.getByRole("region", { name: "Права ролей" });
  const title = region.getByRole("rowheader", { name: "Просмотр заказов" });
  const left = (await title.boundingBox())?.x;
  const lastRole = region.getByRole("columnheader").last();
  await expect(lastRole).not.toBeInViewport();
  await expect(async () => {
    await region.press("ArrowRight");
    await expect(lastRole).toBeInViewport({ timeout: 100 });
  }).toPass();
  expect((await title.boundingBox())?.x).toBe(left);
  await region.press("End");
  await expect(region.getByRole("rowheader", { name: "Настройка компании" })).toBeInViewport();
  await expect(lastRole).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("company group — is shown to its members and edited by an administrator", async ({ page, browser }) => {
  await signInAs(page, "admin", "/CompanyGroup/New");
  await page.getByLabel("Название").fill("Пробная сеть");
  await expect(page.getByRole("checkbox", { name: /Суши «Волна»/ })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Кафе «Причал»" }).check();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(rowOf(page, "Пробная сеть")).toContainText("Кафе «Причал»");
  const member = await browser.newPage();
  await signInAs(member, "owner2", "/CompanyGroup");
  await chooseRowAction(rowOf(member, "Пробная сеть"), "Просмотр");
  await member.getByRole("link", { name: "Категории" }).click();
  await expect(member.getByRole("heading", { level: 1 })).toBeVisible();
  await member.close();
  await chooseRowAction(rowOf(page, "Пробная сеть"), "Редактировать");
  await page.getByRole("checkbox", { name: "Кафе «Причал»" }).uncheck();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await chooseRowAction(rowOf(page, "Пробная сеть"), "Удалить");
  await confirmDialog(page);
  await expect(rowOf(page, "Пробная сеть")).toHaveCount(0);
});

const forbidden = {
  kitchen: [
    ["RoleCompany", "Роли", "Управление ролями"],
    ["RoleCompany/New", "Роли", "Управление ролями"],
    ["Employee", "Сотрудники", "Управление сотрудниками"],
    ["OperatorPhone", "Телефоны операторов", "Настройка компании"],
    ["Order/New", "Новый заказ", "Приём заказов"],
  ],
  cashier: [
    ["Order/New", "Новый заказ", "Приём заказов"],
    ["StockOperation/Add", "Складские операции", "Просмотр склада"],
    ["Call", "Звонки", "Звонки"],
  ],
  courier: [
    ["Order/New", "Новый заказ", "Приём заказов"],
    ["Order/1/Edit", "Изменение заказа", "Изменение заказов"],
    ["Item", "Позиции меню", "Просмотр каталога"],
    ["Item/1/Edit", "Позиции меню", "Просмотр каталога"],
    ["Category", "Категории", "Просмотр каталога"],
    ["StockItem", "Товары склада", "Просмотр каталога"],
    ["Printer/Queue", "Очередь печати", "Печать"],
  ],
} as const;

for (const user of ["kitchen", "cashier", "courier"] as const)
  test(`${user} — sees only the heading and the missing permission on a screen that requires this permission`, async ({
    page,
  }) => {
    await signInAs(page, user, "/Info");
    for (const [area, heading, right] of forbidden[user]) {
      await page.goto(`/Company/1/${area}`);
      await expect(page.locator("#main").getByText(`Нет права «${right}»`)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name: heading, exact: true })).toBeVisible();
      await expect(page).toHaveTitle(heading);
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(page.locator("#main").getByRole("textbox")).toHaveCount(0);
    }
  });

test("list of roles — shows a row with a spinner while the roles are loading", async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/api\/RoleCompany/, async (route) => {
    await held;
    await route.fallback();
  });
  await signInAs(page, "owner", "/Company/1/RoleCompany");
  const spinner = page.getByRole("row").getByRole("status");
  await expect(spinner).toHaveText("Загрузка");
  answer();
  await expect(spinner).toBeHidden();
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
});

test("preview of a role — shows the application with the permissions of the role, until the user ends the preview", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/RoleCompany");
  await chooseRowAction(page.getByRole("row", { name: /Кухня/ }), "Просмотр");
  await page.getByRole("button", { name: "Посмотреть как эта роль" }).click();
  const bar = page.getByRole("status").filter({ hasText: "Вы смотрите как роль «Кухня»" });
  await expect(bar).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Кухня" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Открытые заказы" })).toHaveCount(0);
  await bar.getByRole("button", { name: "Вернуться к своим правам" }).click();
  await expect(page).toHaveURL("/Company/1/RoleCompany");
  await expect(page.getByRole("row", { name: /Кухня/ })).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test("preview of a role — ends when the page is loaded again", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/RoleCompany");
  await chooseRowAction(page.getByRole("row", { name: /Курьер/ }), "Просмотр");
  await page.getByRole("button", { name: "Посмотреть как эта роль" }).click();
  await expect(page.getByText("Вы смотрите как роль «Курьер»")).toBeVisible();
  await page.goto("/Company/1");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await expect(page.getByText("Вы смотрите как роль")).toHaveCount(0);
});
