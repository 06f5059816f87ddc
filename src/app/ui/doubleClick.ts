/** Keeps the second half of the double click that opened something from what has come to lie there, and from counting as a press beside it; what it answers ends that. */
export const holdDoubleClick = (): (() => void) => {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  let isSecond = false;
  const hold = (event: Event) => {
    if (!isSecond) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const press = (event: MouseEvent) => {
    isSecond = event.detail > 1;
    if (isSecond) hold(event);
    else over.abort();
  };
  addEventListener("mousedown", press, options);
  addEventListener("pointerup", hold, options);
  addEventListener("click", hold, options);
  return () => over.abort();
};
