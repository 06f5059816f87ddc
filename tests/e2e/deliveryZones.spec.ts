import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const mapOf = (page: Page) => page.getByRole("region", { name: "Граница зоны на карте" });

/** Clicks on the map. `x` and `y` are fractions of the map's width and height. */
const clickMap = async (page: Page, x: number, y: number): Promise<void> => {
  const { width = 0, height = 0 } = (await mapOf(page).boundingBox()) ?? {};
  await mapOf(page).click({ position: { x: width * x, y: height * y } });
};

test("owner — draws the border of a zone on the map, and a border needs at least three corners", async ({
  page,
  owner,
}) => {
  const name = `Нарисованная ${Date.now()}`;
  await signInAs(page, "owner", "/Company/1/Delivery/Zone/New");
  await page.getByLabel("Название").fill(name);
  await page.getByLabel("Цена доставки").fill("99,50");
  const corners = page.getByRole("button", { name: /^Угол/ });
  for (const [x, y] of [
    [0.3, 0.3],
    [0.6, 0.3],
    [0.6, 0.6],
  ] as const) {
    const before = await corners.count();
    await clickMap(page, x, y);
    await expect(corners).toHaveCount(before + 1);
  }
  const third = corners.nth(2);
  await third.press("Enter");
  await expect(corners).toHaveCount(2);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("У зоны не меньше трёх углов.")).toBeVisible();
  await clickMap(page, 0.6, 0.6);
  await expect(corners).toHaveCount(3);
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/\/Zone(\?.*)?$/);
  await expect(page.locator("tr[data-row]").filter({ hasText: name })).toContainText("99,50");
  const zones = await owner.get<{ id: number; name: string; polygon: unknown[] }[]>(
    "/api/DeliveryZone/Company/1/Summury",
  );
  const zone = zones.find((one) => one.name === name);
  expect(zone?.polygon).toHaveLength(3);
  await owner.remove(`/api/DeliveryZone/${zone?.id}/Company/1`);
});

test("operator — sees the delivery price of the address's zone, and can waive the minimum order amount of the zone", async ({
  page,
}) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill("+79161112233");
  const zone = page.getByRole("combobox", { name: "Зона доставки" });
  await expect(zone.locator("option:checked")).toHaveText("По адресу");
  await page.getByLabel("Улица").fill("ш. Загородное");
  await page.getByLabel("Улица").press("Tab");
  await expect(zone.locator("option:checked")).toHaveText("По адресу: Окраины");
  await page
    .getByRole("button", { name: /^Американо/ })
    .first()
    .click();
  const total = page.locator("[data-total]");
  await expect(total).toHaveText(/^450,00/);
  await expect(page.getByText("В эту зону везём от 1 200,00 р. — не хватает 1 050,00 р.")).toBeVisible();
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  await expect(page.getByText(/В зону «Окраины» везём от 1\s200,00/)).toBeVisible();
  await page.getByLabel("Всё равно принять").check();
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  const saved = page.getByRole("dialog", { name: "Заказ сохранён" });
  await expect(saved).toContainText("450,00");
  await page.goto(`/Company/1/Order/${await saved.locator("dd").nth(1).textContent()}`);
  await expect(page.getByText("Доставка «Окраины»: 300,00 р.")).toBeVisible();
});

test("operator — can choose a different zone or pickup, and a change of the address resets this choice", async ({
  page,
}) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  const zone = page.getByRole("combobox", { name: "Зона доставки" });
  const total = page.locator("[data-total]");
  await page.getByLabel("Улица").fill("ш. Загородное");
  await expect(total).toHaveText(/^300,00/);
  await zone.selectOption({ label: "Город" });
  await expect(total).toHaveText(/^150,00/);
  await page.getByRole("button", { name: "Самовывоз", exact: true }).first().click();
  await expect(total).toHaveText(/^0,00/);
  await expect(zone).toBeHidden();
  await expect(page.getByLabel("Улица")).toHaveValue("");
  await page.getByLabel("Улица").fill("ш. Загородное");
  await page.getByRole("combobox", { name: "Дом" }).fill("5");
  await expect(total).toHaveText(/^300,00/);
});

test("dispatcher — sees the orders as pins on a map, and a pin opens its order", async ({ page }) => {
  await signInAs(page, "manager", "/Company/1/Delivery");
  await page.getByRole("button", { name: "Карта" }).click();
  const map = page.getByRole("region", { name: "Карта доставки" });
  await expect(map.getByText("Окраины")).toBeVisible();
  const pin = map.getByRole("button", { name: /^Заказ № \d+, / }).first();
  await pin.press("Enter");
  await expect(page).toHaveURL(/\/Company\/1\/Order\/\d+$/);
});

test("courier on a trip — can share their position, which the dispatcher's map shows until the courier stops sharing", async ({
  browser,
  page,
  operator,
  courier,
}) => {
  const { trips } = await courier.get<Schemas["CourierWork"]>("/api/Delivery/Company/1/My");
  // The demo courier may have no trip that has started. The test then starts a trip.
  if (!trips.some(({ state }) => state === "out")) {
    const { id } = await operator.order({ deliveryAddress: "ул. Садовая", deliveryAddressBuilding: "7" });
    const { tripId } = await courier.post<Schemas["DeliveryPlace"]>(`/api/DeliveryStop/${id}/Company/1/Take`, {});
    await courier.post(`/api/DeliveryTrip/${tripId}/Company/1/Start`, {});
  }
  const phone = await (
    await browser.newContext({
      viewport: { width: 390, height: 844 },
      permissions: ["geolocation"],
      geolocation: { latitude: 56.86, longitude: 35.9 },
    })
  ).newPage();
  await signInAs(phone, "courier", "/Company/1/Delivery/My");
  await phone.getByLabel(/^Показывать диспетчеру, где я/).check();
  await signInAs(page, "manager", "/Company/1/Delivery");
  await page.getByRole("button", { name: "Карта" }).click();
  const pin = page.getByRole("region", { name: "Карта доставки" }).getByRole("button", { name: /^Денис Воронов, / });
  await expect(pin).toBeVisible();
  await phone.getByLabel(/^Показывать диспетчеру, где я/).uncheck();
  await expect(pin).toHaveCount(0);
});
