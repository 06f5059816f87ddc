import type { APIRequestContext, BrowserContext, Page, Request } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { createFreshApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { showCard } from "../support/e2e/pages/stageBoard.ts";
import { ports } from "../support/e2e/stackSettings.ts";

/** Number of tabs. `npm run test:long` opens 50, which takes minutes on a slow computer. */
const TABS = Number(process.env["MANY_TABS"] ?? 15);

/** Number of tabs that load at the same time. With more, a slow computer needs more time in total. */
const TOGETHER = 5;

/** Time from a token refresh to the next one, milliseconds. Clients refresh a short-lived token after half its life. */
const REFRESH_MS = 10_000;

const METRICS_TOKEN = "many-tabs";

const server = createOwnServer(ports.manyTabs, { ACCESS_TTL_S: String((2 * REFRESH_MS) / 1000), METRICS_TOKEN });

test.use({ baseURL: server.origin, viewport: { width: 400, height: 300 } });

test.beforeAll(() => server.start());

test.afterAll(() => server.kill());

const LIST = "/Company/1?sort=number";
const BOARD = "/Company/1/Board";
const KITCHEN = "/Company/1/Kitchen";

/**
 * Returns the path of a tab. Of ten tabs, one shows the stage board and one the kitchen. All others, among them the
 * first and the last tab, show the order list.
 */
const pathOf = (at: number): string => {
  if (at % 10 === 3) return BOARD;
  return at % 10 === 6 ? KITCHEN : LIST;
};

const openTabs = async (context: BrowserContext, first: Page): Promise<Page[]> => {
  const pages = [first];
  while (pages.length < TABS) {
    const paths = Array.from({ length: Math.min(TOGETHER, TABS - pages.length) }, (_, at) => pathOf(pages.length + at));
    const opened = paths.map(async (path) => {
      const page = await context.newPage();
      await page.goto(path);
      await page.locator("h1").first().waitFor();
      return page;
    });
    pages.push(...(await Promise.all(opened)));
  }
  return pages;
};

/** Returns the number of event streams that the server has open. */
const countStreams = async (request: APIRequestContext): Promise<number> => {
  const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
  const answer = await request.get("/metrics", { headers });
  return Number(/^event_listeners (\d+)$/m.exec(await answer.text())?.[1]);
};

/** Returns the access token of a tab. */
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem("token") ?? "{}").token);

const expectInTab = async (page: Page, order: Schemas["Order"]): Promise<void> => {
  if (page.url().endsWith(BOARD)) return showCard(page, order);
  const item = page.url().endsWith(KITCHEN) ? `[data-order="${order.id}"]` : `tr[data-row="${order.id}"]`;
  await expect(page.locator(item).first()).toBeVisible();
};

test("many tabs of one browser — share one event stream and one token refresh, even after the tab with the stream is closed", async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const requests: Request[] = [];
  context.on("request", (sent) => requests.push(sent));
  const sentTo = (path: string) => requests.filter((sent) => sent.url().endsWith(path));
  await signInAs(page, "manager", LIST);
  const tabs = await openTabs(context, page);
  await expect.poll(() => countStreams(request)).toBe(1);

  const before = await tokenOf(page);
  const refreshes = sentTo("/token/refresh").length;
  const began = Date.now();
  await expect(async () => {
    const tokens = await Promise.all(tabs.map(tokenOf));
    expect(tokens).not.toContain(before);
    expect(new Set(tokens).size).toBe(1);
  }).toPass();
  const periods = Math.ceil((Date.now() - began) / REFRESH_MS);
  expect(sentTo("/token/refresh").length - refreshes).toBeLessThanOrEqual(periods);

  // An access token of this server is valid for a short time, so each order is created with a new token.
  const createOrder = async () => (await createFreshApiUser(request, "manager", ports.manyTabs)).order();
  const sample = [0, 3, 6, 10, TABS - 1].flatMap((at) => tabs[at] ?? []);
  const order = await createOrder();
  for (const tab of sample) await expectInTab(tab, order);

  const [leader, ...rest] = new Set(sentTo("/api/Event").map((sent) => sent.frame().page()));
  expect(rest).toEqual([]);
  await leader?.close();
  const countReaders = () => new Set(sentTo("/api/Event").map((sent) => sent.frame().page())).size;
  await expect.poll(countReaders).toBe(2);
  await expect.poll(() => countStreams(request)).toBe(1);
  const next = await createOrder();
  for (const tab of sample) if (!tab.isClosed()) await expectInTab(tab, next);
});
