/**
 * Ignores the second click of a double click that opened a dialog, so that it has no effect on the dialog. Returns a
 * disposer.
 */
export const swallowDoubleClick = (): (() => void) => {
  const controller = new AbortController();
  const options = { capture: true, signal: controller.signal };
  let isSecond = false;
  const swallow = (event: Event) => {
    if (!isSecond) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const press = (event: MouseEvent) => {
    isSecond = event.detail > 1;
    if (isSecond) swallow(event);
    else controller.abort();
  };
  addEventListener("mousedown", press, options);
  addEventListener("pointerup", swallow, options);
  addEventListener("click", swallow, options);
  return () => controller.abort();
};
