import { measureFrame } from "./browser.mjs";

const row = (at) => ({
  id: 1_000_000 + at,
  internalId: at + 1,
  date: new Date(Date.now() + (at - 500) * 60_000).toISOString(),
  creationDate: new Date(Date.now() - 3_600_000).toISOString(),
  tags: at % 3 ? [] : [1],
  statusId: (at % 5) + 1,
  amount: 500 + (at % 1000),
  isCanceled: false,
  isClosed: false,
  deliveryAddress: `ул. Садовая, ${at}`,
  phone: `+7916${String(1_000_000 + at)}`,
  note: at % 4 ? null : "Без лука",
  externalOrder: null,
});

/** Returns `count` open orders as JSON in the format of the server. */
export const createRows = (count) => JSON.stringify(Array.from({ length: count }, (_, at) => row(at)));

const click = (selector) => `document.querySelectorAll(${JSON.stringify(selector)})[turn % 2 + 1]?.click()`;

/**
 * Returns a script that types words and the number of the run into a field. The text differs each time, so that no
 * cached result is measured.
 */
export const typeInto = (selector, words) => `
  const field = document.querySelector(${JSON.stringify(selector)});
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  set.call(field, ${JSON.stringify(words)} + (turn + 1));
  field.dispatchEvent(new Event("input", { bubbles: true }));`;

/** Script that clicks two status filters alternately. */
export const chip = click("button.chip");

/**
 * Measures the times to turn a page, to filter by text, and to filter by status, in a list of `count` orders, ms. The
 * CPU is slowed down by the factor 4. The number of rows on a page is a setting of the signed-in user.
 */
export const measureList = async (browser, product, { storage, tab }, count) => {
  const context = await browser.newContext({ storageState: storage, viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  await page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  }, tab);
  const rows = createRows(count);
  await page.route("**/MediumSummury**", (route) =>
    route.fulfill({ status: 200, contentType: "application/json", body: rows }),
  );
  const session = await context.newCDPSession(page);
  await page.goto(`${product.origin}/Company/1`);
  await page.locator("tr[data-row]").first().waitFor();
  await page.waitForTimeout(1_500);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const turn = await measureFrame(page, click('nav[aria-label="Страницы"] button[aria-label^="Страница"]'));
  const filter = await measureFrame(page, typeInto("#order-search", "садовая, "));
  await page.locator("#order-search").fill("");
  await page.waitForTimeout(500);
  const status = await measureFrame(page, chip);
  await context.close();
  return { turn, filter, status };
};
