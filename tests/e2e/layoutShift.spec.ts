import type { Page } from "@playwright/test";
import { expect, type Login, signInAs, test } from "../support/e2e/fixtures.ts";
import { watchRequests } from "../support/e2e/openScreen.ts";

/**
 * Maximum sum of the layout shifts of a load, as defined by the Layout Instability specification. The measured sums are
 * between 0 and 0.002.
 */
const MAX_SHIFT = 0.02;

declare global {
  interface Window {
    /** Descriptions of the layout shifts of the page. */
    layoutShifts: { value: number; elements: string[] }[];
  }
}

/** Starts to record the layout shifts of the pages that `page` opens, with the elements that moved. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    window.layoutShifts = [];
    const describe = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element
        ? `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`
        : "removed element";
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const value: number = Reflect.get(entry, "value");
        const sources: { node: Node | null }[] = Reflect.get(entry, "sources");
        if (!Reflect.get(entry, "hadRecentInput"))
          window.layoutShifts.push({ value, elements: sources.map(({ node }) => describe(node)) });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });

/**
 * Throttles the network to that of a distant office: 40 ms latency and 8 Mbit/s. With the speed of a local server, the
 * page would be complete at its first paint.
 */
const throttle = async (page: Page) => {
  const client = await page.context().newCDPSession(page);
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 40,
    downloadThroughput: 1_000_000,
    uploadThroughput: 1_000_000,
  });
};

const expectFewShifts = async (page: Page) => {
  const shifts = await page.evaluate(() => window.layoutShifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(MAX_SHIFT);
};

const screens: readonly (readonly [name: string, user: Login, path: string])[] = [
  ["open orders", "operator", "/Company/1"],
  ["open orders of an administrator", "admin", "/Company/1"],
  ["board", "operator", "/Company/1/Board"],
  ["order summary", "cashier", "/Company/1/DashBoard/Summury"],
  ["dashboard", "owner", "/Company/1/Dashboard"],
  ["order editor", "operator", "/Company/1/Order/New"],
  ["home", "owner", "/"],
  ["kitchen", "kitchen", "/Company/1/Kitchen"],
  ["delivery", "manager", "/Company/1/Delivery"],
  ["stock", "storekeeper", "/Company/1/Stock"],
  ["statuses", "owner", "/Company/1/OrderStatus"],
  ["items", "owner", "/Company/1/Item"],
];

const windows = [
  { name: "desktop", options: { viewport: { width: 1366, height: 768 } } },
  { name: "phone", options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
];

for (const { name: windowName, options } of windows) {
  test.describe(windowName, () => {
    test.use(options);

    for (const [name, user, path] of screens)
      test(`${name} — the layout shifts during the load add up to less than ${MAX_SHIFT}`, async ({ page }) => {
        const waitForQuiet = watchRequests(page);
        await throttle(page);
        await recordShifts(page);
        await signInAs(page, user, path);
        await expect(page.getByRole("banner").locator("button[aria-haspopup=menu]").last()).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await waitForQuiet();
        await expectFewShifts(page);
      });

    test(`sign-in — the layout shifts during the load add up to less than ${MAX_SHIFT}`, async ({ page }) => {
      const waitForQuiet = watchRequests(page);
      await throttle(page);
      await recordShifts(page);
      await page.goto("/login.html");
      await expect(page.getByRole("button", { name: "Войти" })).toBeVisible();
      await waitForQuiet();
      await expectFewShifts(page);
    });
  });
}
