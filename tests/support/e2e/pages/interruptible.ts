import type { Page, Request } from "@playwright/test";
import { type holdCalls, sendLate } from "./calls.ts";
import type { moveProgress } from "./moveProgress.ts";

/**
 * Returns functions that determine the outcome of a request that moves money. After `interrupt` has lost the request
 * and reloaded the page, the other functions act on the retry of the request.
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
    /**
     * Loses the request and reloads the page. Waits until the page reports that the server has not recorded the
     * payment.
     */
    interrupt: async () => {
      lost = await calls.lose("POST");
      calls.hold();
      await page.reload();
      await calls.pass("GET");
      await dialog.canRepeat();
      isFromEarlierPage = true;
    },
    /** Lets the request reach the server. After `interrupt`, first presses the button that sends the request again. */
    send,
    /** Delivers first the lost request and then its retry to the server. */
    sendTwice: async () => {
      await sendLate(page, lost);
      await send();
    },
    /**
     * Loses the request, unless `interrupt` has already lost it. Then chooses in the dialog not to send the request
     * again.
     */
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
