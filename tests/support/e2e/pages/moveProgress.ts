import { expect, type Locator } from "@playwright/test";
import type { StateValue } from "xstate";
import { expectState, outerState } from "./expectState.ts";

/** Returns the page object of the section of a dialog that shows the progress of a payment or refund. */
export const moveProgress = (dialog: Locator, sending: string) => {
  const sent = dialog.getByText(sending);
  const doubt = dialog.getByText("Сервер не ответил");
  const again = dialog.getByRole("button", { name: "Отправить ещё раз" });
  const any = sent.or(doubt).or(again).first();
  const states = {
    journalling: () => expect(sent).toBeVisible(),
    sending: () => expect(sent).toBeVisible(),
    verifying: () => expect(doubt).toBeVisible(),
    waiting: () => expect(doubt).toBeVisible(),
    notRecorded: () => expect(again).toBeVisible(),
    // The state `clearing` ends too fast to be seen on the screen.
    clearing: async () => undefined,
    recorded: () => expect(any).toHaveCount(0),
    refused: () => expect(any).toHaveCount(0),
    dropped: () => expect(any).toHaveCount(0),
  };
  return {
    shows: () => expect(any).toBeVisible(),
    /** Waits until the dialog shows a state of the machine that sends the payment or refund. */
    showsMove: (state: StateValue) => expectState(states, outerState(state)),
    canRepeat: () => expect(again).toBeVisible(),
    again: () => again.click(),
    drop: () => dialog.getByRole("button", { name: "Не отправлять" }).click(),
  };
};
