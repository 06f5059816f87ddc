import { resolve } from "node:path";
import type { Page, Route } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { demoStatusIds as statusIds } from "#server/demo/configuration.ts";
import { createFreshApiUser, expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { ports } from "../support/e2e/stackSettings.ts";

// The test advances the clock of this server by an hour. Access tokens of the demo are valid for five minutes, so the
// courier's token has then expired.
const server = createOwnServer(ports.courier, {
  NODE_OPTIONS: `--import=${resolve("tests/support/e2e/movableClock.mjs")}`,
});

test.use({ baseURL: server.origin, viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeAll(() => server.start());

test.afterAll(() => server.kill());

const MY_DELIVERIES = "/Company/1/Delivery/My";
const MINUTE_MS = 60_000;

const stopOf = (page: Page, { internalId }: Schemas["Order"]) =>
  page
    .getByRole("region", { name: /^Рейс № / })
    .getByRole("listitem")
    .filter({ has: page.getByText(`№ ${internalId}`, { exact: true }) });

const reportDelivery = async (page: Page, order: Schemas["Order"]) => {
  await stopOf(page, order).getByRole("button", { name: "Доставлен", exact: true }).tap();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Наличные:/ })
    .tap();
  await expect(stopOf(page, order)).toContainText("доставлен");
};

/**
 * Switches the network of a page off, and returns a function that switches it on again. The response to the first
 * delivery report is then lost, so the page sends the report a second time.
 */
const switchOff = async (page: Page) => {
  let isOn = false;
  let reports = 0;
  await page.route(/\/api\/DeliveryStop\/\d+\/Company\/1\/Deliver$/, async (route: Route) => {
    if (!isOn) return route.abort("internetdisconnected");
    reports += 1;
    if (reports > 1) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await page.context().setOffline(true);
  return async () => {
    isOn = true;
    await page.context().setOffline(false);
    return { countReports: () => reports };
  };
};

const variants: readonly { courier: Login; isClosed: boolean; name: string }[] = [
  {
    courier: "courier3",
    isClosed: false,
    name: "delivery reports are recorded once, with the times of the taps, after the reconnection",
  },
  { courier: "courier2", isClosed: true, name: "delivery reports survive the closing of the page" },
];

for (const { courier, isClosed, name } of variants)
  test(`courier without a network for an hour — ${name}, and cancelled orders are marked afterwards`, async ({
    page,
    request,
  }) => {
    const before = await createFreshApiUser(request, "manager", ports.courier);
    const address = { deliveryAddress: "ул. Лесная", deliveryAddressBuilding: "3" };
    const delivered = await before.order(address);
    const deliveredTooLate = await before.order(address);
    const cancelled = await before.order(address);
    await page.clock.install();
    await signInAs(page, courier, MY_DELIVERIES);
    for (const { internalId } of [delivered, deliveredTooLate, cancelled])
      await page.getByRole("button", { name: `Взять заказ № ${internalId}`, exact: true }).tap();
    await page.getByRole("button", { name: "Поехал" }).tap();
    const statusOf = async ({ id }: Schemas["Order"]) =>
      (await before.get<Schemas["Order"]>(`/api/Order/Company/1/${id}`)).statusId;
    await expect.poll(() => statusOf(cancelled)).toBe(statusIds.delivery);

    const switchOn = await switchOff(page);
    await page.clock.fastForward(5 * MINUTE_MS);
    await reportDelivery(page, delivered);
    await page.clock.fastForward(5 * MINUTE_MS);
    await reportDelivery(page, deliveredTooLate);
    const cancellation = { orderStatusId: statusIds.canceled, orderStatusReason: "Передумал" };
    for (const { id } of [deliveredTooLate, cancelled]) await before.patch(`/api/Order/Company/1/${id}`, cancellation);
    await page.clock.fastForward(50 * MINUTE_MS);
    server.advanceClock();
    await expect(page.getByText("2 нажатия ждут связи с сервером")).toBeVisible();
    // The application does not open without a network, but the browser keeps the courier's reports.
    if (isClosed) await page.goto("about:blank");
    const refreshed = page.waitForResponse((answer) => answer.url().endsWith("/token/refresh") && answer.ok());
    const { countReports } = await switchOn();
    if (isClosed) await page.goto(MY_DELIVERIES);
    await refreshed;

    const refusal = page
      .getByRole("alert")
      .filter({ hasText: `Заказ № ${deliveredTooLate.internalId} отменили. Нажмите` });
    await expect(refusal).toBeVisible();
    await expect(page.getByText("ждут связи с сервером")).toHaveCount(0);
    await expect(stopOf(page, delivered)).toContainText("доставлен");
    for (const order of [deliveredTooLate, cancelled]) {
      await expect(stopOf(page, order)).toContainText("Заказ отменили. Привезите его назад.");
      await expect(stopOf(page, order)).toContainText("Деньги не брать");
    }
    if (!isClosed) await expect(page.getByText("В рейсе новое: посмотрите заказы.")).toBeVisible();

    const after = await createFreshApiUser(request, "manager", ports.courier);
    const { trips } = await after.get<Schemas["DeliveryBoard"]>("/api/Delivery/Company/1");
    const recorded = trips.flatMap(({ stops }) => stops).find(({ order }) => order.orderId === delivered.id);
    expect(recorded?.state).toBe("delivered");
    const delay = Date.parse(recorded?.receivedAt ?? "") - Date.parse(recorded?.at ?? "");
    expect(Math.abs(delay / MINUTE_MS - 55)).toBeLessThan(2);
    expect(countReports()).toBe(3);
    const paymentsOf = ({ id }: Schemas["Order"]) =>
      after.get<Schemas["Payment"][]>(`/api/Order/${id}/Company/1/Payment`);
    expect(await paymentsOf(delivered)).toMatchObject([{ amount: delivered.amount, isComplited: false }]);
    expect(await paymentsOf(deliveredTooLate)).toEqual([]);
    const history = await after.get<Schemas["OrderHistoryEntry"][]>(`/api/OrderHistory/${delivered.id}/Company/1`);
    expect(
      history.filter(({ typeElement, newName }) => typeElement === "Delivery" && newName === "Доставлен"),
    ).toHaveLength(1);

    for (const order of [deliveredTooLate, cancelled]) {
      await stopOf(page, order).getByRole("button", { name: "Понял" }).tap();
      await expect(stopOf(page, order)).toContainText("не доставлен");
    }
  });
