import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { createLongOrder } from "../support/e2e/layout/layers.ts";
import { ORDER_ID, otherExamples, routeExamples } from "../support/e2e/layout/routeExamples.ts";
import { createOpener } from "../support/e2e/openScreen.ts";

/** Screens that an operator uses most. */
const operatorPaths = [
  "/",
  "/Info",
  "/Company/1",
  "/Company/1/Board",
  "/Company/1/DashBoard/Summury",
  "/Company/1/DashBoard/MediumSummury",
  "/Company/1/Order/New",
  "/Company/1/Stock",
  "/Company",
  "/Company/New",
  "/Company/1/Operations",
  "/Account/4/Notification",
  "/Account/4",
  "/Account/4/Session",
  "/Admin/Account",
];

test.describe.configure({ mode: "parallel" });

const findViolations = async (page: Page, rules?: string[]) => {
  const violations = await page.evaluate(async (runOnly) => {
    const options = { resultTypes: ["violations" as const], ...(runOnly && { runOnly }) };
    return (await axe.run(document, options)).violations;
  }, rules);
  return violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes[0]?.html.slice(0, 200)}`);
};

/** Checks all accessibility rules in the light theme, and the colour rules in the dark theme. */
const expectAccessible = async (page: Page) => {
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await findViolations(page, ["color-contrast", "link-in-text-block"])).toEqual([]);
};

const PHONE = { width: 360, height: 740 };

/** Checks that the screen does not scroll horizontally on a phone. */
const expectNoSidewaysScroll = async (page: Page) => {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, page.url()).toBeLessThanOrEqual(PHONE.width);
  if (before) await page.setViewportSize(before);
};

const expectAllAccessible = async (page: Page, all: readonly string[]) => {
  const open = createOpener(page);
  await page.evaluate(axe.source);
  for (const path of all) {
    await open(path);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
};

for (const path of ["/login.html", "/tracker.html"])
  test(`page ${path} without a sign-in — axe finds no accessibility violation in either theme`, async ({ page }) => {
    await page.goto(path);
    await page.evaluate(axe.source);
    await expectAccessible(page);
  });

const SCREENS_PER_TEST = 10;

for (const [user, screens] of [
  ["operator", operatorPaths],
  // The examples of the layout audit omit the matrix of roles, because its region scrolls sideways in a narrow window.
  // The matrix is tested here, because the page around the region must not scroll sideways.
  ["admin", [...Object.values(routeExamples), ...otherExamples, "/Company/1/RoleCompany?view=matrix"]],
] as const)
  for (let at = 0; at < screens.length; at += SCREENS_PER_TEST)
    test(`group of screens of ${user} that begins with ${screens[at]} — has no accessibility violation in either theme, and does not scroll sideways on a phone`, async ({
      page,
      operator,
      manager,
      courier,
    }) => {
      const orderId = String(await createLongOrder(operator, manager, courier));
      await signInAs(page, user, "/Info");
      await expectAllAccessible(
        page,
        screens.slice(at, at + SCREENS_PER_TEST).map((path) => path.replace(ORDER_ID, orderId)),
      );
    });

test("menus of the top bar — take the focus, have no accessibility violation, and return the focus when they close", async ({
  page,
}) => {
  await signInAs(page, "admin");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  await page.evaluate(axe.source);
  for (const name of [/Виктор Седов/, /Админ/, /Сводка/, /Пекарня/]) {
    const button = page.getByRole("banner").getByRole("button", { name });
    await button.click();
    await expect(page.getByRole("menu")).toBeFocused();
    expect.soft(await findViolations(page)).toEqual([]);
    // The padding of the sidebar is clicked, because the padding contains no focusable element.
    await page.mouse.click(3, 740);
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test("order in the side panel — axe finds no accessibility violation in either theme", async ({ page }) => {
  await signInAs(page);
  await page.locator("tr[data-row]").first().locator("td").nth(2).click();
  await expect(page.getByRole("complementary", { name: "Выбранный заказ" })).toContainText("Остаток");
  await page.evaluate(axe.source);
  await expectAccessible(page);
});

test("placeholder rows and empty search results — axe finds no accessibility violation", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page);
  await page.route(`**/api/Order/Company/1/${order.id}`, () => {});
  await page.goto(`/Company/1/Order/${order.id}`);
  await expect(page.getByRole("status", { name: "Загрузка заказа" })).toBeVisible();
  await page.evaluate(axe.source);
  expect.soft(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Найти заказ, экран, команду" }).fill("такого нет");
  await expect(page.getByText("Ничего не найдено.")).toBeVisible();
  expect.soft(await findViolations(page)).toEqual([]);
});
