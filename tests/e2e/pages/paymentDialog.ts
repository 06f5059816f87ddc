import { expect, type Page } from "@playwright/test";
import type { StateValue } from "xstate";
import { moveProgress } from "./moveProgress.ts";
import { seen } from "./seen.ts";

/** The dialog in which the payment of an order is taken. */
export const paymentDialog = (page: Page) => {
  const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
  const form = dialog.getByRole("button", { name: "Добавить способ" });
  const spinner = dialog.getByRole("status").filter({ hasText: "Загрузка" });
  const progress = moveProgress(dialog, "Принимаем оплату…");
  const states = {
    opening: () => expect(spinner).toBeVisible(),
    failed: () => expect(dialog.getByText("Не удалось прочитать способы оплаты.")).toBeVisible(),
    entering: () => expect(form).toBeVisible(),
    moving: progress.shows,
    rereading: () => expect(spinner).toBeVisible(),
    accepted: () => expect(dialog).toHaveCount(0),
  };
  const press = (name: string | RegExp) => dialog.getByRole("button", { name }).click();
  const opener = page.getByRole("button", { name: /^Принять оплату/ });
  return {
    isOffered: () => expect(opener).toBeVisible(),
    open: () => opener.click(),
    retry: () => press("Повторить"),
    type: (amount: string) => dialog.getByLabel("Сумма").fill(amount),
    fill: () => press(/^Вся сумма/),
    chooseMethod: (name: string) => dialog.getByLabel("Способ").first().selectOption(name),
    addMethod: () => press("Добавить способ"),
    removeMethod: () => press("Убрать способ 2"),
    receive: (amount: string) => dialog.getByLabel("Получено").fill(amount),
    chooseStatus: (name: string) => dialog.getByLabel("Новый статус заказа").selectOption(name),
    explain: (text: string) => dialog.getByLabel("Причина").fill(text),
    submit: () => press(/^Принять/),
    again: progress.again,
    canRepeat: progress.canRepeat,
    showsMove: progress.showsMove,
    drop: progress.drop,
    /** Waits for what an operator sees in a state of the machine. */
    shows: (state: StateValue) => seen(states, state),
  };
};
