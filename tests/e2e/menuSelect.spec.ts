import type { Page } from "@playwright/test";
import axe from "axe-core";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const findViolations = async (page: Page) => {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
};

for (const [width, height] of [
  [390, 844],
  [1366, 768],
] as const)
  test(`menu of statuses in the payment dialog at ${width} px — works by keyboard alone, and Escape closes the menu before the dialog`, async ({
    page,
    operator,
  }) => {
    const order = await operator.order();
    await page.setViewportSize({ width, height });
    await signInAs(page, "manager", `/Company/1/Order/${order.id}`);
    await page.getByRole("button", { name: /^Принять оплату/ }).click();
    const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
    const field = dialog.getByRole("button", { name: /^Новый статус заказа/ });
    const menu = page.getByRole("menu");
    const focused = menu.locator("[data-focus]");

    await field.focus();
    // Focusing the field requests the chunk of the menu. The field gets this attribute when the chunk is loaded.
    await expect(field).toHaveAttribute("data-headlessui-state");
    await page.keyboard.press("Enter");
    await expect(focused).toHaveText("Не менять");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await expect(focused).toHaveText(await menu.getByRole("menuitem").nth(1).innerText());
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(dialog).toHaveCount(1);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleName("Новый статус заказа: Не менять");

    await page.keyboard.press("Enter");
    await expect(focused).toHaveText("Не менять");
    // Playwright has no keys for Cyrillic letters.
    for (const key of "готов") await menu.dispatchEvent("keydown", { key });
    await expect(focused).toHaveText(/^Готов/);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await findViolations(page)).toEqual([]);
    }
    const name = await focused.innerText();
    await page.keyboard.press("Enter");
    await expect(menu).toHaveCount(0);
    await expect(field).toHaveAccessibleName(`Новый статус заказа: ${name}`);
    await expect(field).toBeFocused();

    await field.click();
    await menu.getByRole("menuitem", { name: "Не менять" }).click();
    await expect(dialog).toHaveCount(1);
    await field.click();
    await menu.getByRole("menuitem", { name, exact: true }).click();
    await expect(field).toHaveAccessibleName(`Новый статус заказа: ${name}`);

    await dialog.getByRole("button", { name: /^Принять \d/ }).click();
    await expect(dialog).toHaveCount(0);
    const statuses = await operator.get<Schemas["OrderStatus"][]>("/api/OrderStatus/Company/1/Summury");
    const { statusId } = await operator.get<Schemas["Order"]>(`/api/Order/Company/1/${order.id}`);
    expect(statuses.find(({ id }) => id === statusId)?.name).toBe(name);
  });

test("menu of statuses in the settings — the chosen status is saved", async ({ page, owner }) => {
  const read = () => owner.get<Schemas["DeliverySettings"]>("/api/Delivery/Company/1/Settings");
  const { startStatusId } = await read();
  const statuses = await owner.get<Schemas["OrderStatus"][]>("/api/OrderStatus/Company/1/Summury");
  const nameOf = (statusId: number | null) => statuses.find(({ id }) => id === statusId)?.name ?? "Не менять";
  await signInAs(page, "owner");
  const choose = async (name: string) => {
    await page.goto("/Company/1/Delivery/Settings");
    const field = page.getByRole("button", { name: /^Курьер уехал/ });
    await field.click();
    await page.getByRole("menuitem", { name, exact: true }).click();
    await expect(field).toHaveAccessibleName(`Курьер уехал — статус заказа: ${name}`);
    await page.getByRole("button", { name: /^Сохранить/ }).click();
  };
  await choose("Готов");
  await expect.poll(async () => nameOf((await read()).startStatusId)).toBe("Готов");
  await choose(nameOf(startStatusId));
  await expect.poll(async () => (await read()).startStatusId).toBe(startStatusId);
});
