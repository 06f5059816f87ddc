import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { compareLayouts, formatLayout, readLayout } from "../support/e2e/looks/layoutLines.ts";
import { createOpener } from "../support/e2e/openScreen.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { KNOWN_DEVICE, ports } from "../support/e2e/stackSettings.ts";

const FOLDER = "tests/e2e/looks";
const VERSION_FILE = `${FOLDER}/chromium.txt`;

/** Wednesday, 14:05 in Moscow, when some orders of the day are closed and some are open. */
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

/** Screens that are also compared on a phone and in the dark theme. */
const variedScreens = ["open-orders", "board", "order", "order-edit", "dashboard", "stock"];

/**
 * Tolerance for pixels, whose colours differ between processors: at most 30 pixels may differ by more than 5 %. One
 * changed letter changes more.
 */
const PICTURE = { maxDiffPixels: 30, threshold: 0.05 };

/**
 * Time in which the last elements of a screen appear after its requests, milliseconds. A comparison ends earlier if the
 * layouts are equal.
 */
const LATE_MS = 1_500;

const readVersion = (browser: Browser): string => `${browser.version().split(".")[0]}`;

const writes = (mode: string, isMissing: boolean): boolean =>
  mode === "all" || mode === "changed" || (mode === "missing" && isMissing);

/** Compares the layout of the open screen with the stored layout until both are equal. Stores a missing layout. */
const expectLayout = async (page: Page, name: string): Promise<void> => {
  const file = `${FOLDER}/${name}.txt`;
  const mode = test.info().config.updateSnapshots;
  const isMissing = !existsSync(file);
  if (writes(mode, isMissing)) {
    await page.waitForTimeout(LATE_MS);
    writeFileSync(file, formatLayout(await readLayout(page)));
  }
  const compare = async () => compareLayouts(readFileSync(file, "utf8"), formatLayout(await readLayout(page)));
  await expect
    .configure({ soft: true })
    .poll(compare, { message: `layout of ${name}` })
    .toEqual([]);
  // As with a missing picture in Playwright, the test fails after storing a missing layout.
  if (isMissing && mode === "missing") expect.soft(name, "a layout that was stored just now").toBeUndefined();
};

/** Returns true if the same major version of Chromium made the stored pictures. Other versions render other pixels. */
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
  test.setTimeout(120_000);
  await server.start();
});

test.afterAll(() => server.kill());

/** Returns the id of an editable order. */
const findOrder = async (page: Page): Promise<number> =>
  Number(await page.locator("tr[data-row]", { hasText: "Новый" }).first().getAttribute("data-row"));

/**
 * Forces a new layout of all tables. Otherwise the rounded row heights would depend on the sequence of earlier layouts.
 */
const layTablesOut = (page: Page) =>
  page.evaluate(() => {
    for (const table of document.querySelectorAll("table")) {
      table.style.display = "none";
      table.getBoundingClientRect();
      table.style.display = "";
    }
  });

for (const [name, { size, theme, suffix, names }] of Object.entries({
  "desktop, light": { size: { width: 1366, height: 768 }, theme: "light", suffix: "", names: Object.keys(screens) },
  phone: { size: { width: 390, height: 844 }, theme: "light", suffix: "-phone", names: variedScreens },
  "desktop, dark": { size: { width: 1366, height: 768 }, theme: "dark", suffix: "-dark", names: variedScreens },
} as const))
  test(`main screens, ${name} — look like the stored pictures`, async ({ page, context, browser }) => {
    test.setTimeout(120_000);
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
      await open((screens[screen] ?? "").replace("{order}", String(order)));
      await layTablesOut(page);
      // The layout does not depend on the theme.
      await expectLayout(page, screen + suffix.replace("-dark", ""));
      if (hasPictures) await expect.soft(page).toHaveScreenshot(`${screen}${suffix}.png`, PICTURE);
    }
  });
