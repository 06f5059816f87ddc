import { expect, type Page } from "@playwright/test";
import type { StateValue } from "xstate";
import { seen } from "./seen.ts";

/** The dialog in which the status of an order is changed. */
export const statusDialog = (page: Page) => {
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  const asking = dialog.getByText(/Узнаём, сменился ли статус/);
  const back = dialog.getByRole("button", { name: "Назад" });
  const asks = async (text: string | RegExp) => {
    await expect(dialog.getByText(text)).toBeVisible();
    await expect(back).toBeVisible();
  };
  const states: Record<string, () => Promise<void>> = {
    choosing: () => expect(dialog.getByRole("listitem").first()).toBeVisible(),
    explaining: () => expect(dialog.getByRole("button", { name: /^Сменить статус/ })).toBeVisible(),
    submitting: () => expect(dialog.getByText("Меняем статус…")).toBeVisible(),
    verifying: () => expect(asking).toBeVisible(),
    waiting: () => expect(asking).toBeVisible(),
    refused: () => asks(/Действие запрещено|Статус не сменился/),
    stale: () => asks("Заказ тем временем изменили:"),
    changed: () => expect(dialog).toHaveCount(0),
  };
  const press = (name: string | RegExp) => dialog.getByRole("button", { name }).click();
  return {
    open: () => page.getByRole("button", { name: /^Сменить статус/ }).click(),
    choose: (status: string) => press(new RegExp(`^${status}`)),
    explain: (text: string) => dialog.getByLabel("Причина").fill(text),
    submit: () => press(/^(Сменить|Попробовать)/),
    back: () => back.click(),
    /** Waits for what an operator sees in a state of the machine. */
    shows: (state: StateValue) => seen(states, state),
  };
};
