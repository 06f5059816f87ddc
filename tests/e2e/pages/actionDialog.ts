import { expect, type Page } from "@playwright/test";
import type { StateValue } from "xstate";
import { moveProgress } from "./moveProgress.ts";
import { seen } from "./seen.ts";

/** The dialog in which a payment is returned or confirmed, under the name of its button. */
export const actionDialog = (page: Page, action: string) => {
  const dialog = page.getByRole("dialog", { name: "Подтвердить действие?" });
  const button = dialog.getByRole("button", { name: action });
  const progress = moveProgress(dialog, "Выполняем…");
  const states = {
    confirming: async () => {
      await expect(button).toBeVisible();
      await expect(dialog.getByRole("alert")).toHaveCount(0);
    },
    moving: progress.shows,
    refused: async () => {
      await expect(button).toBeVisible();
      await expect(dialog.getByRole("alert")).toBeVisible();
    },
    carried: () => expect(dialog).toHaveCount(0),
  };
  return {
    open: async () => {
      await page.getByRole("tab", { name: /Оплаты/ }).click();
      await page.getByRole("tabpanel").getByRole("button", { name: action }).click();
    },
    confirm: () => button.click(),
    again: progress.again,
    canRepeat: progress.canRepeat,
    drop: progress.drop,
    /** Waits for what an operator sees in a state of the machine. */
    shows: (state: StateValue) => seen(states, state),
  };
};
