import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { createOpener } from "../support/e2e/openScreen.ts";

const paths = [
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

/** Paths of screens for owners and for administrators. */
const adminPaths = [
  "/Company/1/Edit",
  "/Company/1/Employee",
  "/Company/1/Employee/New",
  "/Admin/Notification/all",
  "/Admin",
  "/Admin/Account",
  "/Admin/Account/Session",
  "/Admin/Company",
  "/Admin/Metric",
  "/Admin/Error",
  "/Company/1/RoleCompany",
  "/Company/1/RoleCompany?view=matrix",
  "/Company/1/RoleCompany/3",
  "/Company/1/RoleCompany/New",
  "/Admin/RoleCompany",
  "/Admin/RoleCompany/3/Edit",
  "/Admin/Permission",
  "/CompanyGroup",
  "/CompanyGroup/1",
  "/CompanyGroup/1/Edit",
  "/Company/1/OrderStatus",
  "/Company/1/OrderStatus/3/Edit",
  "/Company/1/Tag",
  "/Company/1/Discount/5/Edit",
  "/Company/1/PaymentMethod/New",
  "/Company/1/OperatorPhone",
  "/Company/1/CustomField",
  "/Company/1/CustomField/New",
  "/Company/1/Category",
  "/Company/1/Category/10/Edit",
  "/CompanyGroup/1/Category",
  "/CompanyGroup/1/Category/New",
  "/Company/1/Item",
  "/Company/1/Item/New",
  "/CompanyGroup/1/Item",
  "/CompanyGroup/1/Item/1/Edit",
  "/Company/1/Stock",
  "/Company/1/Stock/ToOrder",
  "/Company/1/Stock/10/Minimum",
  "/Company/1/StockOperation?stockItem=10",
  "/Company/1/StockOperation/Add?stockItem=35",
  "/Company/1/StockItem",
  "/Company/1/StockItem/New",
  "/CompanyGroup/1/StockItem/35/Edit",
  "/Company/1/StockGroup",
  "/Company/1/Dashboard",
  "/Company/1/DashBoard/Realization",
  "/Company/1/DashBoard/OrderCalendar",
  "/Company/1/Finance/Source",
  "/Company/1/Finance/Source/1/Edit",
  "/Company/1/Finance/Transaction?startDate=2026-01-01",
  "/Company/1/Finance/Transaction/New",
  "/Company/1/Finance/Shift",
  "/Company/1/Finance/Shift/9",
  "/Company/1/Finance/Shift/HandIn",
  "/Company/1/Report?compare=1",
  "/Company/1/Report?section=items",
  "/Company/1/Report?section=cancellations",
  "/Company/1/Report?section=calls",
  "/Company/1/Call",
  "/PhoneTracker",
  "/Company/1/Supplier",
  "/Company/1/Supplier/1/Detail",
  "/Company/1/Supplier/1/Detail?tab=packingLists",
  "/Company/1/Supplier/1/Edit",
  "/Company/1/InventoryGroup",
  "/Company/1/InventoryGroup/1/Edit",
  "/Company/1/StockAct",
  "/Company/1/StockAct/New?kind=writeOff",
  "/Company/1/StockAct/1",
  "/Company/1/StockAct/1/Edit",
  "/Company/1/Inventory",
  "/Company/1/Inventory/DashBoard",
  "/Company/1/Inventory/New?group=1",
  "/Company/1/Inventory/1",
  "/Company/1/Inventory/3",
  "/PrintCenter",
  "/Company/1/Shop",
  "/Company/1/Shop/Category",
  "/Company/1/Printer",
  "/Company/1/Printer/2/Edit",
  "/Company/1/Printer/PrintInfo",
  "/Company/1/Printer/Queue?status=all",
  "/Admin/Printer/Queue",
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

test("order screens — axe finds no violation in either theme, and no screen scrolls sideways on a phone", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page);
  await expectAllAccessible(page, [
    `/Company/1/Order/${order.id}`,
    `/Company/1/Order/${order.id}/Edit`,
    `/PreBill/Company/1/Summury?orderId=${order.id}`,
  ]);
});

const SCREENS_PER_TEST = 8;

for (const [user, screens] of [
  ["operator", paths],
  ["admin", adminPaths],
] as const)
  for (let at = 0; at < screens.length; at += SCREENS_PER_TEST)
    test(`screens of ${user} from ${screens[at]} on — axe finds no violation in either theme, no screen scrolls sideways`, async ({
      page,
    }) => {
      await signInAs(page, user, "/");
      await expectAllAccessible(page, screens.slice(at, at + SCREENS_PER_TEST));
    });

test("menus — axe finds no accessibility violation in an open menu", async ({ page }) => {
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
