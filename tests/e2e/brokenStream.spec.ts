import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { test as base, expect, signInAs } from "../support/e2e/fixtures.ts";
import { ports } from "../support/e2e/stackSettings.ts";
import { type StreamProxy, startStreamProxy } from "../support/e2e/streamProxy.ts";

/** Path of the order list with the newest order first. Needed because only the top of the list is rendered. */
const LIST = "/Company/1?sort=number";

/** Size of the blocks that the buffering proxy passes, bytes. The events of a test never fill a block. */
const BLOCK = 64 * 1024;

/**
 * Time without a message after which the client closes the event stream and opens a new one, milliseconds (areas,
 * section 13).
 */
const SILENCE_MS = 30_000;

/** Polling interval of the order list without an event stream, milliseconds. */
const POLL_MS = 10_000;

/** Playwright's `test` with a proxy between the browser and the server. */
const test = base.extend<{ streamProxy: StreamProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from the pattern.
  streamProxy: async ({}, use) => {
    const proxy = await startStreamProxy(ports.server);
    await use(proxy);
    await proxy.stop();
  },
  baseURL: ({ streamProxy }, use) => use(streamProxy.origin),
});

const row = (page: Page, { id }: Schemas["Order"]) => page.locator(`tr[data-row="${id}"]`);

const expectNoOutage = async (page: Page): Promise<void> => {
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("Нет связи с сервером")).toHaveCount(0);
};

/** Records the reads of the order list. */
const watchReads = (page: Page): string[] => {
  const reads: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/MediumSummury")) reads.push(request.url());
  });
  return reads;
};

test("event stream that breaks within a message — is resumed after the last complete event, and the new order is shown once", async ({
  page,
  operator,
  streamProxy,
}) => {
  const open = page.waitForResponse((response) => response.url().endsWith("/api/Event"));
  await signInAs(page, "cashier", LIST);
  await open;
  const first = await operator.order();
  await expect(row(page, first)).toBeVisible();
  const cut = streamProxy.cutNextMessage();
  const again = page.waitForResponse((response) => response.url().endsWith("/api/Event"));
  const order = await operator.order();
  expect(await cut).toMatch(/^id: \d+\ndata: \{"ty/);
  await again;
  const reopened = streamProxy.streams.at(-1);
  expect([streamProxy.streams.length, reopened?.lastEventId]).toEqual([2, expect.stringMatching(/^\d+$/)]);
  // The list is polled only after 10 s, so an order that appears earlier was announced by the reopened event stream.
  await expect(row(page, order)).toBeVisible({ timeout: POLL_MS - 2000 });
  await expect(row(page, order)).toHaveCount(1);
  await expectNoOutage(page);
  const later = await operator.order();
  await expect(row(page, later)).toBeVisible({ timeout: POLL_MS - 2000 });
});

test("event stream buffered by a proxy from the start — the list is polled, and no outage is shown", async ({
  page,
  operator,
  streamProxy,
}) => {
  streamProxy.bufferStreams(BLOCK);
  await page.clock.install();
  await signInAs(page, "cashier", LIST);
  await expect.poll(() => streamProxy.streams.length).toBe(1);
  const order = await operator.order();
  await expect(row(page, order)).toHaveCount(0);
  await page.clock.runFor(POLL_MS + 500);
  await expect(row(page, order)).toBeVisible();
  await page.clock.runFor(SILENCE_MS);
  await expectNoOutage(page);
  // After a pause, the client opens the event stream again.
  await expect(async () => {
    await page.clock.runFor(1000);
    expect(streamProxy.streams.length).toBe(2);
  }).toPass();
  await expectNoOutage(page);
});

test("open event stream that a proxy begins to buffer — the list is polled after 30 s, and no outage is shown", async ({
  page,
  operator,
  streamProxy,
}) => {
  await page.clock.install();
  const open = page.waitForResponse((response) => response.url().endsWith("/api/Event"));
  await signInAs(page, "cashier", LIST);
  await open;
  const live = await operator.order();
  await expect(async () => {
    await page.clock.runFor(300);
    await expect(row(page, live)).toBeVisible({ timeout: 200 });
  }).toPass();
  streamProxy.bufferStreams(BLOCK);
  const order = await operator.order();
  // Events from before the buffering may still cause reads in the first polling interval, so the check is repeated for
  // a second interval. This interval ends before the page closes the silent stream.
  await expect(async () => {
    const reads = watchReads(page);
    await page.clock.runFor(POLL_MS + 500);
    expect(reads).toHaveLength(0);
  }).toPass();
  await page.clock.runFor(SILENCE_MS);
  await expect(row(page, order)).toBeVisible();
  await expectNoOutage(page);
});
