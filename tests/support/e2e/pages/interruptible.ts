import type { Page, Request } from "@playwright/test";
import { arriveLate, type holding } from "./calls.ts";
import type { moveProgress } from "./moveProgress.ts";

/** Fates of the call that moves money, whether this page sent it or an earlier one. */
export const interruptible = (
  page: Page,
  calls: Awaited<ReturnType<typeof holding>>,
  dialog: Pick<ReturnType<typeof moveProgress>, "again" | "canRepeat" | "drop">,
) => {
  let lost: Request | undefined;
  let isFromBefore = false;
  const send = async () => {
    if (isFromBefore) await dialog.again();
    isFromBefore = false;
    await calls.pass("POST");
  };
  return {
    /** Loses the call, reloads the page, and waits until it finds that nothing was recorded. */
    interrupt: async () => {
      lost = await calls.lose("POST");
      calls.hold();
      await page.reload();
      await calls.pass("GET");
      await dialog.canRepeat();
      isFromBefore = true;
    },
    /** Lets the call reach the server. */
    send,
    /** Lets the lost call reach the server late, before it is repeated. */
    sendTwice: async () => {
      await arriveLate(page, lost);
      await send();
    },
    /** Loses the call and drops the movement that was not recorded. */
    drop: async () => {
      if (!isFromBefore) await calls.lose("POST");
      if (!isFromBefore) await calls.pass("GET");
      await dialog.canRepeat();
      isFromBefore = false;
      calls.hold();
      await dialog.drop();
    },
  };
};
