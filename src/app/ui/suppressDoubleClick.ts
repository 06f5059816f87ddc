/**
 * Ignores the second click of a double click, for example after the first click has opened a dialog. Returns a
 * disposer.
 */
export const suppressDoubleClick = (): (() => void) => {
  let isSecond = false;
  const swallow = (event: Event) => {
    if (!isSecond) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const press = (event: MouseEvent) => {
    isSecond = event.detail > 1;
    if (isSecond) swallow(event);
    else stop();
  };
  const stop = () => {
    removeEventListener("mousedown", press, true);
    removeEventListener("pointerup", swallow, true);
    removeEventListener("click", swallow, true);
  };
  addEventListener("mousedown", press, true);
  addEventListener("pointerup", swallow, true);
  addEventListener("click", swallow, true);
  return stop;
};
