import type { Page, Request } from "@playwright/test";
import { type holdCalls, sendLate } from "./calls.ts";
import type { moveProgress } from "./moveProgress.ts";

/**
 * Returns functions that decide the outcome of a request that moves money. The request may have been sent before a
 * reload of the page.
 */
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
    /** Loses the request, reloads the page and waits until the page reports that the server recorded no payment. */
    interrupt: async () => {
      lost = await calls.lose("POST");
      calls.hold();
      await page.reload();
      await calls.pass("GET");
      await dialog.canRepeat();
      isFromEarlierPage = true;
    },
    /** Lets the request reach the server. */
    send,
    /** Delivers the lost request to the server first and then the repeated one. */
    sendTwice: async () => {
      await sendLate(page, lost);
      await send();
    },
    /** Loses the request and gives up the payment that was not recorded. */
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
