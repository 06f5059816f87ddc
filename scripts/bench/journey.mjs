import { measureFrame, medians } from "./browser.mjs";
import { chip, typeInto } from "./lists.mjs";

const TIMES = 7;

/** Time for which a user hovers before a click, ms. */
const REST_MS = 150;
/** Time for which a user holds the mouse button down, ms. */
const HOLD_MS = 60;

/** Time limit for the effect of a click, ms. The run fails if the click has no effect within this time. */
const LIMIT_MS = 10_000;

/** Clicks at the pace of a user. Returns the time from the click to the end of the frame that shows `shown`, ms. */
const press = async (page, target, shown) => {
  await target.hover();
  await page.waitForTimeout(REST_MS);
  const expectation = { selector: shown, limit: LIMIT_MS };
  await page.evaluate(({ selector, limit }) => {
    globalThis.took = new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error(`The click did not show ${selector}`)), limit);
      const begin = ({ timeStamp }) => {
        const look = () => {
          if (document.querySelector(selector)?.checkVisibility())
            setTimeout(() => resolve(performance.now() - timeStamp));
          else requestAnimationFrame(look);
        };
        // The first frame after the click may already show the target, so checking starts with that frame.
        requestAnimationFrame(look);
      };
      addEventListener("click", begin, { capture: true, once: true });
    });
  }, expectation);
  await page.mouse.down();
  await page.waitForTimeout(HOLD_MS);
  await page.mouse.up();
  return page.evaluate(() => globalThis.took);
};

const opened = async (browser, url, { storage, tab = {} } = {}) => {
  const context = await browser.newContext({
    ...(storage && { storageState: storage }),
    viewport: { width: 1366, height: 768 },
  });
  const page = await context.newPage();
  await page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  }, tab);
  await page.goto(url);
  await page.locator("tr[data-row]").first().waitFor();
  await page.waitForTimeout(2_000);
  return { context, page };
};

/**
 * Selectors of four elements of the application: the link of a row, a button of the pager, the content of an order, and
 * the button that leads back to the list.
 */
const product = {
  cell: "[data-open]",
  page: 'nav[aria-label="Страницы"] button[aria-label^="Страница"]',
  order: '[role="tabpanel"] td',
  back: "header button:has-text('Назад')",
};
const floor = { cell: "td:nth-child(4)", page: "[data-page]", order: "[data-line]", back: "[data-back]" };

const measure = async (browser, url, parts, signedIn) => {
  const { context, page } = await opened(browser, url, signedIn);
  const runs = [];
  for (let at = 0; at < TIMES; at += 1) {
    const row = page.locator("tr[data-row]").nth(at + 1);
    const open = await press(page, row.locator(parts.cell).first(), parts.order);
    await page.waitForTimeout(300);
    const back = await press(page, page.locator(parts.back).first(), "tr[data-row]");
    await page.waitForTimeout(300);
    const first = await page.locator("tr[data-row]").first().getAttribute("data-row");
    const turn = await press(
      page,
      page.locator(parts.page).nth(1 - (at % 2)),
      `tr[data-row]:first-child:not([data-row="${first}"])`,
    );
    await page.waitForTimeout(300);
    runs.push({ open, back, turn });
  }
  await context.close();
  return medians(runs);
};

/**
 * Measures the time to open an order, go back and turn the page, ms. The application is compared with a minimal page
 * that uses React.
 */
export const measureJourney = async (browser, { ours, react }, signedIn) => ({
  ours: await measure(browser, ours, product, signedIn),
  react: await measure(browser, react, floor),
});

/**
 * Measures the input of a text into the text filter and the click on a status filter, each several times, with the CPU
 * slowed down by the factor `throttle`. Returns the longer of the two median times until the end of the next frame, ms.
 */
export const measureInput = async (browser, url, signedIn, throttle) => {
  const { context, page } = await opened(browser, url, signedIn);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  const typed = await measureFrame(page, typeInto("#order-search", "кв. "));
  await page.locator("#order-search").fill("");
  await page.waitForTimeout(500);
  const pressed = await measureFrame(page, chip);
  await context.close();
  return Math.max(typed, pressed);
};
