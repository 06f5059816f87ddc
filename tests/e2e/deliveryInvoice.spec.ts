import type { Page } from "@playwright/test";
import { encode } from "uqr";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const ADDRESS = { deliveryAddress: "ул. Садовая", deliveryAddressBuilding: "7" };

const stopOf = (page: Page, { internalId }: Schemas["Order"]) =>
  page.getByRole("listitem").filter({ has: page.getByText(`№ ${internalId}`, { exact: true }) });

/** Opens the courier's screen in a phone-sized window and takes the order on this screen. */
const takeOrder = async (page: Page, order: Schemas["Order"]) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "courier2", "/Company/1/Delivery/My");
  await page.getByRole("button", { name: `Взять заказ № ${order.internalId}`, exact: true }).click();
  return stopOf(page, order);
};

/** Returns the SVG path that the screen must draw for the QR code of a text. */
const squaresOf = (text: string): string =>
  encode(text, { border: 2 })
    .data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");

test("courier — shows the QR code of an invoice and sees when the customer has paid", async ({
  page,
  browser,
  operator,
  owner,
}) => {
  const order = await operator.order(ADDRESS);
  const stop = await takeOrder(page, order);
  const issued = page.waitForResponse(
    (response) => response.request().method() === "POST" && /Invoice$/.test(response.url()),
  );
  await stop.getByRole("button", { name: "QR для оплаты" }).click();
  const { externalUrl, paymentId } = (await (await issued).json()) as Schemas["Invoice"];
  const dialog = page.getByRole("dialog");
  const squares = dialog.getByRole("img", { name: "QR-код страницы оплаты" }).locator("path");
  await expect(squares).toHaveAttribute("d", squaresOf(externalUrl ?? ""));
  await expect(dialog.getByText("Ждём оплату…").last()).toBeVisible();
  await dialog.getByRole("button", { name: "Закрыть" }).last().click();
  await expect(stop.getByText(/Ждём по счёту/)).toBeVisible();
  await stop.getByRole("button", { name: "QR для оплаты" }).click();
  await expect(squares).toHaveAttribute("d", squaresOf(externalUrl ?? ""));

  const customer = await (await browser.newContext()).newPage();
  await customer.goto(externalUrl ?? "");
  await customer.getByRole("button", { name: /Оплатить/ }).click();
  await expect(dialog.getByText("Оплачено")).toBeVisible();
  await dialog.getByRole("button", { name: "Закрыть" }).last().click();
  await expect(stop.getByText("Оплачен", { exact: true })).toBeVisible();
  await expect(stop.getByRole("button", { name: "QR для оплаты" })).toHaveCount(0);
  const payments = await owner.get<Schemas["Payment"][]>(`/api/Order/${order.id}/Company/1/Payment`);
  expect(payments).toMatchObject([{ id: paymentId, amount: order.amount, isComplited: true }]);
});

test("courier offline — is told that the QR code needs a network; one invoice is issued after the reconnection", async ({
  page,
  operator,
  owner,
}) => {
  const order = await operator.order(ADDRESS);
  const stop = await takeOrder(page, order);
  await expect(stop.getByRole("button", { name: "QR для оплаты" })).toBeEnabled();
  await page.context().setOffline(true);
  await stop.getByRole("button", { name: "QR для оплаты" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(/Для оплаты по QR нужна сеть/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(dialog.getByRole("img", { name: "QR-код страницы оплаты" })).toBeVisible();
  expect(await owner.get<unknown[]>(`/api/Order/${order.id}/Company/1/Payment`)).toHaveLength(1);
});

test("courier — cancels the invoice when the customer wants to pay in cash", async ({ page, operator, owner }) => {
  const order = await operator.order(ADDRESS);
  const stop = await takeOrder(page, order);
  await stop.getByRole("button", { name: "QR для оплаты" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Ждём оплату…").last()).toBeVisible();
  await dialog.getByRole("button", { name: "Отменить счёт, взять наличные" }).click();
  await expect(dialog.getByText(/Можно взять наличные/)).toBeVisible();
  await dialog.getByRole("button", { name: "Закрыть" }).last().click();
  await expect(stop.getByText(/К оплате/)).toBeVisible();
  const payments = await owner.get<Schemas["Payment"][]>(`/api/Order/${order.id}/Company/1/Payment`);
  expect(payments).toMatchObject([{ isComplited: false, isRejected: true }]);
});
