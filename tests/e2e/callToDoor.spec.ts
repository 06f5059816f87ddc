import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { formatMoney } from "#domain/money.ts";
import { createFreshApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { ports } from "../support/e2e/stackSettings.ts";

// The test changes the event that sends orders to the kitchen, so it cannot share its server with other tests.
const server = createOwnServer(ports.callToDoor);

test.use({ baseURL: server.origin });

test.beforeAll(() => server.start());

test.afterAll(() => server.kill());

/** Configures the company so that an order reaches the kitchen when it gets the status "Подтверждён". */
const sendByStatus = async (owner: Page) => {
  await signInAs(owner, "owner", "/Company/1/Kitchen/Settings");
  await owner.getByLabel("Заказ попадает на кухню").selectOption("status");
  await owner.getByRole("button", { name: /^Статус/ }).click();
  await owner.getByRole("menu").getByText("Подтверждён", { exact: true }).click();
  await owner.getByRole("button", { name: "Сохранить" }).click();
  await expect(owner).toHaveURL("/Company/1/Kitchen");
};

/** Sets a variable of the page. The variable is lost when the page is loaded again. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

const isSamePage = (page: Page): Promise<boolean> =>
  page.evaluate(() => Reflect.get(globalThis, "isSamePage") === true);

test("order from a phone call — is taken, cooked and delivered in three browsers without a page reload", async ({
  page,
  browser,
  request,
}) => {
  await sendByStatus(page);
  const cook = await (await browser.newContext({ hasTouch: true })).newPage();
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const courier = await (await browser.newContext(phone)).newPage();
  await Promise.all([
    signInAs(page, "operator", "/Company/1"),
    signInAs(cook, "kitchen", "/Company/1/Kitchen/Display"),
    signInAs(courier, "courier3", "/Company/1/Delivery/My"),
  ]);
  await Promise.all([page, cook, courier].map(markPage));

  const callId = randomUUID();
  const reportCall = async (event: Schemas["CallEvent"]) => {
    const answer = await request.post("/api/PhoneTracker/Call", {
      headers: { Authorization: "Bearer demo-tracker-1" },
      data: { callId, number: "+79165556601", event, at: new Date().toISOString() },
    });
    expect(answer.status()).toBe(204);
  };
  await reportCall("StartRing");
  const call = page.getByRole("article", { name: "Звонок: +7 916 555-66-01" });
  await call.getByRole("button", { name: /^Принять/ }).click();
  await expect(page).toHaveURL(/Order\/New\?operatorPhoneCallId=\d+/);
  await reportCall("Call");
  await expect(page.getByLabel("Контактный телефон")).toHaveValue("+79165556601");
  await page.getByLabel("Улица").fill("ул. Проходная");
  await page.getByLabel("Дом", { exact: true }).fill("5");
  await page.getByLabel("Сдача с, р.").fill("1000");
  await page.getByLabel("Название или артикул").fill("борщ");
  await page.getByLabel("Название или артикул").press("Enter");
  await expect(page.locator("tr[data-line]")).toHaveCount(1);
  const created = page.waitForResponse((answer) => answer.url().endsWith("/api/Order/Company/1") && answer.ok());
  await page.keyboard.press("Control+Enter");
  const order = (await (await created).json()) as Schemas["Order"];
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText(formatMoney(order.amount));
  await reportCall("EndCall");
  await page.keyboard.press("Enter");

  const row = page.locator(`tr[data-row="${order.id}"]`);
  const showPanel = () => row.locator("td").nth(2).click();
  await showPanel();
  const panel = page.getByRole("complementary", { name: "Выбранный заказ" });
  const expectStatus = async (name: string) => {
    await expect(row.locator(".badge").first()).toHaveText(name);
    await expect(panel.locator("header .badge")).toHaveText(name);
  };
  const dish = (state: string): Locator =>
    cook.getByRole("region", { name: state, exact: true }).locator(`[data-order="${order.id}"]`).getByRole("button");
  await expectStatus("Новый");
  await expect(cook.locator(`[data-order="${order.id}"]`)).toHaveCount(0);
  await panel.getByRole("button", { name: "Дальше: Подтверждён" }).click();
  await expectStatus("Подтверждён");
  await expect(dish("Новый")).toContainText(/борщ/i);
  await dish("Новый").tap();
  await expectStatus("Готовится");
  await dish("Готовится").tap();
  await expectStatus("Готов");

  const number = courier.getByText(`№ ${order.internalId}`, { exact: true });
  const offered = courier.getByRole("region", { name: "Можно взять" }).getByRole("listitem").filter({ has: number });
  await expect(offered).toContainText("готов");
  await expect(offered).toContainText("ул. Проходная, 5");
  await offered.getByRole("button", { name: `Взять заказ № ${order.internalId}` }).tap();
  // The courier column of the list is hidden while the side panel is open.
  await page.keyboard.press("Escape");
  await expect(row).toContainText("Марат Юсупов");
  await showPanel();
  const stop = courier
    .getByRole("region", { name: /^Рейс № / })
    .getByRole("listitem")
    .filter({ has: number });
  await expect(stop).toContainText(`К оплате ${formatMoney(order.amount)}, сдача с ${formatMoney(1000)}`);
  await expect(stop.getByRole("link", { name: /Позвонить/ })).toHaveAttribute("href", "tel:+79165556601");
  await courier.getByRole("button", { name: "Поехал" }).tap();
  await expectStatus("В доставке");
  await stop.getByRole("button", { name: "Доставлен", exact: true }).tap();
  await courier
    .getByRole("dialog")
    .getByRole("button", { name: /^Наличные: / })
    .tap();
  await expect(stop).toContainText("доставлен");
  await expect(panel.getByRole("region", { name: "Оплаты" })).toContainText("Наличные · Ждёт подтверждения");
  await expect(panel.locator("[data-due]")).toHaveText(/^0,00/);
  await courier.getByRole("button", { name: "Вернулся" }).tap();
  await expect(courier.getByText("Заказов у вас нет")).toBeVisible();

  const owner = await createFreshApiUser(request, "owner", ports.callToDoor);
  const payments = await owner.get<Schemas["Payment"][]>(`/api/Order/${order.id}/Company/1/Payment`);
  expect(payments).toMatchObject([{ amount: order.amount, isComplited: false, operatorAlias: "Марат Юсупов" }]);
  expect(await Promise.all([page, cook, courier].map(isSamePage))).toEqual([true, true, true]);
});
