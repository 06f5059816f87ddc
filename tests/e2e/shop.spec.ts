import type { BrowserContext, Page } from "@playwright/test";
import axe from "axe-core";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, signInLive, test } from "../support/e2e/fixtures.ts";
import { NOTES, notesOf, spyOnSound } from "../support/e2e/sound.ts";

/** Path of the order list with the newest order first. Needed because only the top of the list is rendered. */
const LIST = "/Company/1?sort=number";

const newPhone = () => `+7902${String(Date.now()).slice(-7)}`;

const choosePizzaOnMenu = async (guest: Page, count = 2) => {
  await guest.goto("/shop/kolos");
  await guest.getByRole("spinbutton", { name: "Маргарита", exact: true }).fill(String(count));
};

const choosePizza = async (guest: Page, count = 2) => {
  await choosePizzaOnMenu(guest, count);
  await guest.getByRole("button", { name: /^В корзину/ }).click();
  await expect(guest.getByRole("heading", { name: "Ваш заказ" })).toBeVisible();
};

const fillCart = async (guest: Page, phone: string) => {
  await guest.getByLabel("Телефон").fill(phone);
  await guest.getByLabel("Заберу сам").check();
};

/**
 * Returns the accessibility violations that axe finds. Runs axe with `evaluate`, because the page forbids inline
 * scripts.
 */
const auditPage = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await (Reflect.get(globalThis, "axe") as typeof axe).run(document);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
  });
};

test("guest — places an order, which the operator sees immediately, and follows the progress of the order in the kitchen", async ({
  page,
  browser,
  owner,
}) => {
  await signInLive(page, "operator", LIST);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  await choosePizza(guest);
  await fillCart(guest, newPhone());
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await guest.getByRole("button", { name: /^Заказать за/ }).click();
  await guest.waitForURL(/\/shop\/kolos\/order\/[\w-]{22}$/);
  const began = Date.now();
  const number = /№ (\d+)/.exec(await guest.getByRole("heading").innerText())?.[1];
  await expect(page.getByRole("row", { name: new RegExp(`\\b${number}\\b`) }).first()).toBeVisible({ timeout: 5000 });
  // The order is expected within 1 s. The test allows 3 s, because the test machine may be busy.
  expect(Date.now() - began).toBeLessThan(3000);
  const orders = await owner.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
  const order = orders.find(({ internalId }) => String(internalId) === number);
  expect(order?.externalOrder).toMatch(/^Сайт /);
  await expect(guest.locator("[aria-current=step]")).toHaveText("Заказ принят");

  await signInAs(page, "kitchen", "/Company/1/Kitchen/Display");
  const ticket = page
    .getByRole("region", { name: "Новый", exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByText(`№ ${number}`, { exact: true }) });
  await ticket.getByRole("button").first().click();
  await expect(guest.locator("[aria-current=step]")).toHaveText("Готовится");
  await context.close();
});

/**
 * Hides `userActivation`, because Playwright's `evaluate` counts as a user action. The pages then wait for a real click
 * or key before they play a sound.
 */
const hideActivation = (context: BrowserContext) =>
  context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "userActivation"));

test("new order of a guest — plays a sound in only one of two tabs, and no sound if the sound is off", async ({
  page,
  context,
  browser,
  owner,
  operator,
}) => {
  test.slow();
  await hideActivation(context);
  await spyOnSound(context);
  await signInLive(page, "operator", LIST);
  const board = await context.newPage();
  await board.goto("/Company/1/Board");
  const bell = board.getByRole("button", { name: /^Уведомления/ });
  await expect(bell).toBeVisible();
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  const placeOrder = async () => {
    await choosePizza(guest);
    await fillCart(guest, newPhone());
    await guest.getByRole("button", { name: "Посчитать сумму" }).click();
    await guest.getByRole("button", { name: /^Заказать за/ }).click();
    await guest.waitForURL(/\/order\//);
  };
  const countOrders = async () => {
    const orders = await owner.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
    return orders.filter(({ externalOrder }) => externalOrder?.startsWith("Сайт ")).length;
  };
  const countNotes = async () => {
    const notes = await Promise.all(context.pages().map(notesOf));
    return notes.reduce((sum, count) => sum + count, 0);
  };
  const readByBoard: string[] = [];
  board.on("response", async (response) => {
    if (response.url().includes("/api/Order/")) readByBoard.push(await response.text().catch(() => ""));
  });
  /**
   * Waits until both tabs have read an operator's order that is created now. They have then handled the events of all
   * earlier orders. The test does not click on the board, because a click permits sound.
   */
  const untilHeard = async () => {
    const { id } = await operator.order();
    await expect(page.locator(`tr[data-row="${id}"]`)).toBeVisible();
    await expect.poll(() => readByBoard.some((text) => text.includes(`"id":${id},`))).toBe(true);
  };
  // The browser plays no sound in a tab without user input. The operator has not used either tab yet, so this order
  // must play no note and cause no error.
  await placeOrder();
  await untilHeard();
  expect(await countNotes()).toBe(0);

  for (const tab of [page, board]) {
    await tab.bringToFront();
    await tab.keyboard.press("Shift");
  }
  // Other tests may place orders at the same time, so the sounds are compared with the number of orders.
  const before = await countOrders();
  const excessSounds = async () => (await countNotes()) / NOTES - ((await countOrders()) - before);
  await placeOrder();
  const began = Date.now();
  await expect.poll(countNotes, { intervals: [50] }).toBeGreaterThan(0);
  // The sound is expected within 1 s. The test allows 3 s, because the test machine may be busy.
  expect(Date.now() - began).toBeLessThan(3000);
  await untilHeard();
  await expect.poll(excessSounds).toBe(0);
  expect(await notesOf(page)).toBeGreaterThan(0);
  expect(await notesOf(board)).toBe(0);

  await page.goto("/Company/1/Tag");
  await expect(page.getByRole("heading", { name: "Теги", exact: true })).toBeVisible();
  await placeOrder();
  await expect.poll(() => notesOf(board)).toBeGreaterThan(0);
  expect(await notesOf(page)).toBe(0);

  await bell.click();
  await board.getByRole("menuitem", { name: "Выключить звук заказов с сайта" }).click();
  await page.goto(LIST);
  await page.keyboard.press("Shift");
  const silent = await countNotes();
  await placeOrder();
  await untilHeard();
  expect(await countNotes()).toBe(silent);
  await guest.context().close();
});

test("guest's order — is cooked and delivered, and the guest reviews the order", async ({
  page,
  browser,
  owner,
  hire,
}) => {
  test.slow();
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await choosePizza(guest, 3);
  await guest.getByLabel("Телефон").fill(newPhone());
  await guest.getByLabel("Улица").fill("ул. Заречная");
  await guest.getByLabel("Дом").fill("17");
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await guest.getByRole("button", { name: /^Заказать за/ }).click();
  await guest.waitForURL(/\/order\//);
  const number = Number(/№ (\d+)/.exec(await guest.getByRole("heading").innerText())?.[1]);
  const stage = guest.locator("[aria-current=step]");

  await signInAs(page, "kitchen", "/Company/1/Kitchen");
  const orders = await owner.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
  const orderId = orders.find(({ internalId }) => internalId === number)?.id;
  const ticket = page.locator(`[data-order="${orderId}"]`);
  await ticket.getByRole("button", { name: "Начать" }).click();
  await ticket.getByRole("button", { name: "Готово" }).click();
  await expect(stage).toHaveText("Готов");

  const { userName } = await hire("courier");
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signInAs(phone, userName, "/Company/1/Delivery/My");
  await phone.getByRole("button", { name: `Взять заказ № ${number}` }).click();
  await phone.getByRole("button", { name: "Поехал" }).click();
  await expect(stage).toHaveText("Курьер в пути");
  await phone.getByRole("button", { name: "Доставлен", exact: true }).click();
  await phone
    .getByRole("dialog")
    .getByRole("button", { name: /^Наличные:/ })
    .click();

  await guest.getByRole("link", { name: "Оценить заказ" }).click();
  for (const score of ["Еда", "Доставка", "Обслуживание"])
    await guest.getByRole("group", { name: score }).getByRole("radio", { name: "5" }).check();
  await guest.getByRole("button", { name: "Отправить отзыв" }).click();
  await expect(guest.getByText("Спасибо")).toBeVisible();
  const { rows } = await owner.get<Schemas["GuestReviewPage"]>("/api/Feedback/Company/1/Guest");
  expect(rows.find((review) => review.orderId === orderId)).toMatchObject({ food: 5, delivery: 5, service: 5 });
});

test("guest — can order portions of one dish with different modifiers, and a reload keeps the portions", async ({
  browser,
  owner,
}) => {
  const guest = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await choosePizzaOnMenu(guest);
  const dish = guest
    .getByRole("listitem")
    .filter({ has: guest.getByRole("spinbutton", { name: "Маргарита", exact: true }) });
  await dish.getByText("Добавки").click();
  const more = dish.getByRole("button", { name: "Ещё порции с другими добавками" });
  await more.click();
  await dish.getByRole("button", { name: "Добавить: Маргарита, вариант 2" }).click();
  const extra = dish.getByRole("group").last().getByRole("checkbox").first();
  await extra.check();
  await more.click();
  await dish.getByRole("spinbutton", { name: "Маргарита, вариант 3" }).fill("3");
  const total = await guest.getByRole("button", { name: /^В корзину/ }).innerText();
  await guest.reload();
  await expect(guest.getByRole("button", { name: /^В корзину/ })).toHaveText(total);
  await guest.getByRole("button", { name: /^В корзину/ }).click();
  const lines = guest.locator("#lines li > :first-child");
  await expect(lines).toHaveText(["Маргарита × 5", /^Маргарита × 1 \(.+\)$/]);
  await fillCart(guest, newPhone());
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await guest.getByRole("button", { name: `Заказать за ${total.replace(/^В корзину · /, "")}` }).click();
  await guest.waitForURL(/\/order\//);
  const number = Number(/№ (\d+)/.exec(await guest.getByRole("heading").innerText())?.[1]);
  const orders = await owner.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
  const id = orders.find(({ internalId }) => internalId === number)?.id;
  const order = await owner.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`);
  expect(order.items.map(({ count, modificators }) => [count, modificators?.map((one) => one.count)])).toEqual([
    [5, []],
    [1, [1]],
  ]);
  await guest.context().close();
});

test("guest with scripts disabled — places an order", async ({ browser, owner }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  await choosePizza(guest);
  const phone = newPhone();
  await fillCart(guest, phone);
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await guest.getByRole("button", { name: /^Заказать за/ }).click();
  await expect(guest.getByText("Заказ принят")).toBeVisible();
  const orders = await owner.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
  expect(orders.filter((order) => order.phone === phone)).toHaveLength(1);
  await context.close();
});

test("guest with scripts disabled — pays online, and the operator sees the payment", async ({ browser, operator }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  await choosePizza(guest);
  await fillCart(guest, newPhone());
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await guest.getByRole("button", { name: /^Заказать за/ }).click();
  await guest.getByRole("button", { name: /^Оплатить онлайн: 980,00/ }).click();
  await expect(guest.getByRole("heading", { name: "Счёт на оплату" })).toBeVisible();
  await guest.getByRole("button", { name: "Оплатить" }).click();
  await guest.getByRole("link", { name: "Вернуться к заказу" }).click();
  await expect(guest.getByText("Оплачено")).toBeVisible();
  const number = /№ (\d+)/.exec(await guest.getByRole("heading").innerText())?.[1];
  const orders = await operator.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
  const order = orders.find(({ internalId }) => String(internalId) === number);
  const payments = await operator.get<Schemas["Payment"][]>(`/api/Order/${order?.id}/Company/1/Payment`);
  expect(payments).toMatchObject([{ amount: 980, isComplited: true, isExternal: true, operatorId: null }]);
  await context.close();
});

test("guest — places only one order despite a lost response and a reload", async ({ browser, owner }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const guest = await context.newPage();
  await choosePizza(guest);
  const phone = newPhone();
  await fillCart(guest, phone);
  await guest.getByRole("button", { name: "Посчитать сумму" }).click();
  await expect(guest.getByRole("button", { name: /^Заказать за/ })).toBeVisible();
  await context.route("**/shop/kolos/order", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await context.route("**/shop/kolos/check", (route) => route.abort());
  await guest.getByRole("button", { name: /^Заказать за/ }).click();
  await expect(guest.getByText("Нет связи. Проверяем, дошёл ли заказ…")).toBeVisible();
  await context.unroute("**/shop/kolos/check");
  await guest.goto("/shop/kolos");
  await guest.waitForURL(/\/shop\/kolos\/order\/[\w-]{22}$/);
  const orders = await owner.get<Schemas["OrderSummaryRow"][]>("/api/Order/Company/1");
  expect(orders.filter((order) => order.phone === phone)).toHaveLength(1);
  await context.close();
});

for (const width of [390, 1366])
  test(`pages of the shop at ${width} px — have no accessibility violation that axe finds`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, bypassCSP: true });
    const guest = await context.newPage();
    await guest.goto("/shop/kolos");
    expect(await auditPage(guest)).toEqual([]);
    await choosePizza(guest);
    expect(await auditPage(guest)).toEqual([]);
    await fillCart(guest, newPhone());
    await guest.getByRole("button", { name: "Посчитать сумму" }).click();
    await guest.getByRole("button", { name: /^Заказать за/ }).click();
    await guest.waitForURL(/\/order\/[\w-]{22}$/);
    expect(await auditPage(guest)).toEqual([]);
    await context.close();
  });

test("owner — changes the title and the position of a category of the shop", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Shop/Category");
  await page.getByLabel("Название для гостей: Пироги").fill("Пироги дня");
  await page.getByRole("button", { name: "Выше: Пироги" }).click();
  await page.getByRole("button", { name: "Сохранить" }).click();
  await expect(page.getByText("Успешно сохранено")).toBeVisible();
  const guest = await page.context().newPage();
  await guest.goto("/shop/kolos");
  await expect(guest.getByRole("heading", { level: 2 }).first()).toHaveText("Пироги дня");
  await guest.close();
});
