import type { Locator } from "@playwright/test";
import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

const boxOf = async (element: Locator) => {
  await expect(element).toBeVisible();
  const box = await element.boundingBox();
  if (!box) throw new Error("The element has no box");
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

for (const path of ["PackingList/3", "StockAct/1", "TransferList/1"])
  test(`document ${path} — shows its state beside the lines on a wide screen, and above the lines on a narrower screen`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await signInAs(page, "owner", `/Company/1/${path}`);
    const state = page.getByText("Состояние", { exact: true });
    const lines = page.getByRole("main").getByRole("table").first();
    expect((await boxOf(state)).x).toBeGreaterThan((await boxOf(lines)).right);
    await page.setViewportSize({ width: 1366, height: 768 });
    expect((await boxOf(state)).bottom).toBeLessThan((await boxOf(lines)).y);
  });

test("order on a wide screen — shows its actions and its sums side by side, to the right of the lines", async ({
  page,
  operator,
}) => {
  const { id } = await operator.order();
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signInAs(page, "operator", `/Company/1/Order/${id}`);
  const lines = await boxOf(page.getByRole("region", { name: "Заказ", exact: true }));
  const actions = await boxOf(page.getByRole("region", { name: "Действия" }));
  const sums = await boxOf(page.getByRole("region", { name: "Оплата", exact: true }));
  expect(actions.x).toBeGreaterThanOrEqual(lines.right);
  expect(sums.x).toBeGreaterThanOrEqual(actions.right);
});

test("chart of a report with a comparison — names both periods", async ({ page }) => {
  await signInAs(page, "owner", "/Company/1/Report?compare=1");
  const chart = page.getByRole("img", { name: /^Оплаты по дням\./ });
  await expect(chart.getByText(/^Этот период: \d/)).toBeVisible();
  await expect(chart.getByText(/^Прошлый период: \d/)).toBeVisible();
});
