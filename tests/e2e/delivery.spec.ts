import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { demoStatusIds as statusIds } from "#server/demo/configuration.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const ADDRESS = { deliveryAddress: "ул. Садовая", deliveryAddressBuilding: "7" };

/** Returns the card of an order in the region `part` of the screen. */
const card = (page: Page, part: string, { internalId }: Schemas["Order"]) =>
  page
    .getByRole("region", { name: part })
    .getByRole("listitem")
    .filter({ has: page.getByText(`№ ${internalId}`, { exact: true }) });

const orderOf = (operator: { get: <T>(path: string) => Promise<T> }, { id }: Schemas["Order"]) =>
  operator.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`);

test("courier — delivers an assigned order, and records the delivery and the cash payment while offline", async ({
  browser,
  page,
  operator,
  owner,
}) => {
  const order = await operator.order(ADDRESS);
  const kitchen = await (await browser.newContext()).newPage();
  await signInAs(kitchen, "kitchen", "/Company/1/Kitchen");
  const ticket = kitchen.locator(`[data-order="${order.id}"]`);
  for (const state of ["Начать", "Готово"]) {
    const dishes = ticket.getByRole("button", { name: state });
    await expect(dishes).toHaveCount(order.items.length);
    for (const _ of order.items) await dishes.first().click();
  }
  await expect.poll(async () => (await orderOf(operator, order)).statusId).toBe(statusIds.ready);

  await signInAs(page, "manager", "/Company/1/Delivery");
  const free = card(page, "Без курьера", order);
  await expect(free.getByText("готов", { exact: true })).toBeVisible();
  await free.getByRole("button", { name: /Отдать курьеру…/ }).click();
  await page.getByRole("menuitem", { name: "Марат Юсупов не на смене" }).click();
  const lane = page.getByRole("region", { name: "Марат Юсупов" });
  await expect(lane.getByText(`№ ${order.internalId}`)).toBeVisible();

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signInAs(phone, "courier3", "/Company/1/Delivery/My");
  await phone.getByRole("button", { name: "Поехал" }).click();
  await expect.poll(async () => (await orderOf(operator, order)).statusId).toBe(statusIds.delivery);
  await expect(lane.getByText("в пути", { exact: true })).toBeVisible();

  await phone.context().setOffline(true);
  await expect(phone.getByRole("link", { name: /Позвонить/ })).toHaveAttribute("href", /^tel:/);
  await phone.getByRole("button", { name: "Доставлен", exact: true }).click();
  await phone
    .getByRole("dialog")
    .getByRole("button", { name: /^Наличные:/ })
    .click();
  await expect(phone.getByRole("button", { name: "Вернулся" })).toBeVisible();
  await expect(phone.getByRole("link", { name: /Позвонить/ })).toHaveCount(0);
  expect((await orderOf(operator, order)).isClosed).toBe(false);
  await phone.context().setOffline(false);
  await expect(lane.getByText(/^на руках|на руках/)).toBeVisible();
  await phone.getByRole("button", { name: "Вернулся" }).click();
  await expect(phone.getByText("Заказов у вас нет")).toBeVisible();

  const [payment] = await owner.get<Schemas["Payment"][]>(`/api/Order/${order.id}/Company/1/Payment`);
  expect(payment).toMatchObject({ amount: order.amount, isComplited: false, operatorAlias: "Марат Юсупов" });
});

test("order already taken by another courier — cannot be taken, and the message names that courier", async ({
  browser,
  page,
  operator,
}) => {
  const order = await operator.order(ADDRESS);
  const other = await (await browser.newContext()).newPage();
  await signInAs(page, "courier2", "/Company/1/Delivery/My");
  await signInAs(other, "courier3", "/Company/1/Delivery/My");
  const take = `Взять заказ № ${order.internalId}`;
  await expect(page.getByRole("button", { name: take })).toBeVisible();
  await expect(other.getByRole("button", { name: take })).toBeVisible();
  await other.route("**/api/Delivery/Company/1/My", (route) => route.abort());
  await page.getByRole("button", { name: take }).click();
  await expect(page.getByRole("button", { name: take })).toHaveCount(0);
  await other.getByRole("button", { name: take }).click();
  await expect(other.getByText(`Заказ № ${order.internalId} уже взял Сергей Лапин.`)).toBeVisible();
  await other.unroute("**/api/Delivery/Company/1/My");
});

test("failed delivery — requires a reason, shows the reason to the dispatcher, and can be undone", async ({
  page,
  operator,
  owner,
}) => {
  const order = await operator.order(ADDRESS);
  await signInAs(page, "courier2", "/Company/1/Delivery/My");
  await page.getByRole("button", { name: `Взять заказ № ${order.internalId}` }).click();
  const stop = page.getByRole("listitem").filter({ has: page.getByText(`№ ${order.internalId}`, { exact: true }) });
  const fail = async () => {
    await stop.getByRole("button", { name: "Не доставлен" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Никто не открыл" }).click();
    await expect(stop.getByText("не доставлен")).toBeVisible();
  };
  await fail();
  await page.getByRole("button", { name: "Отменить" }).click();
  await expect(stop.getByRole("button", { name: "Доставлен", exact: true })).toBeVisible();
  await fail();
  await expect
    .poll(async () => {
      const board = await owner.get<Schemas["DeliveryBoard"]>("/api/Delivery/Company/1");
      return board.unassigned.find(({ orderId }) => orderId === order.id)?.failure;
    })
    .toBe("Никто не открыл");
});

test("route sheet — is printed without the rest of the page, and lists the stops in sequence with the amounts to collect", async ({
  page,
  operator,
  hire,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.toggleAttribute("data-printed", true);
  });
  const near = await operator.order({
    ...ADDRESS,
    deliveryAddressApartmentNumber: "12",
    deliveryAddressEntrance: "3",
    deliveryAddressLevel: "4",
    deliveryPhone: "+79165554401",
    deliveryChange: 10_000,
    note: "Домофон не работает",
  });
  const far = await operator.order({ deliveryAddress: "пр. Дальний", deliveryAddressBuilding: "99" });
  const { userName } = await hire("courier");
  await signInAs(page, "manager", "/Company/1/Delivery");
  const lane = page.getByRole("region", { name: userName });
  for (const order of [far, near]) {
    await card(page, "Без курьера", order)
      .getByRole("button", { name: /Отдать курьеру…/ })
      .click();
    await page.getByRole("menuitem", { name: `${userName} не на смене` }).click();
    await expect(lane.getByText(`№ ${order.internalId}`, { exact: true })).toBeVisible();
  }
  await lane.getByRole("button", { name: "Напечатать маршрутный лист" }).click();
  await expect(page.locator("html[data-printed]")).toHaveCount(1);

  await page.emulateMedia({ media: "print" });
  const sheet = page.getByRole("article");
  await expect(sheet.getByRole("heading")).toHaveText(/^Маршрутный лист № \d+, newcomer-/);
  await expect(page.locator("body > :visible")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Доставка" })).toBeHidden();
  const stops = sheet.getByRole("row");
  await expect(stops).toHaveCount(3);
  await expect(stops.nth(1)).toContainText(`№ ${far.internalId}`);
  await expect(stops.nth(1)).toContainText("пр. Дальний, 99");
  await expect(stops.nth(1)).toContainText("+7 916 000-00-01");
  await expect(stops.nth(1).getByRole("cell").last()).toHaveText(`К оплате ${formatMoney(far.amount)}`);
  await expect(stops.nth(2)).toContainText(`№ ${near.internalId}`);
  await expect(stops.nth(2)).toContainText("ул. Садовая, 7, кв. 12, подъезд 3, этаж 4");
  await expect(stops.nth(2)).toContainText("+7 916 555-44-01");
  await expect(stops.nth(2)).toContainText("Домофон не работает");
  await expect(stops.nth(2).getByRole("cell").last()).toHaveText(
    `К оплате ${formatMoney(near.amount)}, сдача с ${formatMoney(10_000)}`,
  );
  for (const { name, count } of near.items) await expect(stops.nth(2)).toContainText(`${name} × ${count}`);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(sheet).toHaveCount(0);
});

test("courier — opens their deliveries from the home page, and may not open the dispatcher's screen", async ({
  page,
}) => {
  await signInAs(page, "courier", "/");
  await expect(page.getByRole("link", { name: "Открытые заказы" })).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Мои доставки" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Мои доставки");
  await page.goto("/Company/1/Delivery");
  await expect(page.getByText("Распределение доставок")).toBeVisible();
});
