import { expect, type Page, type Request } from "@playwright/test";

/** Time without requests after which a screen counts as loaded, milliseconds. */
const QUIET_MS = 250;

/** Returns true for the request of the event stream. This request lasts as long as the page. */
const isStream = (request: Request) => request.url().endsWith("/api/Event");

/**
 * Watches the requests of a page. Returns a function that waits until there has been no open request, except the event
 * stream, for 250 ms.
 */
export const watchRequests = (page: Page) => {
  const open = new Set<Request>();
  let lastAt = 0;
  const note = (request: Request, isOver: boolean) => {
    if (isStream(request)) return;
    if (isOver) open.delete(request);
    else open.add(request);
    lastAt = Date.now();
  };
  page.on("request", (request) => note(request, false));
  page.on("requestfinished", (request) => note(request, true));
  page.on("requestfailed", (request) => note(request, true));
  return async () => {
    lastAt = Date.now();
    await expect.poll(() => open.size === 0 && Date.now() - lastAt > QUIET_MS, { intervals: [50] }).toBe(true);
  };
};

/**
 * Returns a function that opens a screen without reloading the page. The function waits until the heading is shown, no
 * element is busy and all requests have ended.
 */
export const createOpener = (page: Page) => {
  const waitForQuiet = watchRequests(page);
  const waitForScreen = async () => {
    await page.locator("h1").first().waitFor();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  };
  return async (path: string) => {
    await page.evaluate((to) => history.pushState(null, "", to), path);
    await waitForScreen();
    await waitForQuiet();
    // The first check may have seen the heading of the previous screen, and the requests may have loaded only the code
    // of the new one, so the screen is checked again.
    await waitForScreen();
  };
};
