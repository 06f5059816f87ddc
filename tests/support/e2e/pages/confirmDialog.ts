import { expect, type Page } from "@playwright/test";

/**
 * Answers the open dialog with 'Да' and waits until the dialog is closed, which is after the command has ended. While a
 * dialog is open, `getByRole` finds nothing in the page behind it, so a row would count as removed too early.
 */
export const confirmDialog = async (page: Page): Promise<void> => {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Да", exact: true }).click();
  await expect(dialog).toHaveCount(0);
};
