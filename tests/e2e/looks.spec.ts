import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { compareLayouts, formatLayout, readLayout } from "../support/e2e/looks/layoutLines.ts";
import { createOpener, watchRequests } from "../support/e2e/openScreen.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { KNOWN_DEVICE, ports } from "../support/e2e/stackSettings.ts";

const FOLDER = "tests/e2e/looks";
const VERSION_FILE = `${FOLDER}/chromium.txt`;

/** Wednesday, 14:05 in Moscow: some orders of the day are closed and some are open. */
const NOW = "2026-10-14T11:05:30Z";

const server = createOwnServer(
  ports.looks,
  {
    FIXED_CLOCK: NOW,
    NODE_OPTIONS: `--import=${resolve("tests/support/e2e/looks/fixedClock.mjs")}`,
    DEMO: "1",
    ACCESS_TTL_S: "3600",
  },
  "empty",
);

/** Names and paths of the main screens. */
const screens: Readonly<Record<string, string>> = {
  home: "/",
  "open-orders": "/Company/1",
  "order-summary": "/Company/1/DashBoard/Summury",
  "extended-summary": "/Company/1/DashBoard/MediumSummury",
  board: "/Company/1/Board",
  "new-order": "/Company/1/Order/New",
  order: "/Company/1/Order/{order}",
  "order-edit": "/Company/1/Order/{order}/Edit",
  dashboard: "/Company/1/Dashboard",
  realization: "/Company/1/DashBoard/Realization",
  calendar: "/Company/1/DashBoard/OrderCalendar",
  report: "/Company/1/Report?compare=1",
  calls: "/Company/1/Call",
  items: "/Company/1/Item",
  "item-edit": "/Company/1/Item/20/Edit",
  categories: "/Company/1/Category",
  statuses: "/Company/1/OrderStatus",
  stock: "/Company/1/Stock",
  "stock-operations": "/Company/1/StockOperation",
  "supplier-edit": "/Company/1/Supplier/1/Edit",
  "role-edit": "/Company/1/RoleCompany/3/Edit",
};

/** Names and paths of the screens of the kitchen and the delivery. They are compared in four widths. */
const rushScreens: Readonly<Record<string, string>> = {
  kitchen: "/Company/1/Kitchen",
  "kitchen-display": "/Company/1/Kitchen/Display",
  "stop-list": "/Company/1/Kitchen/Stop",
  delivery: "/Company/1/Delivery",
  "my-delivery": "/Company/1/Delivery/My",
};

/** Screens that are also compared on a phone and in the dark theme. */
const variedScreens = ["open-orders", "board", "order", "order-edit", "dashboard", "stock"];

/**
 * Tolerance of a pixel comparison: at most 30 pixels may differ by more than 5 %, because colours differ between
 * processors. One changed letter changes more pixels.
 */
const PICTURE = { maxDiffPixels: 30, threshold: 0.05 };

/**
 * Time without a change after which a layout may be stored, milliseconds. The last elements of a screen appear up to
 * this long after the last request. A comparison is instead repeated until the layouts are equal.
 */
const STILL_MS = 1_500;

/** Returns the layout of the open screen after it has not changed for `STILL_MS`. */
const readStillLayout = async (page: Page): Promise<string> => {
  let layout = "";
  let since = Date.now();
  const isStill = async () => {
    const current = formatLayout(await readLayout(page));
    if (current !== layout) since = Date.now();
    layout = current;
    return Date.now() - since > STILL_MS;
  };
  await expect.poll(isStill).toBe(true);
  return layout;
};

const readVersion = (browser: Browser): string => `${browser.version().split(".")[0]}`;

const writes = (mode: string, isMissing: boolean): boolean =>
  mode === "all" || mode === "changed" || (mode === "missing" && isMissing);

/**
 * Compares the layout of the open screen with the stored layout until they are equal. Stores the layout if it is
 * missing or is being updated.
 */
const expectLayout = async (page: Page, name: string): Promise<void> => {
  const file = `${FOLDER}/${name}.txt`;
  const mode = test.info().config.updateSnapshots;
  const isMissing = !existsSync(file);
  if (writes(mode, isMissing)) writeFileSync(file, await readStillLayout(page));
  const compare = async () => compareLayouts(readFileSync(file, "utf8"), formatLayout(await readLayout(page)));
  await expect
    .configure({ soft: true })
    .poll(compare, { message: `layout of ${name}` })
    .toEqual([]);
  // If no layout was stored before, the code above has just stored the current layout. The test then fails, as
  // Playwright does after it stores a missing picture.
  if (isMissing && mode === "missing") expect.soft(name, "a layout that was stored just now").toBeUndefined();
};

/**
 * Returns true if the stored pictures were made with this major version of Chromium, because other versions render
 * different pixels. Stores the version if pictures are being stored. Otherwise adds the reason to the test report.
 */
const canComparePictures = (browser: Browser): boolean => {
  const current = readVersion(browser);
  if (writes(test.info().config.updateSnapshots, !existsSync(VERSION_FILE)))
    writeFileSync(VERSION_FILE, `${current}\n`);
  const stored = readFileSync(VERSION_FILE, "utf8").trim();
  if (stored === current) return true;
  const message = `Pictures are not compared, because they were made with Chromium ${stored} and this is ${current}. The layout is compared. Store new pictures: npm run update:looks`;
  test.info().annotations.push({ type: "pictures", description: message });
  console.log(message);
  return false;
};

test.skip(process.platform !== "linux", "The fonts of Chromium can be fixed only on Linux");

test.use({
  baseURL: server.origin,
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      env: { ...process.env, FONTCONFIG_FILE: resolve("tests/support/e2e/looks/fonts.conf") },
      args: [...(launchOptions.args ?? []), "--font-render-hinting=none", "--disable-lcd-text"],
    }),
});

test.beforeAll(async () => {
  await server.start();
});

test.afterAll(() => server.kill());

/** Returns the id of an order with the status "Новый". Such an order can be edited. */
const findOrder = async (page: Page): Promise<number> =>
  Number(await page.locator("tr[data-row]", { hasText: "Новый" }).first().getAttribute("data-row"));

/** Forces a new layout of all tables. Otherwise the rounded row heights would depend on the previous layouts. */
const layTablesOut = (page: Page) =>
  page.evaluate(() => {
    for (const table of document.querySelectorAll("table")) {
      table.style.display = "none";
      table.getBoundingClientRect();
      table.style.display = "";
    }
  });

const rushNames = Object.keys(rushScreens);

for (const [name, { size, theme, suffix, names }] of Object.entries({
  "desktop, light": { size: { width: 1366, height: 768 }, theme: "light", suffix: "", names: Object.keys(screens) },
  phone: { size: { width: 390, height: 844 }, theme: "light", suffix: "-phone", names: variedScreens },
  "desktop, dark": { size: { width: 1366, height: 768 }, theme: "dark", suffix: "-dark", names: variedScreens },
  "rush, 390 px": { size: { width: 390, height: 844 }, theme: "light", suffix: "-390", names: rushNames },
  "rush, 820 px": { size: { width: 820, height: 1180 }, theme: "light", suffix: "-820", names: rushNames },
  "rush, 1366 px": { size: { width: 1366, height: 768 }, theme: "light", suffix: "-1366", names: rushNames },
  "rush, 1920 px": { size: { width: 1920, height: 1080 }, theme: "light", suffix: "-1920", names: rushNames },
} as const))
  test(`main screens (${name}) — match the stored layouts and screenshots`, async ({ page, context, browser }) => {
    const hasPictures = canComparePictures(browser);
    await context.addCookies([{ name: "device", value: KNOWN_DEVICE.split("=")[1] ?? "", url: server.origin }]);
    await page.clock.setFixedTime(NOW);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme });
    await signInAs(page, "admin");
    await expect(page.getByRole("banner").getByRole("button", { name: /Виктор Седов|Профиль/ })).toBeVisible();
    const order = await findOrder(page);
    const open = createOpener(page);
    for (const screen of names) {
      await open((screens[screen] ?? rushScreens[screen] ?? "").replace("{order}", String(order)));
      await layTablesOut(page);
      // The themes share one stored layout.
      await expectLayout(page, screen + suffix.replace("-dark", ""));
      if (hasPictures) await expect.soft(page).toHaveScreenshot(`${screen}${suffix}.png`, PICTURE);
    }
  });

const shopSizes = { "": { width: 1366, height: 768 }, "-phone": { width: 390, height: 844 } };

// This test creates an open order, which would appear in the pictures of later tests. The test is therefore the last
// one.
test("pages of the shop — match the stored layouts and screenshots", async ({ page, browser }) => {
  const hasPictures = canComparePictures(browser);
  const waitForQuiet = watchRequests(page);
  const expectLook = async (name: string) => {
    for (const [suffix, size] of Object.entries(shopSizes)) {
      await page.setViewportSize(size);
      await page.evaluate(() => scrollTo(0, 0));
      await waitForQuiet();
      await expectLayout(page, name + suffix);
      if (hasPictures) await expect.soft(page).toHaveScreenshot(`${name}${suffix}.png`, PICTURE);
    }
  };
  await page.goto("/shop/kolos");
  await page.getByRole("spinbutton", { name: "Маргарита", exact: true }).fill("2");
  await page.locator("h1").click();
  await expectLook("shop-menu");
  await page.getByRole("button", { name: /^В корзину/ }).click();
  await page.getByLabel("Телефон").fill("+7 916 000-00-00");
  await page.getByLabel("Заберу сам").check();
  await page.getByRole("button", { name: "Посчитать сумму" }).click();
  await expect(page.getByRole("button", { name: /^Заказать за/ })).toBeVisible();
  await page.locator("h1").click();
  await expectLook("shop-cart");
  await page.getByRole("button", { name: /^Заказать за/ }).click();
  await page.waitForURL(/\/order\//);
  await expectLook("shop-status");
});
