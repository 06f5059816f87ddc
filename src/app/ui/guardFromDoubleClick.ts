/**
 * Maximum time between the two clicks of a double click, ms. `DISTANCE_PX` is the maximum distance between the clicks,
 * px.
 */
const PAUSE_MS = 400;
const DISTANCE_PX = 8;

/**
 * Records clicks while a dialog is open, and returns a function that must be called when the dialog closes. If a click
 * closed the dialog, and was the first click of a double click, the page ignores the second click.
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
      // A click at another position is a new click. A click by keyboard has a `detail` of 0 and is never part of a
      // double click.
      if (event.detail === 0 || Math.hypot(event.x - first.x, event.y - first.y) > DISTANCE_PX)
        return controller.abort();
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, signal: controller.signal });
    setTimeout(() => controller.abort(), PAUSE_MS);
  };
};
