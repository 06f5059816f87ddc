import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

/**
 * Timeout for an update, milliseconds. While the stream is open, the list is polled only every three minutes, so an
 * update within this time proves that the page received an event.
 */
const FEED_TIMEOUT = 15_000;

/**
 * Maximum number of attempts. A busy computer slows some updates, so one update within `FAST` milliseconds is
 * sufficient. The benchmark measures the delay exactly.
 */
const ATTEMPTS = 10;

const FAST = 4000;

/** Path of the order list with the newest order first. Needed because only the top of the list is rendered. */
const LIST = "/Company/1?sort=number";

const row = (page: Page, { id }: { readonly id: number }) => page.locator(`tr[data-row="${id}"]`);

/** Waits until this page, as the leader of the browser's tabs, has opened the event stream. */
const untilLive = (page: Page) => page.waitForResponse((response) => response.url().endsWith("/api/Event"));

test("open orders — another operator's changes appear in two tabs within 4 s", async ({
  page,
  context,
  operator,
  owner,
}) => {
  const open = untilLive(page);
  await signInAs(page, "cashier", LIST);
  await open;
  const second = await context.newPage();
  await second.goto(LIST);
  await expect(second.locator("tr[data-row]").first()).toBeVisible();
  // The second tab shows changes live only after the first tab has told it that the event stream is open. The first tab
  // tells this again at each keep-alive comment of the server.
  await expect
    .poll(
      async () => {
        const probe = await operator.order();
        return row(second, probe)
          .waitFor({ timeout: FEED_TIMEOUT })
          .then(() => true)
          .catch(() => false);
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  const delays: number[] = [];
  let order = await operator.order();
  for (;;) {
    const began = Date.now();
    await expect(row(page, order)).toBeVisible({ timeout: FEED_TIMEOUT });
    await expect(row(second, order)).toBeVisible({ timeout: FEED_TIMEOUT });
    delays.push(Date.now() - began);
    if (Math.min(...delays) < FAST || delays.length === ATTEMPTS) break;
    order = await operator.order();
  }
  expect(Math.min(...delays)).toBeLessThan(FAST);
  await owner.post(`/api/Order/${order.id}/Company/1/Payment`, {
    orderStatusId: 2,
    payment: [{ paymentMethodId: 1, amount: order.amount }],
  });
  await expect(row(page, order).getByText("Подтверждён")).toBeVisible({ timeout: FEED_TIMEOUT });
});

test("open orders — are polled while the stream is interrupted, and updated by the stream afterwards", async ({
  page,
  operator,
}) => {
  await page.route("**/api/Event", (route) => route.abort());
  await signInAs(page, "cashier", LIST);
  const first = await operator.order();
  await expect(row(page, first)).toBeVisible();
  const open = untilLive(page);
  await page.unroute("**/api/Event");
  await open;
  // The first order may appear because the page reads the list again when the stream opens. Only an event can show the
  // second order within `FEED_TIMEOUT`.
  await expect(row(page, await operator.order())).toBeVisible();
  const order = await operator.order();
  await expect(row(page, order)).toBeVisible({ timeout: FEED_TIMEOUT });
});

/** Returns the values of all fields of the form. */
const valuesOf = (page: Page) =>
  page
    .locator("form")
    .locator("input, textarea, select")
    .evaluateAll((fields) => fields.map((field) => ("value" in field ? field.value : undefined)));

test("stock documents changed by other users — are updated in lists and open documents, but not in an open editor", async ({
  page,
  context,
  owner,
}) => {
  const mark = randomUUID().slice(0, 8);
  const open = untilLive(page);
  await signInAs(page, "storekeeper", "/Company/1/PackingList");
  await open;
  const body = { companyId: 1, title: `Мука ${mark}`, unit: "кг", estimateCost: 100 };
  const { id: stockItemId } = await owner.post<{ id: number }>("/api/StockItem", body);
  const items = [{ stockItemId, count: 3, price: 50 }];
  const path = "/api/PackingList/Company/1";
  const list = await owner.post<Schemas["PackingList"]>(path, { supplierId: 1, itemNumber: mark, items });
  const found = row(page, list);
  await expect(found).toContainText("Черновик", { timeout: FEED_TIMEOUT });

  const editor = await context.newPage();
  await editor.goto(`/Company/1/PackingList/${list.id}/Edit`);
  await editor.getByLabel("Комментарий").fill("Моё");
  const typed = await valuesOf(editor);
  expect(typed).toEqual(expect.arrayContaining([mark, "Моё", "3", "50"]));
  const detail = await context.newPage();
  await detail.goto(`/Company/1/PackingList/${list.id}`);
  await expect(detail.getByRole("heading", { name: mark })).toBeVisible();
  const stock = await context.newPage();
  await stock.goto(`/Company/1/Stock?title=${encodeURIComponent(mark)}`);
  const onHand = (count: string) => row(stock, { id: stockItemId }).getByRole("cell", { name: count, exact: true });
  await expect(onHand("0")).toBeVisible();

  const other = await context.newPage();
  await other.goto(`/Company/1/PackingList/${list.id}`);
  await other.getByRole("button", { name: /^Провести/ }).click();
  await other.getByRole("button", { name: "Да", exact: true }).click();
  await expect(found).toContainText("Проведена", { timeout: FEED_TIMEOUT });
  await expect(detail.getByText("Проведена", { exact: true }).first()).toBeVisible({ timeout: FEED_TIMEOUT });
  await expect(onHand("3")).toBeVisible({ timeout: FEED_TIMEOUT });
  expect(await valuesOf(editor)).toEqual(typed);
  await editor.getByRole("button", { name: "Сохранить", exact: true }).click();
  await expect(editor.getByRole("alert")).toContainText("Накладная уже проведена");
  expect(await valuesOf(editor)).toEqual(typed);
});
