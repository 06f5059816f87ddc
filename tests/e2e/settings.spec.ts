import type { Page } from "@playwright/test";
import { companyScreens } from "#app/routing/companyScreens.ts";
import { expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";

const hrefsIn = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(`${selector} a`)
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

/** Opens a screen without reloading the page, and waits until the new screen has replaced the previous screen. */
const openScreen = async (page: Page, path: string): Promise<void> => {
  const before = await page.title();
  await page.evaluate((to) => history.pushState(null, "", to), path);
  await expect(page).not.toHaveTitle(before);
  await expect(page.locator("#main h1")).toBeVisible();
};

/**
 * Returns the locator of the message 'Нет права' that replaces a whole screen. The same message in a single card of a
 * screen is not matched, because that card does not directly follow the heading of the screen.
 */
const refusalOf = (page: Page) => page.locator("#main h1 + .card").getByText(/^Нет права «/);

const users: readonly Login[] = ["operator", "cashier", "kitchen", "courier", "storekeeper", "manager", "owner"];

for (const user of users)
  test(`${user} — can open every screen linked in the sidebar or on the operations board, and other screens name the missing permission`, async ({
    page,
  }) => {
    test.slow();
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 403) refused.push(`${new URL(page.url()).pathname}: ${response.url()}`);
    });
    await signInAs(page, user, "/Company/1/Operations");
    await expect(page.locator("#main").getByRole("link", { name: "Данные компании" })).toBeVisible();
    const board = await hrefsIn(page, "#main");
    const sidebar = await hrefsIn(page, 'nav[aria-label="Разделы"]');
    expect(board.length).toBeGreaterThan(1);
    const listed = new Set([...board, ...sidebar]);
    for (const path of sidebar.filter((link) => !link.startsWith("/Company/1/"))) {
      await page.goto(path);
      await expect(page.locator("#main h1")).toBeVisible();
      await expect(refusalOf(page)).toHaveCount(0);
    }
    for (const { path, title } of companyScreens) {
      await openScreen(page, `/Company/1/${path}`);
      // A dispatcher may open the courier's screen, but the sidebar of a dispatcher has no link to this screen.
      if (path === "Delivery/My" && listed.has("/Company/1/Delivery")) continue;
      if (listed.has(`/Company/1/${path}`)) await expect(refusalOf(page), title).toHaveCount(0);
      else await expect(refusalOf(page), title).toBeVisible();
    }
    expect(refused).toEqual([]);
  });

test("order list — names the missing permission of a user who may not see orders", async ({ page }) => {
  await signInAs(page, "kitchen", "/Info");
  for (const [path, title] of [
    ["/Company/1", "Незакрытые заказы"],
    ["/company/1/dashboard/summury", "Сводка заказов"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.locator("#main").getByText("Нет права «Просмотр заказов»")).toBeVisible();
  }
  await expect(page.getByRole("banner").getByRole("button", { name: "Сводка" })).toHaveCount(0);
  await page.keyboard.press("Control+K");
  await page.keyboard.type("заказы");
  await expect(page.getByRole("dialog").getByRole("option", { name: "Незакрытые заказы" })).toHaveCount(0);
});

test("menu of the settings — finds a setting by a synonym, opens the setting by keyboard, and marks the open setting", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await signInAs(page, "owner", "/Company/1/ModuleConfiguration");
  const menu = page.getByRole("navigation", { name: "Настройки компании" });
  await expect(menu.getByRole("link", { name: "Настройка модулей" })).toBeInViewport();
  await expect(menu.locator("[aria-current=page]")).toHaveText("Настройка модулей");
  await page.keyboard.press("/");
  await page.keyboard.type("персонал");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/Employee$/);
  await expect(page.getByRole("heading", { level: 1, name: "Сотрудники", exact: true })).toBeVisible();
  await expect(menu.getByRole("link")).toHaveText(["Все настройки", "Сотрудники"]);
  await page.getByRole("link", { name: "Добавить сотрудника" }).click();
  await expect(menu.locator("[aria-current=true]")).toHaveText("Сотрудники");
});

test("settings on a phone — a link opens the menu of the settings as a separate screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "owner", "/Company/1/Tag");
  await expect(page.getByRole("navigation", { name: "Настройки компании" })).toHaveCount(0);
  await page.getByRole("link", { name: "Все настройки" }).click();
  await page.getByRole("searchbox", { name: "Найти настройку" }).fill("стадии");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Статусы заказов" })).toBeVisible();
});

test("command palette — finds a setting by a synonym, but only for a user who may open the setting", async ({
  page,
}) => {
  await signInAs(page, "owner", "/Info");
  const find = async () => {
    await page.keyboard.press("Control+K");
    await page.keyboard.type("полномочия");
  };
  await find();
  await page.getByRole("option", { name: "Роли" }).click();
  await expect(page).toHaveURL(/\/RoleCompany$/);
  await signInAs(page, "operator", "/Info");
  await find();
  await expect(page.getByText("Ничего не найдено.")).toBeVisible();
});
