import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page, type Route } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { formatPhone } from "#domain/phone.ts";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { holdRequests } from "../support/e2e/holdRequests.ts";
import { watchRequests } from "../support/e2e/openScreen.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { ports } from "../support/e2e/stackSettings.ts";

const phones = { next: 79_170_000_000 };

/** Returns a phone number that no other test uses. */
const newPhone = (): string => {
  phones.next += 1;
  return String(phones.next + (process.pid % 1_000) * 1_000);
};

const typeOrder = async (page: Page, phone: string) => {
  await page.getByLabel("Контактный телефон").fill(phone);
  await page.getByLabel("Название или артикул").fill("борщ");
  await page.getByLabel("Название или артикул").press("Enter");
  await expect(page.locator("tr[data-line]")).toHaveCount(1);
};

const DELIVERED = 6;

const openNewOrder = async (page: Page, phone: string) => {
  await page.goto("/Company/1/Order/New");
  await typeOrder(page, phone);
};

const ordersOf = async (operator: ApiUser, phone: string): Promise<Schemas["OrderSummaryRow"][]> => {
  const rows = await operator.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1/MediumSummury");
  return rows.filter((row) => row.phone === `+${phone}`);
};

const paymentsOf = (operator: ApiUser, id: number) =>
  operator.get<Schemas["Payment"][]>(`/api/Order/${id}/Company/1/Payment`);

/** Returns the drafts of orders that IndexedDB contains, as JSON. */
const storedDrafts = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    // If the test created the database, the application could not create its object store.
    if (!(await indexedDB.databases()).some(({ name }) => name === "drafts")) return "";
    const result = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await result(indexedDB.open("drafts"));
    const values = await result(db.transaction("drafts").objectStore("drafts").getAll());
    db.close();
    return JSON.stringify(values);
  });

/** Waits until IndexedDB contains a draft of an order with a text. */
const untilDrafted = (page: Page, text: string) => expect.poll(() => storedDrafts(page)).toContain(text);

/** Returns the id of the main process of the browser. */
const browserProcessId = async (context: BrowserContext): Promise<number> => {
  const session = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await session?.send("SystemInfo.getProcessInfo")) ?? {};
  const main = processInfo.find(({ type }) => type === "browser");
  if (!main) throw new Error("The browser does not report its process");
  return main.id;
};

/** Lets the server execute a request, but drops the response. */
const loseResponse = async (route: Route) => {
  await route.fetch();
  await route.abort("connectionreset");
};

/**
 * Drops the responses to the first `most` POST requests with a URL that matches `address`. Returns an object that
 * counts all POST requests to this address.
 */
const loseResponses = async (page: Page, address: RegExp, most: number) => {
  const seen = { posts: 0 };
  await page.route(address, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    seen.posts += 1;
    return seen.posts <= most ? loseResponse(route) : route.fallback();
  });
  return seen;
};

test("new order with two lost responses — is created once", async ({ page, operator }) => {
  const phone = newPhone();
  await signInAs(page);
  await openNewOrder(page, phone);
  const seen = await loseResponses(page, /\/api\/Order\/Company\/1$/, 2);
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Итого")).toBeVisible();
  expect(seen.posts).toBe(3);
  expect(await ordersOf(operator, phone)).toHaveLength(1);
});

test("new order with five lost responses — is created once, and the page shows the order as saved", async ({
  page,
  operator,
}) => {
  const phone = newPhone();
  await signInAs(page);
  await openNewOrder(page, phone);
  await loseResponses(page, /\/api\/Order\/Company\/1$/, 5);
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Итого")).toBeVisible({
    timeout: 40_000,
  });
  expect(await ordersOf(operator, phone)).toHaveLength(1);
});

test("double click on the save button — creates one order", async ({ page, operator }) => {
  const phone = newPhone();
  await signInAs(page);
  await openNewOrder(page, phone);
  await page.getByRole("button", { name: /^Сохранить заказ/ }).dblclick();
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Итого")).toBeVisible();
  expect(await ordersOf(operator, phone)).toHaveLength(1);
});

test("double click on a button — opens one dialog", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await page.getByRole("button", { name: /^Сменить статус/ }).dblclick({ delay: 60 });
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  await dialog.getByRole("button", { name: /^Отменён/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await dialog.getByLabel("Причина").fill("Клиент передумал");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByText("Отменён").first()).toBeVisible();
});

test("payment with lost responses — is recorded once", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "manager", `/Company/1/Order/${order.id}`);
  await loseResponses(page, /\/Payment$/, 5);
  await page.getByRole("button", { name: /^Принять оплату/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
  await dialog.getByLabel("Сумма").fill("100");
  // The read of the payments is held, because the message about the verification is visible only while this read lasts.
  const release = await holdRequests(page, { url: /\/Payment$/, method: "GET" });
  await dialog.getByRole("button", { name: "Принять 100,00 р." }).dblclick();
  await expect(dialog.getByText("Проверяем оплату").first()).toBeVisible();
  await release();
  await expect(dialog).toHaveCount(0);
  const payments = await paymentsOf(operator, order.id);
  expect(payments.map(({ amount }) => amount)).toEqual([100]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("invoice with lost responses — is issued once", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await loseResponses(page, /\/ExternalPayment$/, 2);
  await page.getByRole("button", { name: "Выставить счёт" }).click();
  const dialog = page.getByRole("dialog", { name: /^Выставить счёт/ });
  await dialog.getByLabel("Сумма счёта").fill("50");
  await dialog.getByRole("button", { name: "Выставить на 50,00 р." }).click();
  await expect(page.getByRole("dialog", { name: "Счёт на оплату" }).getByText("Ждёт оплаты")).toBeVisible();
  expect(await paymentsOf(operator, order.id)).toHaveLength(1);
});

test("refund with lost responses — is recorded once", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "manager", `/Company/1/Order/${order.id}`);
  await page.getByRole("button", { name: /^Принять оплату/ }).click();
  const paying = page.getByRole("dialog", { name: /^Принять оплату/ });
  await paying.getByLabel("Сумма").fill("100");
  await paying.getByRole("button", { name: "Принять 100,00 р." }).click();
  await expect(paying).toHaveCount(0);
  const seen = await loseResponses(page, /\/RejectPayment\//, 2);
  await page.getByRole("tab", { name: /Оплаты/ }).click();
  await page
    .getByRole("tabpanel")
    .getByRole("button", { name: /Вернуть/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Вернуть" }).click();
  await expect(
    page
      .getByRole("tabpanel")
      .getByText(/возвращен|отклонен|возврат/i)
      .first(),
  ).toBeVisible();
  expect(seen.posts).toBe(3);
  const [payment] = await paymentsOf(operator, order.id);
  expect(payment?.isRejected).toBe(true);
});

test("status change with a lost response — is recorded once, and the dialog closes", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  let losses = 0;
  await page.route(/\/api\/Order\/Company\/1\/\d+$/, async (route) => {
    if (route.request().method() !== "PATCH" || losses > 0) return route.fallback();
    losses += 1;
    return loseResponse(route);
  });
  await page.getByRole("button", { name: /^Сменить статус/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  await dialog.getByRole("button", { name: /^Готовится/ }).click();
  await expect(dialog).toHaveCount(0);
  const history = await operator.get<Schemas["OrderHistoryEntry"][]>(`/api/OrderHistory/${order.id}/Company/1`);
  expect(history.filter(({ typeElement, type }) => typeElement === "Status" && type === "Update")).toHaveLength(1);
});

test("reload while an order is being entered — offers the draft", async ({ page }) => {
  const phone = newPhone();
  await signInAs(page);
  await openNewOrder(page, phone);
  await page.getByLabel("Комментарий").fill("Без лука");
  await untilDrafted(page, "Без лука");
  await page.reload();
  await page
    .getByRole("dialog", { name: "Есть незаконченный заказ" })
    .getByRole("button", { name: "Продолжить" })
    .click();
  await expect(page.getByLabel("Комментарий")).toHaveValue("Без лука");
  await expect(page.locator("tr[data-line]")).toHaveCount(1);
  await page.getByRole("button", { name: "Отмена" }).click();
  await page.getByRole("dialog", { name: "Уйти с заказа?" }).getByRole("button", { name: "Удалить черновик" }).click();
  await expect(page).toHaveURL(/\/Company\/1$/);
});

test("due time that is still being typed — is kept after a reload", async ({ page }) => {
  await signInAs(page);
  await openNewOrder(page, newPhone());
  const due = page.getByLabel("Когда", { exact: true });
  const reloaded = async () => {
    await page.reload();
    const dialog = page.getByRole("dialog", { name: "Есть незаконченный заказ" });
    await dialog.getByRole("button", { name: "Продолжить" }).click();
  };
  await due.fill("завтра");
  await untilDrafted(page, '"dateText":"завтра"');
  await reloaded();
  await expect(due).toHaveValue("завтра");
  await expect(page.getByText("Неверная дата.")).toBeVisible();
  await due.fill("01.02.2031 23:15");
  await untilDrafted(page, '"dateText":"01.02.2031 23:15"');
  await reloaded();
  await expect(due).toHaveValue("01.02.31 23:15");
  await due.fill("");
  await untilDrafted(page, '"date":null,"dateText":""');
  await reloaded();
  await expect(due).toHaveValue("");
});

test("unsaved order — leaving by a link or the Back button requires a confirmation", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1/DashBoard/Summury");
  await page
    .getByRole("link", { name: /Новый заказ/ })
    .first()
    .click();
  await typeOrder(page, newPhone());
  const dialog = page.getByRole("dialog", { name: "Уйти с заказа?" });
  await page.getByRole("link", { name: "Сводка продаж" }).click();
  await dialog.getByRole("button", { name: "Остаться" }).click();
  await expect(page).toHaveURL(/\/Order\/New$/);
  // The calendar's chunk is delayed, so that the test can press Back before the calendar appears.
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/OrderCalendar/, async (route) => {
    await code;
    await route.continue();
  });
  await page.getByRole("link", { name: "Календарь заказов" }).click();
  await dialog.getByRole("button", { name: "Уйти, черновик оставить" }).click();
  await expect(page).toHaveURL(/\/OrderCalendar/);
  await page.goBack();
  await page
    .getByRole("dialog", { name: "Есть незаконченный заказ" })
    .getByRole("button", { name: "Продолжить" })
    .click();
  arrive();
  await page.getByRole("button", { name: "Назад" }).click();
  await dialog.getByRole("button", { name: "Удалить черновик" }).click();
  await expect(page).toHaveURL(/\/DashBoard\/Summury/);
});

test("save with a refused token — refreshes the token and saves the order once", async ({ page, operator }) => {
  const phone = newPhone();
  await signInAs(page);
  await openNewOrder(page, phone);
  let refusals = 0;
  await page.route(/\/api\/Order\/Company\/1$/, async (route) => {
    if (refusals > 0) return route.fallback();
    refusals += 1;
    return route.fulfill({
      status: 401,
      contentType: "application/problem+json",
      body: '{"message":"Войдите заново."}',
    });
  });
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Итого")).toBeVisible();
  expect(await ordersOf(operator, phone)).toHaveLength(1);
});

test("end of the session while an order is being entered — the draft is offered after the next sign-in", async ({
  page,
  context,
}) => {
  const phone = newPhone();
  await signInAs(page);
  await openNewOrder(page, phone);
  await untilDrafted(page, '"lines":[{');
  await context.clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await page.waitForURL("**/login.html**");
  await page.getByLabel("Имя пользователя").fill("operator");
  await page.getByLabel("Пароль", { exact: true }).fill("operator-demo");
  await page.getByLabel("Пароль", { exact: true }).press("Enter");
  await page.waitForURL("**/Order/New");
  await page
    .getByRole("dialog", { name: "Есть незаконченный заказ" })
    .getByRole("button", { name: "Продолжить" })
    .click();
  await expect(page.locator("tr[data-line]")).toHaveCount(1);
});

test("edit of an order — cannot be merged or saved after another user has closed the order", async ({
  page,
  operator,
  owner,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}/Edit`);
  await page.getByLabel("Комментарий").fill("Мой комментарий");
  await owner.post(`/api/Order/${order.id}/Company/1/Payment`, {
    orderStatusId: DELIVERED,
    payment: [{ paymentMethodId: 1, amount: order.amount }],
  });
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict).toContainText("Доставлен");
  await expect(conflict).toContainText("Заказ закрыт: сохранить ваши изменения уже нельзя.");
  await expect(conflict.getByRole("button", { name: /^Объединить/ })).toHaveAttribute("aria-disabled", "true");
});

test("concurrent edits of an order — the second operator sees the first operator's changes and merges both edits", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}/Edit`);
  await page.getByLabel("Комментарий").fill("Мой комментарий");
  await operator.post(`/api/Order/${order.id}/Company/1`, {
    items: order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count })),
    phone: order.phone,
    deliveryAddress: "ул. Другая",
    deliveryAddressBuilding: "2",
  });
  await page.getByRole("button", { name: /^Сохранить/ }).click();
  const conflict = page.getByRole("dialog");
  await expect(conflict.getByText("ул. Другая").first()).toBeVisible();
  await conflict.getByRole("button", { name: /^Объединить/ }).click();
  await expect(async () => {
    const saved = await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${order.id}`);
    if (saved.note === null) await page.keyboard.press("Control+Enter");
    expect(saved).toMatchObject({ note: "Мой комментарий", deliveryAddress: "ул. Другая" });
  }).toPass();
});

test("outage while an order is being entered — the order is saved after the outage", async ({ page, operator }) => {
  const phone = newPhone();
  await signInAs(page);
  await openNewOrder(page, phone);
  let refusedSaves = 0;
  await page.route(/\/(api|token|geo)/, (route) => {
    if (/^POST .*\/api\/Order\/Company\/1$/.test(`${route.request().method()} ${route.request().url()}`))
      refusedSaves += 1;
    return route.abort("connectionrefused");
  });
  await page.getByLabel("Комментарий").fill("Пока сервера нет");
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  await expect(page.getByText("Нет связи с сервером")).toBeVisible();
  // Each call makes five attempts. After ten attempts, two calls have ended: the first send and the first verification.
  await expect.poll(() => refusedSaves, { timeout: 60_000 }).toBeGreaterThanOrEqual(10);
  await page.unroute(/\/(api|token|geo)/);
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Итого")).toBeVisible({
    timeout: 40_000,
  });
  expect(await ordersOf(operator, phone)).toHaveLength(1);
});

test("new order during an outage — opens with the cached menu, and is saved after the outage", async ({
  page,
  operator,
}) => {
  const [first, second] = [newPhone(), newPhone()];
  const server = /\/(api|token|geo|assets)/;
  const save = /^Сохранить заказ/;
  const saved = page.getByRole("dialog", { name: "Заказ сохранён" }).getByText("Итого");
  await signInAs(page);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const waitForQuiet = watchRequests(page);
  await page.locator("tr[data-row]").first().waitFor();
  // The page prefetches its chunks after the first input, but may miss an early input. The pointer is therefore moved
  // repeatedly.
  await expect
    .poll(async () => {
      await page.mouse.move(300 + (requested.length % 2), 300);
      await page.mouse.move(310, 310);
      return requested.some((url) => url.includes("/assets/DialogPanel-"));
    })
    .toBe(true);
  await waitForQuiet();
  await page.route(server, (route) => route.abort("connectionrefused"));
  await page.keyboard.press("n");
  await expect(page.getByText("Телефон и адрес можно записывать")).toBeVisible();
  await page.getByLabel("Контактный телефон").fill(first);
  await page.unroute(server);
  await expect(page.getByText("Сервер не отвечает")).toHaveCount(0);
  await typeOrder(page, first);
  await page.getByRole("button", { name: save }).click();
  await expect(saved).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await page.route(server, (route) => route.abort("connectionrefused"));
  await page.keyboard.press("n");
  await expect(page.getByText("показаны, какими были в прошлый раз")).toBeVisible();
  await typeOrder(page, second);
  await page.getByRole("button", { name: save }).click();
  await page.unroute(server);
  await expect(saved).toBeVisible({ timeout: 40_000 });
  for (const phone of [first, second]) expect(await ordersOf(operator, phone)).toHaveLength(1);
});

test("browser killed as soon as the draft is stored — keeps the last typed character in the draft", async () => {
  const { launchOptions } = test.info().project.use;
  const profile = mkdtempSync(join(tmpdir(), "orders-profile-"));
  const open = () =>
    chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: `http://127.0.0.1:${ports.front}`,
      locale: "ru-RU",
    });
  const phone = newPhone();
  const first = await open();
  const browserId = await browserProcessId(first);
  const page = await first.newPage();
  await signInAs(page);
  await openNewOrder(page, phone);
  await page.getByLabel("Комментарий").pressSequentially("Последняя буква");
  await untilDrafted(page, "Последняя буква");
  const closed = first.waitForEvent("close");
  process.kill(browserId, "SIGKILL");
  await closed;
  const second = await open();
  const again = await second.newPage();
  await signInAs(again, "operator", "/Company/1/Order/New");
  await again
    .getByRole("dialog", { name: "Есть незаконченный заказ" })
    .getByRole("button", { name: "Продолжить" })
    .click();
  await expect(again.getByLabel("Комментарий")).toHaveValue("Последняя буква");
  await second.close();
});

test("several tabs — stay signed in when their tokens expire", async ({ browser }) => {
  const tabs = Number(process.env["TABS"] ?? 3);
  const expiries = Number(process.env["EXPIRIES"] ?? 4);
  const life = 3;
  test.setTimeout(120_000 + 2 * expiries * life * 1_000 + 10_000 * tabs);
  const server = createOwnServer(ports.tokens, { ACCESS_TTL_S: String(life) });
  await server.start();
  const context = await browser.newContext({ baseURL: server.origin });
  try {
    let refreshes = 0;
    context.on("response", (response) => {
      if (response.url().endsWith("/token/refresh") && response.ok()) refreshes += 1;
    });
    const first = await context.newPage();
    await signInAs(first);
    const pages = [first];
    while (pages.length < tabs) {
      const page = await context.newPage();
      await page.goto("/Company/1");
      pages.push(page);
    }
    const before = refreshes;
    // One tab refreshes the token for all tabs, so each expiry causes one refresh, regardless of the number of tabs.
    await expect
      .poll(() => refreshes - before, { timeout: 2 * expiries * life * 1_000 + 60_000 })
      .toBeGreaterThanOrEqual(expiries);
    for (const page of pages) {
      await page.bringToFront();
      await page.getByRole("button", { name: /^Обновить/ }).click();
      await expect(page.locator("tr[data-row]").first()).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
      expect(page.url()).toContain("/Company/1");
    }
  } finally {
    await context.close();
    await server.kill();
  }
});

test("server killed after a save — still has the order after a restart", async ({ browser }) => {
  const server = createOwnServer(ports.restart);
  await server.start();
  const context = await browser.newContext({ baseURL: server.origin });
  try {
    const page = await context.newPage();
    await signInAs(page);
    await openNewOrder(page, newPhone());
    await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
    const saved = page.getByRole("dialog", { name: "Заказ сохранён" });
    const id = await saved.locator("dd").nth(1).textContent();
    await server.kill();
    // The start has no time limit here, because other tests share the computer. folder.test.ts checks its duration.
    await server.start();
    await page.goto(`/Company/1/Order/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Заказ №");
  } finally {
    await context.close();
    await server.kill();
  }
});

test("saved order — opens even if the chunk of the confirmation dialog fails to load", async ({ page, operator }) => {
  const phone = newPhone();
  await page.route(/\/assets\/EditorDialogs/, (route) => route.abort());
  await signInAs(page);
  await openNewOrder(page, phone);
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  await expect(page).toHaveURL(/\/Company\/1\/Order\/\d+$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Заказ");
  const [order] = await ordersOf(operator, phone);
  expect(page.url()).toContain(`/Order/${order?.id}`);
  await page.reload();
  await expect(page.getByText(formatPhone(phone)).first()).toBeVisible();
});

test("HTML page with the status 404 — counts as an outage, not as an unknown company", async ({ page }) => {
  await signInAs(page);
  let isAway = true;
  await page.route(/\/api\/Item/, (route) =>
    isAway ? route.fulfill({ status: 404, contentType: "text/html", body: "<h1>Not found</h1>" }) : route.fallback(),
  );
  await page
    .getByRole("link", { name: /Новый заказ/ })
    .first()
    .click();
  await expect(page.getByText("Сервер не отвечает")).toBeVisible();
  await expect(page.getByText("Компания не найдена")).toBeHidden();
  isAway = false;
  await expect(page.getByText("Сервер не отвечает")).toBeHidden();
});
