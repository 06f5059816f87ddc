import { expect, type Locator, type Page } from "@playwright/test";

/** Returns the card of an order on the stage board, or in a part of the board. */
export const cardOf = (page: Page | Locator, { id }: { id: number }): Locator => page.locator(`[data-card="${id}"]`);

/** Expands columns until the card of an order is visible, because a column initially shows only some of its cards. */
export const showCard = (page: Page, order: { id: number }): Promise<void> =>
  expect(async () => {
    const more = page.getByRole("button", { name: /^Ещё \d+$/ }).first();
    if (!(await cardOf(page, order).isVisible())) await more.click({ timeout: 1000 });
    await expect(cardOf(page, order)).toBeVisible({ timeout: 500 });
  }).toPass();
