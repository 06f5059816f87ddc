import type { Page, Request } from "@playwright/test";
import { type holdCalls, sendLate } from "./calls.ts";
import type { moveProgress } from "./moveProgress.ts";

/** Outcomes of the call that moves money, whether this page sent it or the page before a reload. */
export const interruptible = (
  page: Page,
  calls: Awaited<ReturnType<typeof holdCalls>>,
  dialog: Pick<ReturnType<typeof moveProgress>, "again" | "canRepeat" | "drop">,
) => {
  let lost: Request | undefined;
  let isFromEarlierPage = false;
  const send = async () => {
    if (isFromEarlierPage) await dialog.again();
    isFromEarlierPage = false;
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
      isFromEarlierPage = true;
    },
    /** Lets the call reach the server. */
    send,
    /** Lets the lost call reach the server first, then the repeated one. */
    sendTwice: async () => {
      await sendLate(page, lost);
      await send();
    },
    /** Loses the call and drops the movement that was not recorded. */
    drop: async () => {
      if (!isFromEarlierPage) await calls.lose("POST");
      if (!isFromEarlierPage) await calls.pass("GET");
      await dialog.canRepeat();
      isFromEarlierPage = false;
      calls.hold();
      await dialog.drop();
    },
  };
};
