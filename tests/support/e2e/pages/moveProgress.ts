import { expect, type Locator } from "@playwright/test";
import type { StateValue } from "xstate";
import { expectState, outerState } from "./expectState.ts";

/** Page object of the progress of a movement of money in a dialog. */
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
    // The journal is cleared too fast for the screen to show the state.
    clearing: async () => undefined,
    recorded: () => expect(any).toHaveCount(0),
    refused: () => expect(any).toHaveCount(0),
    dropped: () => expect(any).toHaveCount(0),
  };
  return {
    shows: () => expect(any).toBeVisible(),
    /** Waits until the dialog shows a state of the movement. */
    showsMove: (state: StateValue) => expectState(states, outerState(state)),
    canRepeat: () => expect(again).toBeVisible(),
    again: () => again.click(),
    drop: () => dialog.getByRole("button", { name: "Не отправлять" }).click(),
  };
};
