import { expect, type Page } from "@playwright/test";
import type { StateValue } from "xstate";
import { expectState, openState } from "./expectState.ts";
import { moveProgress } from "./moveProgress.ts";

/**
 * Returns the page object of the dialog for refunding or confirming a payment. `action` is the text of the main button.
 */
export const actionDialog = (page: Page, action: string) => {
  const dialog = page.getByRole("dialog", { name: "Подтвердить действие?" });
  const button = dialog.getByRole("button", { name: action });
  const progress = moveProgress(dialog, "Выполняем…");
  const spinner = dialog.getByRole("status").filter({ hasText: "Загрузка" });
  const states = {
    entering: () => expect(button).toBeVisible(),
    moving: progress.shows,
    rereading: () => expect(spinner).toBeVisible(),
    recorded: () => expect(dialog).toHaveCount(0),
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
    /** Waits until the dialog shows a state of the dialog's machine. */
    shows: (state: StateValue) => expectState(states, openState(state, "progress")),
  };
};
