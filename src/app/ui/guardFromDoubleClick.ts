/** Maximum time and distance between the two clicks of a double click, ms and px. */
const PAUSE_MS = 400;
const DISTANCE_PX = 8;

/**
 * Records clicks while a dialog is open. Returns a function to call when the dialog closes: if a double click closed
 * the dialog, its second click is ignored.
 */
export const guardFromDoubleClick = (): (() => void) => {
  let last: MouseEvent | undefined;
  const record = (event: MouseEvent) => {
    last = event;
  };
  addEventListener("click", record, true);
  return () => {
    removeEventListener("click", record, true);
    const first = last;
    if (!first || performance.now() - first.timeStamp > PAUSE_MS) return;
    const controller = new AbortController();
    const swallow = (event: MouseEvent) => {
      // A click at another place is intended. A click by keyboard is not part of a double click; its `detail` is 0.
      if (event.detail === 0 || Math.hypot(event.x - first.x, event.y - first.y) > DISTANCE_PX)
        return controller.abort();
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, signal: controller.signal });
    setTimeout(() => controller.abort(), PAUSE_MS);
  };
};
