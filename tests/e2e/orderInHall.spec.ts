import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { cardOf, showCard } from "../support/e2e/pages/stageBoard.ts";

test("dine-in order — is taken by keyboard, marked as 'в зале' on screens and printed documents, and changed to a pickup", async ({
  page,
  browser,
  owner,
}, { retry }) => {
  const phone = `+7921700770${retry}`;
  await signInAs(page, "operator", "/Company/1/Order/New");
  await page.getByLabel("Контактный телефон").fill(phone);
  await page.getByLabel("Улица").fill("ш. Загородное");
  await expect(page.locator("[data-total]")).toHaveText(/^300,00/);
  const ways = page.getByRole("group", { name: "Способ получения" });
  const way = (name: string) => ways.getByRole("button", { name, exact: true });
  await expect(way("Доставка")).toHaveAttribute("aria-pressed", "true");
  await way("Доставка").focus();
  await page.keyboard.press("Tab");
  await expect(way("Самовывоз")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(way("В зале")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(way("В зале")).toHaveAttribute("aria-pressed", "true");
  await expect(way("В зале")).toBeFocused();
  await expect(way("Доставка")).toHaveAttribute("aria-pressed", "false");
  await expect(way("Самовывоз")).toHaveAttribute("aria-pressed", "false");
  const hidden = ["Улица", "Дом", "Квартира", "Подъезд", "Этаж", "Зона доставки", "Телефон доставки", "Сдача с, р."];
  for (const label of hidden) await expect(page.getByLabel(label, { exact: true })).toHaveCount(0);
  await expect(page.locator("[data-total]")).toHaveText(/^0,00/);
  await page.keyboard.press("/");
  await page.keyboard.type("борщ");
  await page.keyboard.press("Enter");
  await expect(page.locator("tr[data-line]")).toHaveCount(1);
  const created = page.waitForResponse((answer) => answer.url().endsWith("/api/Order/Company/1") && answer.ok());
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("dialog", { name: "Заказ сохранён" })).toContainText("340,00");
  const order = (await (await created).json()) as Schemas["Order"];
  expect(order).toMatchObject({ isInHall: true, deliveryAddress: null, deliveryZoneId: null });
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/Company\/1$/);
  await page.keyboard.press("/");
  await page.keyboard.type(phone.slice(-10));
  const row = page.locator(`tr[data-row="${order.id}"]`);
  await expect(row).toContainText("в зале");
  await page.goto("/Company/1/Board");
  await showCard(page, order);
  await expect(cardOf(page, order)).toContainText("в зале");
  await page.goto(`/Company/1/Order/${order.id}`);
  await expect(page.getByRole("region", { name: "Клиент" })).toContainText("в зале");
  await page.getByRole("tab", { name: /История/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("В зале");
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Предчек" }).click();
  const bill = await opened;
  await expect(bill.getByRole("article")).toContainText("В зале");
  await expect(bill.getByRole("article")).not.toContainText("Самовывоз");
  await bill.close();
  const openedTicket = page.waitForEvent("popup");
  await page.getByRole("button", { name: "На кухню" }).click();
  await expect((await openedTicket).getByRole("article")).toContainText("В зале");
  const printing = await owner.get<Schemas["OrderPrinting"]>(`/api/PrintJob/Company/1/Order/${order.id}`);
  const ticket = printing.jobs.find(({ kind }) => kind === "kitchen");
  await owner.post(`/api/PrintJob/${ticket?.id}/Company/1`, { command: "confirm" });
  const display = await (await browser.newContext()).newPage();
  await signInAs(display, "kitchen", "/Company/1/Kitchen/Display");
  await expect(display.locator(`[data-order="${order.id}"]`)).toContainText(", в зале");

  await page.goto(`/Company/1/Order/${order.id}/Edit`);
  await expect(way("В зале")).toHaveAttribute("aria-pressed", "true");
  await way("Самовывоз").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Улица")).toHaveValue("");
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/Order\/\d+$/);
  await expect(page.getByRole("region", { name: "Клиент" })).toContainText("самовывоз");
  await expect(page.getByRole("region", { name: "Печать" })).toContainText("Самовывоз, было: В зале");
  expect(await owner.get(`/api/Order/Company/1/${order.id}`)).toMatchObject({ isInHall: false });
});
