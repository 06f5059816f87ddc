import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { ports } from "../support/e2e/stackSettings.ts";

const NEW_ORDER = "/Company/1/Order/New";

test("frequent dishes — are offered before the categories, and the saved order line of a frequent dish has a category", async ({
  page,
  operator,
}) => {
  const menu = await operator.get<{ id: number; name: string }[]>("/api/Item/Company/1");
  // Orders of other tests change the frequent dishes, so the test reads the response that the page receives.
  const frequent = page.waitForResponse((answer) => answer.url().endsWith("/Frequent") && answer.ok());
  await signInAs(page, "operator", NEW_ORDER);
  const counts: { id: number }[] = await (await frequent).json();
  const names = counts.flatMap(({ id }) => menu.filter((item) => item.id === id).map(({ name }) => name));
  expect(names.length).toBeGreaterThan(3);
  const rail = page.getByRole("toolbar", { name: "Категории" });
  const chip = rail.getByRole("button", { name: "Часто берут" });
  // The first button is the chip of the favourites, because the demo operator has favourites.
  await expect(rail.getByRole("button").nth(1)).toHaveText("Часто берут");
  await rail.getByRole("button", { name: "Все" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(chip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(chip).toHaveAttribute("aria-pressed", "true");
  const tiles = page.locator("[data-tile]");
  const sorted = menu.map(({ name }) => name).filter((name) => names.includes(name));
  await expect(tiles.first()).toContainText(sorted[0] ?? "");
  await expect(tiles.nth(3)).toContainText(sorted[3] ?? "");

  await tiles.first().click();
  await page.getByLabel("Контактный телефон").fill("+79165559901");
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/Order/Company/1") && answer.ok());
  await page.keyboard.press("Control+Enter");
  const order: { items: { name: string; categoryId: number }[] } = await (await saved).json();
  expect(order.items[0]).toMatchObject({ name: sorted[0], categoryId: expect.any(Number) });
  expect(order.items[0]?.categoryId).toBeGreaterThan(0);
});

test.describe("server with only the documented operations", () => {
  test.use({ baseURL: `http://127.0.0.1:${ports.documented}` });

  test("order editor for a server with only the documented operations — shows neither frequent dishes nor an error", async ({
    page,
  }) => {
    await signInAs(page, "operator", NEW_ORDER);
    const rail = page.getByRole("toolbar", { name: "Категории" });
    await expect(rail.getByRole("button", { name: "Пицца" })).toBeVisible();
    await expect(rail.getByRole("button").first()).toHaveText("Все");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
