import { expect, type Locator } from "@playwright/test";
import type { StateValue } from "xstate";
import { seen } from "./seen.ts";

/** What a dialog shows while money is moved: sent, in doubt, or found to be not recorded. */
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
    // Nothing holds the journal up, so that this passes too fast to be seen.
    clearing: async () => undefined,
    ended: () => expect(any).toHaveCount(0),
  };
  return {
    shows: () => expect(any).toBeVisible(),
    /** Waits for what an operator sees in a state of the movement. */
    showsMove: (state: StateValue) => seen(states, state),
    canRepeat: () => expect(again).toBeVisible(),
    again: () => again.click(),
    drop: () => dialog.getByRole("button", { name: "Не отправлять" }).click(),
  };
};
