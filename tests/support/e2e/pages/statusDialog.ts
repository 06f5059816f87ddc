import { expect, type Page } from "@playwright/test";
import type { StateValue } from "xstate";
import { expectState, outerState } from "./expectState.ts";

/** Returns the page object of the dialog in which a user changes the status of an order. */
export const statusDialog = (page: Page) => {
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  const back = dialog.getByRole("button", { name: "Назад" });
  const shows = async (text: string | RegExp) => {
    await expect(dialog.getByText(text)).toBeVisible();
    await expect(back).toBeVisible();
  };
  const states: Record<string, () => Promise<void>> = {
    choosing: () => expect(dialog.getByRole("listitem").first()).toBeVisible(),
    explaining: () => expect(dialog.getByRole("button", { name: /^Сменить статус/ })).toBeVisible(),
    submitting: () =>
      expect(
        dialog.getByText("Меняем статус…").or(dialog.getByText("Узнаём, сменился ли статус")).first(),
      ).toBeVisible(),
    refused: () => shows("Действие запрещено"),
    notRecorded: () => shows("Статус не сменился"),
    stale: () => shows("Заказ тем временем изменили:"),
    changed: () => expect(dialog).toHaveCount(0),
  };
  const press = (name: string | RegExp) => dialog.getByRole("button", { name }).click();
  return {
    open: () => page.getByRole("button", { name: /^Сменить статус/ }).click(),
    choose: (status: string) => press(new RegExp(`^${status}`)),
    explain: (text: string) => dialog.getByLabel("Причина").fill(text),
    submit: () => press(/^(Сменить|Попробовать)/),
    back: () => back.click(),
    /** Waits until the dialog shows a state of the dialog's machine. */
    shows: (state: StateValue) => expectState(states, outerState(state)),
  };
};
