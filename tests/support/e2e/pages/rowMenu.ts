import type { Locator } from "@playwright/test";

/** Opens the menu at the end of a row. */
export const openRowMenu = (row: Locator): Promise<void> =>
  row.getByRole("button", { name: "Другие действия" }).click();

/** Chooses an action in the menu at the end of a row. */
export const chooseRowAction = async (row: Locator, name: string): Promise<void> => {
  await openRowMenu(row);
  await row.page().getByRole("menuitem", { name }).click();
};
