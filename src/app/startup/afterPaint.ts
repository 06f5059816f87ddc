/**
 * Calls `act` after the next paint. A hidden page is not painted, so `act` is called without waiting for a paint.
 * Returns a function that cancels the call.
 */
export const afterPaint = (act: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(act);
  };
  const frame = document.hidden ? undefined : requestAnimationFrame(wait);
  if (frame === undefined) wait();
  return () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};
