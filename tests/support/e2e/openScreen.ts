import { expect, type Page, type Request } from "@playwright/test";

/** Time without requests after which a screen counts as loaded, milliseconds. */
const QUIET_MS = 250;

/** Returns true for the request of the event stream. This request lasts as long as the page. */
const isStream = (request: Request) => request.url().endsWith("/api/Event");

/**
 * Returns a function that opens a screen without reloading the page. The function waits for the heading, then for the
 * end of all requests.
 */
export const createOpener = (page: Page) => {
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
  return async (path: string) => {
    lastAt = Date.now();
    await page.evaluate((to) => history.pushState(null, "", to), path);
    await page.locator("h1").first().waitFor();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect.poll(() => open.size === 0 && Date.now() - lastAt > QUIET_MS, { intervals: [50] }).toBe(true);
  };
};
