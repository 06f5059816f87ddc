import type { Page } from "@playwright/test";
import { codeOfStep, stepAt } from "#server/services/twoFactor/totp.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { holdRequests } from "../support/e2e/holdRequests.ts";

const END_MS = 15_000;
const other = "tr[data-row]:not(:has-text('Эта сессия'))";

test("ending a session — signs out all tabs of the ended session's browser within 15 seconds", async ({
  page,
  browser,
  hire,
}) => {
  const { userName } = await hire();
  const context = await browser.newContext();
  const [one, two] = [await context.newPage(), await context.newPage()];
  await signInAs(one, userName, "/Info");
  await two.goto("/Info");
  await two.locator("#main").waitFor();
  await signInAs(page, userName, "/Account");
  await page.getByRole("navigation", { name: "Разделы профиля" }).getByRole("link", { name: "Сессии" }).click();
  await expect(page.locator("tr[data-row]", { hasText: "Эта сессия" })).toContainText("Chrome на Linux");
  await page.locator(other).first().getByRole("button", { name: "Завершить" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(page.getByText("Сессия завершена")).toBeVisible();
  await Promise.all([one, two].map((tab) => tab.waitForURL("**/login.html**", { timeout: END_MS })));
  expect(await one.evaluate(() => localStorage.getItem("session"))).toBeNull();
  await expect(page.locator(other)).toHaveCount(0);
  await page.locator("tr[data-row]", { hasText: "Эта сессия" }).getByRole("button", { name: "Завершить" }).click();
  await expect(page.getByRole("dialog")).toContainText("вы выйдете из программы");
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await page.waitForURL("**/login.html**");
  await context.close();
});

test("sign-in from a new device — the user is notified and can end all other sessions", async ({
  page,
  browser,
  hire,
}) => {
  const { id, userName } = await hire();
  await signInAs(page, userName, `/Account/${id}/Notification`);
  await expect(page.getByRole("heading", { name: "Мои уведомления", exact: true })).toBeVisible();
  await expect(page.getByText("Вход с нового устройства")).toHaveCount(0);
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await other.addCookies([{ name: "device", value: userName, url: new URL(page.url()).origin }]);
  await signInAs(stranger, userName, "/");
  await page.reload();
  await page.getByRole("link", { name: "Вход с нового устройства" }).click();
  await expect(page).toHaveURL(new RegExp(`/Account/${id}$`));
  await page.getByRole("link", { name: "Сессии" }).click();
  await expect(page.locator("tr[data-row]")).toHaveCount(2);
  await page.getByRole("button", { name: "Завершить все другие" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  await expect(page.getByText("Завершено сессий: 1")).toBeVisible();
  await expect(page.locator("tr[data-row]")).toHaveCount(1);
  await stranger.goto("/Company");
  await expect(stranger).toHaveURL(/login\.html/);
  await other.close();
});

test("second factor — can be enabled, requires a code from the app or a recovery code at sign-in, and can be disabled", async ({
  page,
  browser,
  hire,
}) => {
  const { id, userName } = await hire();
  const codeAfter = (secret: string, steps: number) => codeOfStep(secret, stepAt(Date.now()) + steps);
  await signInAs(page, userName, `/Account/${id}`);
  const card = page.getByRole("region", { name: "Вход по коду" });
  await card.getByRole("button", { name: "Включить" }).click();
  await expect(card.getByRole("img", { name: "QR-код для приложения" })).toBeVisible();
  const secret = (await card.locator("code").innerText()).replaceAll(" ", "");
  await card.getByLabel("Пароль").fill(`${userName}-demo`);
  await card.getByLabel("Код", { exact: false }).last().fill("000000");
  await card.getByRole("button", { name: "Включить" }).click();
  await expect(card.getByText("Код не подходит")).toBeVisible();
  await card.getByLabel("Код", { exact: false }).last().fill(codeAfter(secret, 0));
  await card.getByRole("button", { name: "Включить" }).click();
  const codes = card.getByRole("list", { name: "Резервные коды" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [first = "", second = ""] = await codes.allInnerTexts();
  await card.getByRole("button", { name: "Коды сохранены" }).click();
  await expect(card.getByText("Резервных кодов осталось: 10")).toBeVisible();

  const guest = await (await browser.newContext()).newPage();
  const enterPassword = async (at: Page) => {
    await at.goto("/login.html?return=%2FInfo");
    await at.getByLabel("Имя пользователя").fill(userName);
    await at.getByLabel("Пароль", { exact: true }).fill(`${userName}-demo`);
    await at.getByRole("button", { name: "Войти", exact: true }).click();
    await expect(at.getByLabel("Код из приложения")).toBeFocused();
  };
  await enterPassword(guest);
  await guest.getByRole("button", { name: "Войти под другим именем" }).click();
  await expect(guest.getByLabel("Имя пользователя")).toBeVisible();
  await expect(guest.getByLabel("Код из приложения")).toBeHidden();
  await enterPassword(guest);
  await guest.getByLabel("Код из приложения").fill("000000");
  await guest.getByRole("button", { name: "Войти", exact: true }).click();
  await expect(guest.getByRole("alert")).toContainText("Код не подходит");
  await guest.getByLabel("Код из приложения").fill(codeAfter(secret, 1));
  await guest.getByRole("button", { name: "Войти", exact: true }).click();
  await guest.waitForURL("**/Info");
  const another = await (await browser.newContext()).newPage();
  await enterPassword(another);
  await another.getByLabel("Код из приложения").fill(first);
  await another.getByLabel("Код из приложения").press("Enter");
  await another.waitForURL("**/Info");
  await guest.context().close();
  await another.context().close();

  await page.reload();
  await expect(card.getByText("Резервных кодов осталось: 9")).toBeVisible();
  await card.getByRole("button", { name: "Отключить" }).click();
  await card.getByLabel("Пароль").fill(`${userName}-demo`);
  await card.getByLabel("Код", { exact: false }).last().fill(second);
  await card.getByRole("button", { name: "Отключить" }).click();
  await expect(card.getByRole("button", { name: "Включить" })).toBeVisible();
  await signInAs(page, userName, "/Info");
});

test("login form — cannot be sent before the script of the page is loaded, and keeps the focus and the typed values", async ({
  page,
}) => {
  const release = await holdRequests(page, { url: /login-[\w-]+\.js/ });
  await page.goto("/login.html?return=%2FInfo", { waitUntil: "commit" });
  const userName = page.getByLabel("Имя пользователя");
  await page.getByLabel("Пароль", { exact: true }).fill("operator-demo");
  await page.getByLabel("Пароль", { exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Войти", exact: true })).toBeDisabled();
  await expect(page.getByText("Страница грузится слишком долго. Обновите её.")).toBeVisible();
  await userName.pressSequentially("oper");
  await release();
  await expect(page.getByRole("button", { name: "Войти", exact: true })).toBeEnabled();
  await expect(page.getByText("Страница грузится слишком долго. Обновите её.")).toBeHidden();
  await page.keyboard.type("ator");
  await expect(userName).toHaveValue("operator");
  await expect(page).toHaveURL(/login\.html\?return=%2FInfo$/);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/Info");
});

test("login page and application — show a message in a browser that denies storage", async ({ page }) => {
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException("Access is denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: denied });
  });
  await page.goto("/login.html");
  await expect(page.getByRole("alert")).toContainText("не разрешает этой странице хранить данные");
  await page.getByLabel("Имя пользователя").fill("operator");
  await page.getByLabel("Пароль", { exact: true }).fill("tainoe-slovo");
  await page.getByLabel("Пароль", { exact: true }).press("Enter");
  await expect(page).toHaveURL(/login\.html$/);
  await page.goto("/Company/1");
  await expect(page.getByRole("heading", { name: "Не удалось загрузить приложение" })).toBeVisible();
});

test("password change — requires the correct current password and a matching repetition of the new password", async ({
  page,
  hire,
}) => {
  const { userName } = await hire();
  const first = `${userName}-demo`;
  await signInAs(page, userName, "/Account");
  const change = async (current: string, next: string, repeat = next) => {
    await page.getByLabel("Текущий пароль").fill(current);
    await page.getByLabel("Новый пароль", { exact: false }).first().fill(next);
    await page.getByLabel("Новый пароль ещё раз").fill(repeat);
    await page.getByRole("button", { name: "Сменить пароль" }).click();
  };
  await change(first, "новый-пароль", "новый-пороль");
  await expect(page.getByText("Пароли не совпадают.")).toBeVisible();
  await change("не тот", "новый-пароль");
  await expect(page.getByLabel("Текущий пароль")).toHaveAttribute("aria-invalid", "true");
  await change(first, "новый-пароль");
  await expect(page.getByText("Пароль изменён")).toBeVisible();
  await expect(page.getByLabel("Текущий пароль")).toHaveValue("");
  const again = await page.request.post("/token", {
    data: { grantType: "password", userName, password: "новый-пароль" },
  });
  expect(again.status()).toBe(200);
});

test("password reset — the administrator's link sets a password only once", async ({ page, browser, hire }) => {
  const { userName } = await hire();
  await signInAs(page, "admin", "/Admin/Account");
  await page.getByLabel("Имя пользователя").fill(userName.toUpperCase());
  await expect(page.locator("tr[data-row]")).toHaveCount(1);
  await expect(page).toHaveURL(/search=/);
  await page.getByRole("button", { name: "Сбросить пароль" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  const link = await page.getByLabel("Ссылка для пароля").inputValue();
  await page.getByRole("dialog").getByRole("button", { name: "Закрыть" }).first().click();
  await expect(page.locator("tr[data-row]")).toContainText("Пароль не задан");
  expect(await page.content()).not.toContain(link);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByText(userName)).toBeVisible();
  await guest.getByLabel("Новый пароль").fill(`${userName}-demo`);
  await guest.getByLabel("Ещё раз").fill(`${userName}-demo`);
  await guest.getByRole("button", { name: "Сохранить" }).click();
  await expect(guest.getByRole("heading", { name: "Пароль сохранён", exact: true })).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText("уже использована")).toBeVisible();
  await signInAs(guest, userName, "/Info");
  await guest.context().close();
});

test("administration and other users' accounts — are not shown to a user who is not an administrator", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Admin/Account");
  await expect(page.getByRole("heading", { name: "Только для администраторов", exact: true })).toBeVisible();
  await page.goto("/Account/1");
  await expect(page.getByRole("alert")).toContainText("Такой записи нет");
});

test("page views — are counted by path without ids, by version and by application", async ({ page }) => {
  await signInAs(page, "admin", "/Account/1/Session");
  await expect(page.getByRole("heading", { name: "Мои сессии", exact: true })).toBeVisible();
  await page.getByRole("button", { name: /Админ/ }).click();
  await page.getByRole("menuitem", { name: "Статистика" }).click();
  const session = page.getByRole("button", { name: "Свои сессии /Account/{id}/Session" });
  await expect(async () => {
    await page.getByRole("button", { name: "Обновить" }).click();
    await expect(session).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await session.click();
  await expect(page).toHaveURL(/screen=/);
  await expect(page.getByRole("img", { name: /Просмотры по дням/ })).toBeVisible();
  await page.getByRole("tab", { name: "По версиям" }).click();
  await expect(page.getByRole("tabpanel")).toContainText(/\d+\.\d+\.\d+ desktop client/);
});

test("error log — lists a client error with its details", async ({ page }) => {
  await signInAs(page, "admin", "/Info");
  const name = `Проверочный сбой ${"а".repeat(3)}`;
  const reported = page.waitForResponse("**/api/Error");
  await page.evaluate((text) => void Promise.reject(new Error(text)), name);
  await reported;
  await page.goto("/Admin/Error");
  await page.getByLabel("Текст или номер ошибки целиком").fill("проверочный");
  await page.getByRole("link", { name }).click();
  await expect(page.locator("pre").first()).toContainText(`"message": "${name}"`);
});

test("browser with a clock that is an hour fast — stays signed in and shows the correct start time of the session", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const right = Date.now;
    Date.now = () => right() + 3_600_000;
  });
  await signInAs(page, "cashier", "/Account");
  await page.getByRole("link", { name: "Сессии" }).click();
  const row = page.locator("tr[data-row]", { hasText: "Эта сессия" });
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = (await row.locator("td").nth(1).innerText())
    .split(/\D+/)
    .map(Number);
  expect(Math.abs(Date.UTC(year, month - 1, day, hour - 3, minute) - Date.now())).toBeLessThan(600_000);
  await page.reload();
  await expect(row).toBeVisible();
});
