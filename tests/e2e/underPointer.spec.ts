import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { DateTime } from "luxon";
import type { Schemas } from "#api/client.ts";
import { type ApiUser, createApiUser, expect, type Login, signInLive, test } from "../support/e2e/fixtures.ts";
import { holdRequests } from "../support/e2e/holdRequests.ts";
import { createOwnServer } from "../support/e2e/ownServer.ts";
import { ports } from "../support/e2e/stackSettings.ts";

const server = createOwnServer(ports.pointer);
test.use({ baseURL: server.origin });
const apiUser = (request: APIRequestContext, user: Login): Promise<ApiUser> =>
  createApiUser(request, user, 1, ports.pointer);

// The stage board shows only the orders of the current business day. The start of the business day is therefore set to
// six hours before now, so that the tests also pass shortly before midnight.
test.beforeAll(async ({ playwright }) => {
  await server.start();
  const request = await playwright.request.newContext();
  const owner = await apiUser(request, "owner");
  const dayStart = DateTime.now().setZone("Europe/Moscow").minus({ hours: 6 }).toFormat("HH:00");
  await owner.put("/api/Company/1", { name: "Пекарня «Колос»", dayStart });
  await request.dispose();
});
test.afterAll(() => server.kill());

/** Time limit for the first element, milliseconds. Without this limit a missing element would end the whole test. */
const APPEAR_MS = 30_000;

/** Returns a moment `minutes` from now, ISO 8601. */
const after = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const topOf = async (element: Locator): Promise<number> => {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not visible");
  return box.y;
};

/**
 * Checks that an element stays under the pointer while another user makes a change above it. `change` makes the change
 * and returns the element that shows it.
 */
const expectKept = async (page: Page, element: Locator, change: () => Promise<Locator>): Promise<void> => {
  await element.scrollIntoViewIfNeeded({ timeout: APPEAR_MS });
  const box = await element.boundingBox();
  if (!box) throw new Error("the element is not visible");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x - 5, y);
  await page.mouse.move(x, y);
  const before = await topOf(element);
  let shown: Locator | undefined;
  let step = 0;
  const makeChange = async () => {
    shown = await change();
  };
  // The page holds an element under a resting pointer for only 3 s, so the pointer moves by a pixel until the change is
  // shown.
  const moveUntilShown = () =>
    expect
      .poll(async () => {
        step += 1;
        await page.mouse.move(x - (step % 2), y);
        return shown?.isVisible();
      })
      .toBe(true);
  await Promise.all([makeChange(), moveUntilShown()]);
  expect(Math.abs((await topOf(element)) - before)).toBeLessThan(2);
  const isHit = await element.evaluate((target, [left, top]) => target.contains(document.elementFromPoint(left, top)), [
    x,
    y,
  ] as const);
  expect(isHit).toBe(true);
};

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("order list — a row under the pointer stays in its place when another operator's order appears above it", async ({
  page,
  request,
}) => {
  const operator = await apiUser(request, "operator");
  const order = await operator.order();
  await signInLive(page, "cashier", "/Company/1?sort=number");
  const row = (one: Schemas["Order"]) => page.locator(`tr[data-row="${one.id}"]`);
  await expectKept(page, row(order), async () => row(await operator.order()));
  await expect(row(order)).toBeVisible();
});

test("order list over a slow network — keeps the row under the pointer in its place when another order appears above it", async ({
  page,
  request,
}) => {
  const operator = await apiUser(request, "operator");
  const order = await operator.order();
  await page.clock.install();
  await signInLive(page, "cashier", "/Company/1?sort=number");
  const row = (one: Schemas["Order"]) => page.locator(`tr[data-row="${one.id}"]`);
  await expectKept(page, row(order), async () => {
    const url = /\/api\/Order\/Company\/1\//;
    const release = await holdRequests(page, { url });
    const read = page.waitForRequest(url);
    const another = await operator.order();
    await read;
    await page.clock.fastForward(5000);
    // The page holds a row under the pointer until 3 s after the last pointer movement. This time is over, so a new
    // movement is needed.
    await row(order).hover({ position: { x: 20, y: 10 } });
    await release();
    return row(another);
  });
});

test("stage board — a card under the pointer stays in its place when an earlier order appears above it", async ({
  page,
  request,
}) => {
  const operator = await apiUser(request, "operator");
  const order = await operator.order({ date: after(45) });
  await signInLive(page, "cashier", "/Company/1/Board");
  const card = (one: Schemas["Order"]) => page.locator(`[data-card="${one.id}"]`);
  await expectKept(page, card(order), async () => card(await operator.order({ date: after(20) })));
});

for (const path of ["/Company/1/Kitchen", "/Company/1/Kitchen/Display"])
  test(`kitchen screen ${path} — a dish under the pointer stays in its place when an earlier order appears above it`, async ({
    page,
    request,
  }) => {
    const operator = await apiUser(request, "operator");
    const order = await operator.order({ date: after(5) });
    await signInLive(page, "kitchen", path);
    const ticket = (one: Schemas["Order"]) => region(page, "Новый").locator(`[data-order="${one.id}"]`);
    await expectKept(page, ticket(order).getByRole("button").last(), async () => ticket(await operator.order()));
  });

test("dispatchers' board — an order under the pointer stays in its place when an earlier order appears above it", async ({
  page,
  request,
}) => {
  const operator = await apiUser(request, "operator");
  const order = await operator.order({ date: after(45) });
  await signInLive(page, "manager", "/Company/1/Delivery");
  const item = ({ internalId }: Schemas["Order"]) =>
    region(page, "Без курьера")
      .getByRole("listitem")
      .filter({ has: page.getByText(`№ ${internalId}`, { exact: true }) });
  await expectKept(page, item(order), async () => item(await operator.order({ date: after(20) })));
});

test("order list — when the pointer has stopped moving, undoes the scroll that kept the row under the pointer in its place", async ({
  page,
  request,
}) => {
  const operator = await apiUser(request, "operator");
  const order = await operator.order();
  await signInLive(page, "cashier", "/Company/1?sort=number");
  const row = (one: Schemas["Order"]) => page.locator(`tr[data-row="${one.id}"]`);
  await expect(row(order)).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  const before = await topOf(heading);
  await expectKept(page, row(order), async () => row(await operator.order()));
  expect(await topOf(heading)).toBeLessThan(before);
  await expect.poll(() => topOf(heading)).toBe(before);
});

test("panel of saved views — stays open when the saved views are loaded and another operator's order appears", async ({
  page,
  request,
}) => {
  const operator = await apiUser(request, "operator");
  for (const name of ["Утро", "День", "Вечер"])
    await operator.post("/api/UserView/Company/1", { name, screen: "open", query: "" });
  // The fault under test is a scroll of the page that keeps the hovered link under the pointer. The window is so high
  // that the panel cannot be scrolled instead.
  await page.setViewportSize({ width: 1366, height: 1000 });
  await signInLive(page, "operator", "/Company/1?sort=number");
  const release = await holdRequests(page, { url: /\/api\/UserView\/Company\/1/ });
  await page.getByRole("button", { name: /^Вид/ }).click();
  const panel = page.getByRole("dialog", { name: "Вид списка" });
  await panel.getByRole("link", { name: "Сохранить вид" }).hover();
  const order = await operator.order();
  await expect(page.locator(`tr[data-row="${order.id}"]`)).toBeVisible();
  await release();
  await expect(panel.getByRole("link", { name: "Вечер" })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
