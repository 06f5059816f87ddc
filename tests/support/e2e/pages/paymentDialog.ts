import { expect, type Page } from "@playwright/test";
import type { StateValue } from "xstate";
import { expectState, openState, outerState } from "./expectState.ts";
import { moveProgress } from "./moveProgress.ts";

/** Returns the page object of the dialog in which a user takes a payment. */
export const paymentDialog = (page: Page) => {
  const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
  const form = dialog.getByRole("button", { name: "Добавить способ" });
  const spinner = dialog.getByRole("status").filter({ hasText: "Загрузка" });
  const progress = moveProgress(dialog, "Принимаем оплату…");
  const formStates = {
    loading: () => expect(spinner).toBeVisible(),
    failed: () => expect(dialog.getByText("Не удалось прочитать способы оплаты.")).toBeVisible(),
    editing: () => expect(form).toBeVisible(),
  };
  const states = {
    entering: () => expect(form).toBeVisible(),
    moving: progress.shows,
    rereading: () => expect(spinner).toBeVisible(),
    recorded: () => expect(dialog).toHaveCount(0),
  };
  const press = (name: string | RegExp) => dialog.getByRole("button", { name }).click();
  const chooseMethod = async (name: string) => {
    await expect(form).toBeVisible();
    const buttons = dialog.getByRole("group", { name: /^Способ/ }).first();
    // The dialog has buttons for a few payment methods, and a select field for many.
    if (await buttons.isVisible()) await buttons.getByRole("button", { name }).click();
    else
      await dialog
        .getByLabel(/^Способ/)
        .first()
        .selectOption(name);
  };
  const opener = page.getByRole("button", { name: /^Принять оплату/ });
  return {
    isOffered: () => expect(opener).toBeVisible(),
    open: () => opener.click(),
    retry: () => press("Повторить"),
    type: (amount: string) => dialog.getByLabel("Сумма").fill(amount),
    fill: () => press(/^Вся сумма/),
    chooseMethod,
    addMethod: () => press("Добавить способ"),
    split: (count: number) => press(`на ${count}`),
    removeMethod: () => press("Убрать способ 2"),
    receive: (amount: string) => dialog.getByRole("textbox", { name: "Получено" }).fill(amount),
    chooseStatus: async (name: string) => {
      await dialog.getByLabel("Новый статус заказа").click();
      await dialog.getByRole("menuitem", { name, exact: true }).click();
    },
    explain: (text: string) => dialog.getByLabel("Причина").fill(text),
    submit: () => press(/^Принять/),
    again: progress.again,
    canRepeat: progress.canRepeat,
    showsMove: progress.showsMove,
    drop: progress.drop,
    /** Waits until the dialog shows a state of its form's machine. */
    showsForm: (state: StateValue) => expectState(formStates, outerState(state)),
    /** Waits until the dialog shows a state of its own machine. */
    shows: (state: StateValue) => expectState(states, openState(state, "progress")),
  };
};
