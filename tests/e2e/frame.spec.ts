import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("company selector — is shown only to a user of several companies", async ({ page, browser }) => {
  await signInAs(page, "admin", "/");
  await expect(page.getByRole("heading", { name: "Мои компании", exact: true })).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Пекарня «Колос»" }).click();
  await page.getByRole("menuitem", { name: "Суши «Волна»" }).click();
  await expect(page).toHaveURL(/\/Company\/2$/);
  const other = await browser.newPage();
  await signInAs(other, "operator");
  await expect(other.getByRole("banner")).toContainText("Пекарня «Колос»");
  await expect(other.getByRole("banner").getByRole("button", { name: "Пекарня «Колос»" })).toHaveCount(0);
  await other.close();
});

test("admin menu — is shown only to administrators", async ({ page, browser }) => {
  await signInAs(page, "admin", "/");
  await expect(page.getByRole("button", { name: /Админ/ })).toBeVisible();
  const other = await browser.newPage();
  await signInAs(other, "owner", "/");
  await expect(other.getByRole("button", { name: "Анна" }).or(other.getByText("Мои компании"))).toBeVisible();
  await expect(other.getByRole("button", { name: /Админ/ })).toHaveCount(0);
  await other.close();
});

test("admin menu — is shown only if 'Admin' is the single role in the refreshed token", async ({ page }) => {
  let roles = "User";
  await page.route("**/token/refresh", async (route) => {
    // Playwright omits the header sec-fetch-site, and without it the server refuses the token refresh.
    const headers = { ...(await route.request().allHeaders()), "sec-fetch-site": "same-origin" };
    const response = await route.fetch({ headers });
    await route.fulfill({ response, json: { ...(await response.json()), roles } });
  });
  await signInAs(page, "owner", "/Company/1");
  const menu = page.getByRole("button", { name: /Админ/ });
  const refresh = page.getByRole("button", { name: "Обновить" }).first();
  await expect(page.getByRole("button", { name: "Елена Колосова" })).toBeVisible();
  for (const [given, count] of [
    ["Admin", 1],
    ["Admin,User", 0],
    ["Admin", 1],
    ["User", 0],
  ] as const) {
    roles = given;
    await page.route("**/api/Order/**", (route) => route.fulfill({ status: 401, body: "" }), { times: 1 });
    const refreshed = page.waitForResponse("**/token/refresh");
    await refresh.click();
    await refreshed;
    await expect(menu, given).toHaveCount(count);
  }
});

test("about page — shows the version, the build and the date of the build", async ({ page }) => {
  await signInAs(page, "operator", "/Info");
  await expect(page.getByText(/^Версия \d+\.\d+\.\d+$/)).toBeVisible();
  await expect(page.getByText(/^Сборка ([0-9a-f]{7,} )?от \d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible();
});

test("login page — redirects a signed-in user to the requested screen", async ({ page }) => {
  await signInAs(page, "operator", "/Info");
  await page.goto("/login.html?return=%2FPrintCenter");
  await expect(page).toHaveURL(/\/PrintCenter$/);
  await page.goto("/login.html");
  await expect(page.getByRole("heading", { name: "Мои компании", exact: true })).toBeVisible();
});

test("sidebar — expanded and collapsed companies and a narrowed sidebar are kept after a reload", async ({ page }) => {
  await signInAs(page, "admin", "/Company/1");
  const nav = page.getByRole("navigation", { name: "Разделы" });
  await nav.getByRole("button", { name: "Свернуть: Пекарня «Колос»" }).click();
  await nav.getByRole("button", { name: "Развернуть: Суши «Волна»" }).click();
  await page.reload();
  await expect(nav.getByRole("button", { name: "Развернуть: Пекарня «Колос»" })).toBeVisible();
  await expect(nav.getByRole("button", { name: "Свернуть: Суши «Волна»" })).toBeVisible();
  await page.getByRole("button", { name: "Меню" }).click();
  await page.reload();
  await expect(nav).toHaveCSS("width", "56px");
});

test("Back button — is disabled if there is no earlier screen, and never leaves the application", async ({ page }) => {
  await page.goto("/api/openapi.json");
  await signInAs(page, "operator", "/Company/1");
  const back = page.getByRole("banner").getByRole("button", { name: /Назад/ });
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await back.click({ force: true });
  await expect(page).toHaveURL(/\/Company\/1$/);
  await page.getByRole("link", { name: "О программе" }).click();
  await expect(page).toHaveURL(/\/Info$/);
  await expect(back).not.toHaveAttribute("aria-disabled", "true");
  await page.reload();
  await back.click();
  await expect(page).toHaveURL(/\/Company\/1$/);
  await expect(back).toHaveAttribute("aria-disabled", "true");
});

test("narrow window — the order summaries, the Back button, the search and the home page can be reached", async ({
  page,
}) => {
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await signInAs(page, "owner", "/Company/1/Stock");
    const drawer = page.getByRole("navigation", { name: "Разделы" });
    const open = () => page.getByRole("button", { name: "Меню" }).click();
    await open();
    await expect(drawer.getByRole("link", { name: "Сводка заказов" }).first()).toBeVisible();
    await drawer.getByRole("link", { name: "Расширенная сводка" }).first().click();
    await expect(page).toHaveURL(/MediumSummury$/);
    if (width < 700) await open();
    await page.getByTitle("Назад", { exact: true }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/Stock$/);
    if (width < 700) await open();
    await page
      .getByRole("button", { name: /^Поиск|Найти/ })
      .filter({ visible: true })
      .click();
    await expect(page.getByRole("combobox", { name: "Найти заказ" })).toBeFocused();
    await page.keyboard.press("Escape");
    if (width < 700) await open();
    await page
      .getByRole("link", { name: /Моя доска|Заказы/ })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: "Мои компании", exact: true })).toBeVisible();
  }
});

test("command palette — finds screens and orders by keyboard", async ({ page }) => {
  await signInAs(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Найти заказ" })).toBeFocused();
  await page.keyboard.type("расшир");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/MediumSummury/);
  const number = await page.locator("tr[data-row] a[data-open]").first().textContent();
  await page.keyboard.press("g");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(/\/Company\/1$/);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Найти заказ" })).toBeFocused();
  await page.keyboard.type(number ?? "");
  await expect(page.getByRole("listbox").getByRole("option").first()).toContainText("Заказ");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("command palette — finds an order of today by number on pages without orders", async ({ page, operator }) => {
  const rows = await operator.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1/Summury");
  const order = rows.find(({ isClosed }) => isClosed) ?? (await operator.order());
  const calls: string[] = [];
  page.on("request", (request) => /Summury/.test(request.url()) && calls.push(request.url()));
  await signInAs(page, "operator", "/Info");
  await page.keyboard.press("Control+k");
  await page.keyboard.type(String(order.internalId));
  const option = page.getByRole("option", { name: new RegExp(`№ ${order.internalId}\\D.* id ${order.id}$`) });
  await expect(option).toBeVisible();
  expect(calls).toHaveLength(2);
  await option.click();
  await expect(page).toHaveURL(new RegExp(`/Company/1/Order/${order.id}$`));
});

test("command palette — finds dishes and employees by name, and customers by phone", async ({ page }) => {
  const find = async (text: string, option: RegExp) => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text);
    await page.getByRole("option", { name: option }).first().click();
  };
  await signInAs(page, "owner", "/Company/1/Stock");
  await find("маргариту", /^Маргарита.*блюдо/);
  await expect(page).toHaveURL(/\/Company\/1\/Item\/\d+\/Edit$/);
  await find("орлова", /^Анна Орлова.*сотрудник, Оператор/);
  await expect(page).toHaveURL(/\/Company\/1\/Employee\/\d+\/Edit$/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("999");
  await page.keyboard.type("1");
  const customer = page.getByRole("option", { name: /клиент, \+7 999 1/ }).first();
  await customer.click();
  await expect(page).toHaveURL(/\/Company\/1\/Customer\/\d+$/);
});

test("command palette — finds stock documents by kind and supplier", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Stock");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("накладная луговая");
  const option = page.getByRole("option", { name: /^Накладная.*«Луговая», \d\d\.\d\d\.\d{4}/ }).first();
  await option.click();
  await expect(page).toHaveURL(/\/Company\/1\/PackingList\/\d+$/);
  await expect(page.getByRole("heading", { level: 1, name: /^Накладная/ })).toBeVisible();
});

test("command palette over a dialog — Esc returns to the dialog, and Enter closes the dialog and opens the chosen screen", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await expect(page.getByRole("tab").first()).toBeVisible();
  await page.keyboard.press("p");
  const amount = page.getByRole("dialog").getByRole("textbox").first();
  await expect(amount).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Найти заказ" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(amount).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("клиенты");
  await expect(page.getByRole("option").first()).toHaveText(/^Клиенты/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/Company\/1\/Customer$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("button for a new order — is disabled and shows the reason if the user lacks the permission to create orders", async ({
  page,
}) => {
  await signInAs(page, "cashier");
  const offered = page.getByRole("banner").getByRole("button", { name: /Новый заказ/ });
  await expect(offered).toHaveAttribute("title", "Нет права «Приём заказов»");
  await expect(
    page.getByRole("navigation", { name: "Разделы" }).getByRole("link", { name: "Сводка заказов" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: /Новый заказ/ })).toHaveCount(0);
  await offered.click({ force: true });
  await page.keyboard.press("n");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Клавиши" })).toContainText("Новый заказ");
  await expect(page).toHaveURL(/\/Company\/1$/);
});

test("help — the key '?' opens an explanation of the screen and a list of its shortcuts", async ({ page }) => {
  await signInAs(page);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Клавиши" });
  await expect(keys).toContainText("Здесь заказы, которые ещё не закрыты.");
  await expect(keys).toContainText("Новый заказ");
  await expect(keys).toContainText("Отметить заказ для печати");
  await expect(keys).toContainText("Добавки и слово повару");
});

test("shortcut keys — work on a Russian keyboard layout, but not while the user types in a text field", async ({
  page,
}) => {
  await signInAs(page);
  await page.getByLabel("Поиск в списке").focus();
  await page.keyboard.type("n");
  await expect(page).toHaveURL(/\/Company\/1/);
  await page.locator("body").click({ position: { x: 700, y: 740 } });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "т", code: "KeyN", bubbles: true })));
  await expect(page).toHaveURL(/\/Order\/New/);
});

test("theme — is kept after a reload", async ({ page }) => {
  await signInAs(page);
  await page.getByRole("button", { name: "Анна Орлова" }).click();
  await page.getByRole("menuitem", { name: "Тёмная тема" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("signing out — opens the login page in every tab", async ({ page, context }) => {
  await signInAs(page);
  const other = await context.newPage();
  await other.goto("/Company/1");
  await expect(other.locator("tr[data-row]").first()).toBeVisible();
  await page.getByRole("button", { name: "Анна Орлова" }).click();
  await page.getByRole("menuitem", { name: "Выйти" }).click();
  await page.waitForURL("**/login.html**");
  // After a sign-out the URL has no `return` parameter. With `return` the login page would ask the user to sign in to
  // continue, as after an expired session.
  await other.waitForURL("**/login.html");
  expect(await other.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("sign-in of another user in another tab — reloads the first tab for the new user", async ({ page, context }) => {
  await signInAs(page);
  await expect(page.getByRole("button", { name: "Анна Орлова" })).toBeVisible();
  const other = await context.newPage();
  await signInAs(other, "owner", "/Company/1");
  await expect(page.getByRole("button", { name: "Елена Колосова" })).toBeVisible();
  await expect(page).toHaveURL(/\/Company\/1$/);
  await other.reload();
  await expect(other.getByRole("button", { name: "Елена Колосова" })).toBeVisible();
});

test("token refresh that returns another user's token — reloads the page for this user", async ({ page }) => {
  await signInAs(page);
  await expect(page.getByRole("button", { name: "Анна Орлова" })).toBeVisible();
  // This request simulates a sign-in of another user in a different tab: the cookie already belongs to the new user,
  // but the stored session still belongs to the previous user.
  await page.request.post("/token", { data: { grantType: "password", userName: "owner", password: "owner-demo" } });
  await page.route("**/api/**", (route) => route.fulfill({ status: 401, body: "" }), { times: 1 });
  await page.getByRole("button", { name: "Обновить" }).first().click();
  await expect(page.getByRole("button", { name: "Елена Колосова" })).toBeVisible();
});

test("stored token — is not used after another user has signed in", async ({ page, context }) => {
  await signInAs(page);
  await expect(page.getByRole("button", { name: "Анна Орлова" })).toBeVisible();
  const kept = await page.evaluate(() => sessionStorage.getItem("token"));
  await page.goto("/config.js");
  await signInAs(await context.newPage(), "owner", "/Company/1");
  // A reopened tab restores its sessionStorage, which contains the token of the previous user.
  await page.evaluate((token) => sessionStorage.setItem("token", token ?? ""), kept);
  const requested = page.waitForRequest(/MediumSummury/);
  await page.goto("/Company/1");
  const [, claims = ""] = ((await (await requested).headerValue("authorization")) ?? "").split(".");
  expect(Buffer.from(claims, "base64url").toString()).toContain('"sub":"2"');
});

test("unknown path — opens the home page with a message", async ({ page }) => {
  await signInAs(page, "operator", "/nowhere/at/all");
  await expect(page.getByText("Такой страницы нет: проверьте адрес.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Мои компании", exact: true })).toBeVisible();
  await page.locator("#main").getByRole("link", { name: "Пекарня «Колос»" }).click();
  await expect(page).toHaveURL(/\/Company\/1$/);
  await page.goto("/Company/abc");
  await expect(page.getByText("Такой страницы нет: проверьте адрес.")).toBeVisible();
});

test("tab title — equals the heading of the screen, even for a refused or missing screen", async ({ page }) => {
  await signInAs(page, "cashier", "/Company/1");
  await expect(page).toHaveTitle("Открытые заказы на сегодня");
  for (const [path, title] of [
    ["/Company/1/Order/New", "Новый заказ"],
    ["/Company/1/Order/999999", "Такого заказа нет"],
    ["/Company/1/Inventory", "Инвентаризации"],
    ["/Company/1/Stock", "Склад"],
    ["/Admin/Metric", "Только для администраторов"],
    ["/nowhere/at/all", "Мои компании"],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, "", to), path);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page).toHaveTitle(title);
  }
});

test("paths — an invalid id opens the home page, and an inaccessible company is reported as not found", async ({
  page,
}) => {
  await signInAs(page, "owner", "/");
  for (const [path, title] of [
    ["/Company/1/Tag/0/Edit", "Мои компании"],
    ["/Company/1/Order/9999999999", "Мои компании"],
    ["/Company/1/RoleCompany/abc", "Мои компании"],
    ["/Company/3/Tag/New", "Компания не найдена"],
    ["/Company/3/Operations", "Компания не найдена"],
    ["/Company/3", "Компания не найдена"],
    ["/company/3/DashBoard/Summury", "Компания не найдена"],
    ["/Company/3/Order/New", "Компания не найдена"],
    ["/Company/3/Order/1", "Компания не найдена"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
  }
  await page.goto("/PreBill/Company/abc/Summury?orderId=1");
  await expect(page.getByText("Такой страницы нет: проверьте адрес.")).toBeVisible();
});

test("page that waits while another tab refreshes the token — starts without an error", async ({ page, context }) => {
  const faults: Error[] = [];
  context.on("weberror", (fault) => faults.push(fault.error()));
  await signInAs(page, "operator", "/Info");
  const other = await context.newPage();
  await page.evaluate(
    () =>
      new Promise<void>((isHeld) => {
        void navigator.locks.request("session", () => {
          isHeld();
          return new Promise<void>((release) => addEventListener("release", () => release(), { once: true }));
        });
      }),
  );
  const waits = () =>
    page.evaluate(async () => (await navigator.locks.query()).pending?.some(({ name }) => name === "session"));
  await other.goto("/Info");
  await expect.poll(waits).toBe(true);
  await page.evaluate(() => dispatchEvent(new Event("release")));
  await expect(other.getByText("Система учёта заказов")).toBeVisible();
  await expect.poll(waits).toBe(false);
  expect(faults).toEqual([]);
});

test("paths — are matched regardless of case", async ({ page }) => {
  await signInAs(page, "operator", "/company/1/dashboard/summury");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Сводка по компании");
});

test("screen whose chunk cannot be loaded — shows a message, and opens after the user reloads the page", async ({
  page,
}) => {
  await signInAs(page);
  await page.route("**/assets/Info-*.js", (route) => route.abort());
  await page.getByRole("link", { name: "О программе" }).click();
  await expect(page.getByRole("alert")).toContainText("Не удалось загрузить часть приложения");
  await page.unroute("**/assets/Info-*.js");
  await page.getByRole("button", { name: "Обновить страницу" }).click();
  await expect(page.getByText("Система учёта заказов")).toBeVisible();
});

test("screen whose chunk failed to load during an outage — is loaded when the server is reachable again", async ({
  page,
}) => {
  // The event stream is blocked before it opens, because a Playwright route cannot close an open stream.
  await page.route("**/api/Event", (route) => route.abort());
  await signInAs(page, "owner");
  const server = /\/(api|token|assets)/;
  await page.route(server, (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "Отчёты" }).click();
  await expect(page.getByRole("alert")).toContainText("Не удалось загрузить часть приложения");
  await expect(page.getByText("Нет связи с сервером")).toBeVisible();
  await page.unroute(server);
  await expect(page.getByRole("heading", { level: 1, name: "Отчёты" })).toBeVisible();
});

test("chunks of the menus in the top bar — are requested again after a failed load", async ({ page }) => {
  const parts = /\/assets\/(Profile|NotificationMenu)-/;
  await page.route(parts, (route) => route.abort());
  const refused = page.waitForEvent("requestfailed", (request) => parts.test(request.url()));
  await signInAs(page);
  await refused;
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await page.unroute(parts);
  await expect(page.getByRole("button", { name: /Анна/ })).toBeVisible();
});

test("chunk whose prefetch failed — is requested again when the chunk is needed", async ({ page }) => {
  await signInAs(page);
  const part = "**/assets/Palette-*.js";
  await page.route(part, (route) => route.abort());
  const refused = page.waitForEvent("requestfailed", (request) => request.url().includes("Palette"));
  // The page ignores a key press while the code that prefetches the palette is still loading, so the press is repeated.
  let isRefused = false;
  void refused.then(() => {
    isRefused = true;
  });
  await expect
    .poll(async () => {
      await page.keyboard.press("Control");
      return isRefused;
    })
    .toBe(true);
  await page.unroute(part);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Найти заказ, экран, команду" })).toBeVisible();
});

test("Esc — opens the parent screen, but asks for confirmation if there are unsaved changes", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Supplier/1/Detail");
  await expect(page.getByRole("link", { name: "К списку" })).toBeVisible();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Клавиши" });
  await expect(keys).toContainText("К списку");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/Supplier$/);
  await page.goto("/Company/1/Tag/New");
  await page.getByLabel("Название").fill("Срочно-срочно");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/Tag\/New$/);
  await page.getByLabel("Название").blur();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Уйти без сохранения?" }).getByRole("button", { name: "Уйти" }).click();
  await expect(page).toHaveURL(/\/Tag$/);
});

test("form with unsaved changes — the Back button asks for confirmation, and the form cannot be left during a save", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Company/1/Tag");
  await page.getByRole("link", { name: "Добавить" }).first().click();
  await expect(page).toHaveURL(/\/Tag\/(New|Add)$/);
  await page.getByLabel("Название").pressSequentially("Кому-то");
  const stay = page.getByRole("dialog", { name: "Уйти без сохранения?" }).getByRole("button", { name: "Остаться" });
  for (let times = 0; times < 2; times += 1) {
    // Chromium lets a page intercept the Back button only after a user action, so a key is pressed first.
    await page.keyboard.press("Shift");
    await page.evaluate(() => history.back());
    await expect(stay).toBeVisible();
    await expect(page).toHaveURL(/\/Tag\/(New|Add)$/);
  }
  await stay.click();

  let answer = () => {};
  await page.route("**/api/Tag/**", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.fulfill({
      status: 400,
      contentType: "application/problem+json",
      body: JSON.stringify({ message: "Такая метка уже есть.", errors: {} }),
    });
  });
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Сохраняется…")).toBeVisible();
  await page.getByRole("link", { name: "Отмена" }).click();
  await expect(page).toHaveURL(/\/Tag\/(New|Add)$/);
  answer();
  await expect(page.getByText("Такая метка уже есть.")).toBeVisible();
  await expect(page.getByLabel("Название")).toHaveValue("Кому-то");
});

test("key '/' — focuses the search field of a list, and the field accepts at most 100 characters", async ({ page }) => {
  await signInAs(page, "admin", "/");
  for (const [path, label] of [
    ["/Company/1/Supplier", "Поиск поставщика"],
    ["/Company/1/Item", "Название"],
    ["/Admin/Account", "Имя пользователя"],
  ] as const) {
    await page.evaluate((to) => history.pushState(null, "", to), path);
    const search = page.getByRole("searchbox", { name: label });
    await expect(search).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog").getByText("Поиск в списке")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await page.keyboard.insertText("я".repeat(150));
    await expect(search).toHaveValue("я".repeat(100));
    await search.blur();
  }
  await page.goto(`/Admin/Account?search=${"я".repeat(150)}`);
  await expect(page.getByText("По этим условиям ничего нет.")).toBeVisible();
});

test("letter typed in an open menu — triggers no shortcut of the screen", async ({ page }) => {
  await signInAs(page);
  await page.getByRole("button", { name: "Анна Орлова" }).click();
  await expect(page.getByRole("menu")).toBeFocused();
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Анна Орлова" })).toBeFocused();
  await expect(page).toHaveURL(/\/Company\/1$/);
});

test("order screens and lists — do not scroll horizontally at nine window widths from 360 to 1279 px", async ({
  page,
  operator,
}) => {
  const date = new Date(Date.now() - 90 * 3_600_000).toISOString();
  const order = await operator.order({ date, tags: [1, 2, 3, 4, 5], note: "длинное-слово-без-пробелов".repeat(8) });
  await signInAs(page, "manager", "/Company/1");
  const screens = [
    "",
    "/DashBoard/Summury",
    "/DashBoard/MediumSummury",
    `/Order/${order.id}`,
    `/Order/${order.id}/Edit`,
  ];
  const lists = ["/Item", "/PaymentMethod", "/OperatorPhone", "/Call", "/Category"];
  for (const screen of [...screens, ...lists]) {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`/Company/1${screen}`);
    await expect(
      page.locator("main :is(tr[data-row], tbody tr td + td, [role=tabpanel], #phone-field, input)").first(),
    ).toBeVisible();
    for (const width of [1279, 1121, 1001, 901, 781, 761, 701, 600, 360]) {
      await page.setViewportSize({ width, height: 768 });
      const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      await expect.poll(over, { message: `${screen} at ${width}` }).toBeLessThanOrEqual(0);
    }
  }
});

test("cashier — opens the cash shift from the sidebar", async ({ page }) => {
  await signInAs(page, "cashier", "/Company/1");
  await page.getByRole("navigation").getByRole("link", { name: "Касса", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Касса");
});

test("command palette — 'тёмный' chooses the dark theme and 'выйти' signs the user out", async ({ page }) => {
  await signInAs(page);
  const palette = page.getByRole("dialog", { name: "Найти заказ, экран, команду" });
  await page.keyboard.press("Control+K");
  await palette.getByRole("combobox").fill("тёмный");
  await palette.getByRole("option", { name: /Тёмная тема/ }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+K");
  await palette.getByRole("combobox").fill("выйти");
  await palette.getByRole("option", { name: "Выйти" }).click();
  await expect(page).toHaveURL(/login\.html/);
});
