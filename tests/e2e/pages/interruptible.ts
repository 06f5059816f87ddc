import type { Page, Request } from "@playwright/test";
import { arriveLate, type holding } from "./calls.ts";
import type { moveProgress } from "./moveProgress.ts";

/** What becomes of the call that moves money, be it sent by this load of the page or found by it as one from before. */
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
    /** The call is lost, the page is loaded again, and finds that nothing was recorded. */
    interrupt: async () => {
      lost = await calls.lose("POST");
      calls.hold();
      await page.reload();
      await calls.pass("GET");
      await dialog.canRepeat();
      isFromBefore = true;
    },
    /** The call reaches the server. */
    send,
    /** The call that was lost reaches the server after all, before it is sent again. */
    sendTwice: async () => {
      await arriveLate(page, lost);
      await send();
    },
    /** The call is not recorded, and the operator does without it. */
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
