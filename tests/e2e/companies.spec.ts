import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, expect, signInAs, signInByHand, test } from "../support/e2e/fixtures.ts";
import { confirmDialog } from "../support/e2e/pages/confirmDialog.ts";
import { chooseRowAction } from "../support/e2e/pages/rowMenu.ts";

const logo = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: "#0b7269" } })
    .png()
    .toBuffer();

test("company — can be added with a logo, changed and deleted", async ({ page, hire }) => {
  const { userName } = await hire();
  await signInAs(page, "admin", `/Admin/Account?search=${userName}`);
  await page.getByRole("button", { name: "Другие действия" }).click();
  await page.getByRole("menuitem", { name: "Право на компании" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(page.locator("tr[data-row]")).toContainText("Создаёт компании");
  await signInAs(page, userName, "/");
  await page.getByRole("link", { name: "Добавить компанию" }).click();
  await page.getByLabel("Название").fill("Пекарня «Рожь»");
  const picker = page.getByLabel("Логотип").and(page.locator("input[type=file]"));
  await picker.setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("<script>alert(1)</script>"),
  });
  await expect(page.getByRole("alert")).toContainText("Это не картинка");
  await picker.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: await logo() });
  await page.getByRole("combobox", { name: "Часовой пояс" }).fill("самара");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Часовой пояс" })).toHaveValue("Самара (UTC+4)");
  await expect(page.getByText("Загружено. Появится после сохранения.")).toBeVisible();
  const lead = page.getByLabel("Срок заказа «сейчас», мин");
  await expect(lead).toHaveValue("60");
  await lead.fill("7,5");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Целое число минут, от 0 до 1440")).toBeVisible();
  await lead.fill("25");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Сохранено").first()).toBeVisible();
  await expect(page).toHaveURL(/\/Company$/);
  const row = page.getByRole("row", { name: /Пекарня «Рожь»/ });
  await expect(row).toContainText(userName);
  await expect(page.getByRole("link", { name: "Первые шаги" })).toHaveAttribute("href", /\/Company\/\d+\/Operations$/);
  await chooseRowAction(row, "Редактировать");
  await expect(page.getByRole("img", { name: "Логотип: как есть" })).toHaveAttribute("src", /\/api\/File\//);
  await expect(lead).toHaveValue("25");
  await expect(page.getByRole("combobox", { name: "Часовой пояс" })).toHaveValue("Самара (UTC+4)");
  await page.getByLabel("Сайт").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByRole("alert")).toContainText("Действие запрещено");
  await page.getByLabel("Сайт").fill("rozh.example");
  await page.getByRole("button", { name: "Убрать" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/Company$/);
  await chooseRowAction(row, "Удалить");
  const dialog = page.getByRole("dialog", { name: /Удалить компанию № \d+\?/ });
  await expect(dialog.getByRole("button", { name: "Нет" })).toBeFocused();
  await confirmDialog(page);
  await expect(row).toHaveCount(0);
});

/**
 * Opens the order editor by the link in the checklist 'Первые шаги', and saves an order of one dish. Returns the order.
 */
const takeFirstOrder = async (page: Page, owner: ApiUser, companyId: number) => {
  const steps = page.getByRole("region", { name: "Первые шаги" });
  await steps.getByRole("link", { name: "Принять заказ" }).click();
  await page.getByLabel("Контактный телефон").fill("+7 916 555-44-33");
  await page
    .getByRole("group", { name: "Блюда" })
    .getByRole("button", { name: /Борщ с говядиной/ })
    .click();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog", { name: "Заказ сохранён" }).getByRole("button", { name: "OK" }).click();
  const [order] = await owner.get<Schemas["OrderSummaryRow"][]>(`/api/Order/Company/${companyId}/Summury`);
  return order;
};

/** Cancels an order in the open status dialog, because a company with open orders cannot be removed. */
const cancelOrder = async (dialog: Locator) => {
  await dialog
    .getByRole("button", { name: /^Отменён/ })
    .first()
    .click();
  await dialog.getByLabel("Причина").fill("Проба");
  await dialog.getByRole("button", { name: /^Сменить статус/ }).click();
  await expect(dialog).toHaveCount(0);
};

test("owner of a new company — follows the checklist 'Первые шаги' and takes the first order", async ({
  page,
  owner,
}) => {
  const { id } = await owner.post<Schemas["Company"]>("/api/Company", { name: "Кафе «Липа»" });
  await signInAs(page, "owner", `/Company/${id}/Operations`);
  const steps = page.getByRole("region", { name: "Первые шаги" });
  await expect(steps).toContainText("2 из 6");
  await steps.getByRole("button", { name: "Заполнить примером" }).click();
  await expect(page.getByText("Добавили 9 блюд")).toBeVisible();
  await expect(steps).toContainText("3 из 6");
  await expect(steps.getByRole("button", { name: "Заполнить примером" })).toHaveCount(0);
  const templates = steps.getByRole("list", { name: "Шаблоны: Статусы и теги" });
  await expect(templates.getByRole("listitem").first()).toHaveText(
    "Доставка едыДобавит: Подтверждён, В доставке, Доставлен",
  );
  await templates.getByRole("button", { name: "Доставка еды" }).click();
  await expect(page.getByText("Добавили 3 статуса")).toBeVisible();
  await expect(templates.getByRole("button", { name: "Доставка еды" })).toHaveCount(0);
  const order = await takeFirstOrder(page, owner, id);
  await page.goto(`/Company/${id}/Order/${order?.id}`);
  await page.getByRole("button", { name: /^Сменить статус/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  await expect(dialog.getByRole("button", { name: /^Подтверждён/ })).toBeVisible();
  await cancelOrder(dialog);
  await page.goto(`/Company/${id}/Operations`);
  await expect(page.getByRole("link", { name: "Стоп-лист" })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await owner.remove(`/api/Company/${id}`);
});

test("owner of a new company — copies another company and takes the first order", async ({ page, owner }) => {
  const name = `Образец ${randomUUID()}`;
  const source = await owner.post<Schemas["Company"]>("/api/Company", { name });
  await owner.post(`/api/Company/${source.id}/SampleMenu`, undefined);
  await owner.post(`/api/Company/${source.id}/SetupTemplate/deliveryStatuses`, undefined);
  await owner.post(`/api/Discount/Company/${source.id}`, { name: "Соседям", type: "%", value: 10 });
  const { id } = await owner.post<Schemas["Company"]>("/api/Company", { name: `Копия ${randomUUID()}` });
  await signInAs(page, "owner", `/Company/${id}/Operations`);
  const steps = page.getByRole("region", { name: "Первые шаги" });
  await steps.getByRole("button", { name: "Скопировать из другой компании" }).click();
  const dialog = page.getByRole("dialog", { name: "Скопировать из другой компании" });
  const submit = dialog.getByRole("button", { name: /^Скопировать/ });
  await expect(submit).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabel("Из какой компании").selectOption({ label: name });
  await dialog.getByRole("checkbox", { name: "Теги" }).uncheck();
  await submit.click();
  const rows = dialog.getByRole("table", { name: "Что скопировано" }).getByRole("row");
  await expect(rows).toHaveText([
    "ДобавленоУже было",
    "Статусы заказов35",
    "Способы оплаты02",
    "Категории30",
    "Блюда90",
    "Скидки10",
  ]);
  await dialog.getByRole("button", { name: "Готово" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(steps).toContainText("3 из 6");
  const order = await takeFirstOrder(page, owner, id);
  expect(order?.amount).toBe(320);
  expect(await owner.get(`/api/Tag/Company/${id}`)).toEqual([]);
  await page.goto(`/Company/${id}/Order/${order?.id}`);
  await page.getByRole("button", { name: /^Сменить статус/ }).click();
  await cancelOrder(page.getByRole("dialog", { name: /^Сменить статус/ }));
  for (const one of [id, source.id]) await owner.remove(`/api/Company/${one}`);
});

test("sign-in — opens the work screen for a user of one company, and the home page for a user of several companies", async ({
  page,
  browser,
}) => {
  const enter = async (at: Page, user: string) => {
    await at.goto("/");
    await at.getByLabel("Имя пользователя").fill(user);
    await at.getByLabel("Пароль", { exact: true }).fill(`${user}-demo`);
    await at.getByRole("button", { name: "Войти" }).click();
  };
  await enter(page, "operator");
  await expect(page).toHaveURL(/\/Company\/1$/);
  await page.getByRole("banner").getByRole("link", { name: "Заказы" }).click();
  await expect(page.getByRole("heading", { name: "Мои компании", exact: true })).toBeVisible();
  for (const [user, path] of [
    ["kitchen", "/Company/1/Kitchen"],
    ["courier", "/Company/1/Delivery/My"],
  ] as const) {
    const other = await (await browser.newContext()).newPage();
    await enter(other, user);
    await expect(other).toHaveURL(new RegExp(`${path}$`));
    await other.context().close();
  }
  for (const open of [(at: Page) => enter(at, "admin"), (at: Page) => signInByHand(at, "operator", "/")]) {
    const other = await (await browser.newContext()).newPage();
    await open(other);
    await expect(other.getByRole("heading", { name: "Мои компании", exact: true })).toBeVisible();
    await other.context().close();
  }
});

test("adding a company — is not offered to a user without the permission to create companies", async ({ page }) => {
  const known = page.waitForResponse(/\/api\/Account\/\d+$/);
  await signInAs(page, "courier", "/");
  await known;
  await expect(page.locator("#main").getByRole("link", { name: "Пекарня «Колос»", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Добавить компанию" })).toHaveCount(0);
  await page.goto("/Company/New");
  await expect(page.getByRole("button", { name: /Сохранить/ })).toHaveAttribute("aria-disabled", "true");
});

test("upload of a logo — shows its progress, can be cancelled and survives a token refresh", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Edit");
  const picker = page.getByLabel("Логотип").and(page.locator("input[type=file]"));
  const file = { name: "logo.png", mimeType: "image/png", buffer: await logo() };
  let uploads = 0;
  await page.route("**/api/File/Company/1", async (route) => {
    uploads += 1;
    if (uploads === 1) return;
    if (uploads === 2) await route.fulfill({ status: 401, json: { status: 401, message: "Сеанс", traceId: "" } });
    else await route.continue();
  });
  await picker.setInputFiles(file);
  await expect(page.getByRole("progressbar")).toBeVisible();
  await page.getByRole("button", { name: "Отменить" }).click();
  await expect(page.getByRole("button", { name: "Выбрать файл" })).toBeVisible();
  expect(uploads).toBe(1);
  const refreshes: number[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith("/token/refresh")) refreshes.push(response.status());
  });
  await picker.setInputFiles(file);
  await expect(page.getByText("Загружено. Появится после сохранения.")).toBeVisible();
  expect(refreshes).toEqual([200]);
  expect(uploads).toBe(3);
});

const inviteByHand = async (page: Page, userName: string, alias: string) => {
  await page.getByRole("link", { name: "Добавить сотрудника" }).click();
  await page.getByLabel("Имя пользователя или почта").fill(userName);
  await page.getByLabel("Как зовут").fill(alias);
  await page.getByLabel("Роль").selectOption({ label: "Оператор" });
  await page.getByRole("button", { name: "Сохранить" }).click();
  const link = await page.getByRole("dialog").getByLabel("Ссылка для пароля").inputValue();
  await page.getByRole("dialog").getByRole("button", { name: "Закрыть" }).last().click();
  return link;
};

test("new employee — sets a password through the invitation link, and has access to the company until the owner removes the employee", async ({
  page,
  browser,
}) => {
  const id = randomUUID();
  const userName = `vera-${id}@kolos.example`;
  await signInAs(page, "owner", "/Company/1/Operations");
  await page.locator("#main").getByRole("link", { name: "Сотрудники" }).click();
  const link = await inviteByHand(page, userName, `Вера ${id}`);
  const row = page.getByRole("row", { name: new RegExp(`Вера ${id}`) });
  await expect(row).toContainText("Приглашён");
  const vera = await browser.newPage();
  await vera.goto(new URL(link).pathname);
  await expect(vera.getByText("Пекарня «Колос»")).toBeVisible();
  for (const field of await vera.locator("input[type=password]").all()) await field.fill("Хлеб-и-соль-7");
  await vera.getByRole("button").first().click();
  await vera.goto("/login.html?return=%2FCompany%2F1");
  await vera.getByLabel("Имя пользователя").fill(userName);
  await vera.getByLabel("Пароль", { exact: true }).fill("Хлеб-и-соль-7");
  await vera.getByRole("button", { name: "Войти" }).click();
  await expect(vera.getByRole("banner")).toContainText("Пекарня «Колос»");
  await page.reload();
  await expect(row).toContainText("Работает");
  await chooseRowAction(row, "Изменить роль");
  await page.getByLabel("Роль").selectOption({ label: "Кассир" });
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(row).toContainText("Кассир");
  await chooseRowAction(row, "Убрать из компании");
  await confirmDialog(page);
  await expect(row).toHaveCount(0);
  await vera.goto("/");
  await expect(vera.getByText("Компаний пока нет")).toBeVisible();
  await vera.close();
});

test("invitation of an existing user — gives access to the company only after the user has accepted", async ({
  page,
  browser,
  hire,
}) => {
  const { id, userName } = await hire();
  await signInAs(page, "owner", "/Company/1/Employee");
  const own = page.getByRole("row", { name: new RegExp(userName) });
  await chooseRowAction(own, "Убрать из компании");
  await confirmDialog(page);
  await expect(own).toHaveCount(0);
  const link = await inviteByHand(page, userName, `Приглашённая ${id}`);
  await expect(page.getByRole("row", { name: new RegExp(`Приглашённая ${id}`) })).toContainText("Приглашён");

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(new URL(link).pathname);
  await guest.getByRole("link", { name: "Войдите и примите приглашение" }).click();
  await guest.getByLabel("Имя пользователя").fill(userName);
  await guest.getByLabel("Пароль", { exact: true }).fill(`${userName}-demo`);
  await guest.getByRole("button", { name: "Войти" }).click();
  await expect(guest.getByRole("heading", { name: "Вас приглашает Пекарня «Колос»" })).toBeVisible();
  await expect(guest.getByText("Роль: Оператор")).toBeVisible();
  await expect(guest.getByText("Компаний пока нет")).toBeVisible();
  const field = guest.getByLabel("Ссылка из приглашения");
  const code = await field.inputValue();
  expect(code.length).toBeGreaterThan(20);
  expect(link).toContain(code);
  await field.fill("чужая ссылка");
  await guest.getByRole("button", { name: "Принять" }).click();
  await expect(guest.getByText("Это не ссылка этого приглашения")).toBeVisible();
  await field.fill(link);
  await guest.getByRole("button", { name: "Принять" }).click();
  await expect(guest.locator("#main").getByRole("link", { name: "Открытые заказы" })).toBeVisible();
  expect(guest.url()).not.toContain(code);
  await page.reload();
  await expect(page.getByRole("row", { name: new RegExp(userName) })).toContainText("Работает");
  await guest.context().close();
});

test("invitation — can be withdrawn by the company or declined by the user", async ({ page, browser, hire }) => {
  const { id, userName } = await hire();
  await signInAs(page, "admin", "/Company/3/Employee");
  await inviteByHand(page, `nobody-${id}`, `Передумали ${id}`);
  const withdrawn = page.getByRole("row", { name: new RegExp(`Передумали ${id}`) });
  await chooseRowAction(withdrawn, "Отозвать приглашение");
  await confirmDialog(page);
  await expect(withdrawn).toHaveCount(0);

  await inviteByHand(page, userName, `Не придёт ${id}`);
  const declined = page.getByRole("row", { name: new RegExp(`Не придёт ${id}`) });
  await expect(declined).toContainText("Приглашён");
  const guest = await (await browser.newContext()).newPage();
  await signInAs(guest, userName, "/");
  await guest.getByRole("button", { name: "Отклонить" }).click();
  await guest.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(guest.getByText("Приглашение отклонено").first()).toBeVisible();
  await expect(guest.getByRole("list", { name: "Приглашения" })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Сотрудники" })).toBeVisible();
  await expect(declined).toHaveCount(0);
  await guest.context().close();
});

test("company form — reports a save without a response as an outage, not as a missing permission", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Edit");
  await page.route(/\/api\/Company\/1$/, (route) =>
    route.request().method() === "PUT" ? route.abort("connectionreset") : route.fallback(),
  );
  await page.getByLabel("Телефон").fill("+7 916 000-00-02");
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Сервер не отвечает");
  await expect(alert).toContainText("Ошибка");
  await expect(alert).not.toContainText("запрещено");
});

test("home page — sums up the open orders of all companies, and offers to retry a failed read of a company's figures", async ({
  page,
}) => {
  let isDown = true;
  await page.route(/\/api\/Company\/2\/DashBoard/, (route) =>
    isDown ? route.fulfill({ status: 500, json: { message: "Ошибка сервера." } }) : route.fallback(),
  );
  await signInAs(page, "admin", "/");
  const totals = page.getByRole("region", { name: "Все компании" });
  await expect(totals).toContainText("Без показателей компаний: 1");
  const cardOf = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(cardOf("Пекарня «Колос»")).toContainText(/данные на \d\d:\d\d/);
  const failed = cardOf("Суши «Волна»");
  await expect(failed).toContainText("Показатели не обновились");
  isDown = false;
  await failed.getByRole("button", { name: "Повторить" }).click();
  await expect(failed).toContainText(/данные на \d\d:\d\d/);
  await expect(failed.getByRole("button", { name: "Повторить" })).toHaveCount(0);
  await expect(totals).not.toContainText("Без показателей");
  const openOf = async (region: ReturnType<typeof cardOf>) =>
    Number(await region.locator("dl > div", { hasText: "Открыто заказов" }).locator("dd").innerText());
  // Other tests add orders, so the figures may change while this test reads them.
  await expect(async () => {
    const cards = await page.getByRole("listitem").filter({ hasText: "Открыто заказов" }).all();
    expect(cards.length).toBeGreaterThan(2);
    const counts = await Promise.all(cards.map(openOf));
    expect(await openOf(totals)).toBe(counts.reduce((sum, count) => sum + count, 0));
  }).toPass();
});
