/** Longest pause and greatest distance between the clicks of a double click. */
const PAUSE_MS = 400;
const DISTANCE_PX = 8;

/** Records clicks while a dialog is open. Returns a function that, called when the dialog closes, swallows the second click of a double click. */
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
      // A click elsewhere is deliberate, and a click by keyboard has detail 0 and no position.
      if (event.detail === 0 || Math.hypot(event.x - first.x, event.y - first.y) > DISTANCE_PX)
        return controller.abort();
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, signal: controller.signal });
    setTimeout(() => controller.abort(), PAUSE_MS);
  };
};
