/** How long after a press, milliseconds, and how far from it, pixels, another one is its second half. */
const SOON_MS = 400;
const NEAR_PX = 8;

/** Watches presses while something lies over the page; what it answers, called when that goes, keeps the second half of a double click from what lay under it. */
export const watchPresses = (): (() => void) => {
  let last: MouseEvent | undefined;
  const note = (event: MouseEvent) => {
    last = event;
  };
  addEventListener("click", note, true);
  return () => {
    removeEventListener("click", note, true);
    const first = last;
    if (!first || performance.now() - first.timeStamp > SOON_MS) return;
    const over = new AbortController();
    const stop = (event: MouseEvent) => {
      // Whoever has pressed something else since means every press, and a key that presses a button has no place.
      if (event.detail === 0 || Math.hypot(event.x - first.x, event.y - first.y) > NEAR_PX) return over.abort();
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("click", stop, { capture: true, signal: over.signal });
    setTimeout(() => over.abort(), SOON_MS);
  };
};
