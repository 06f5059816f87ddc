import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { suppressDoubleClick } from "#app/ui/suppressDoubleClick.ts";

const listener = vi.fn();
const kinds = ["pointerup", "click"] as const;

/** Dispatches the events of a click. Only mouse events contain the click count in `detail`. */
const press = (detail: number) => {
  const dispatch = (kind: string, count: number) =>
    document.body.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, detail: count }));
  dispatch("pointerdown", 0);
  dispatch("mousedown", detail);
  dispatch("pointerup", 0);
  dispatch("click", detail);
};

beforeEach(() => {
  listener.mockClear();
  for (const kind of kinds) document.addEventListener(kind, listener, true);
});
afterEach(() => {
  for (const kind of kinds) document.removeEventListener(kind, listener, true);
});

test("suppressDoubleClick — cancels the second and later clicks of a multiple click, until the next single click", () => {
  const dispose = suppressDoubleClick();
  press(2);
  press(3);
  expect(listener).not.toHaveBeenCalled();
  press(1);
  press(2);
  expect(listener).toHaveBeenCalledTimes(4);
  dispose();
});

test("suppressDoubleClick — does not cancel clicks by keyboard", () => {
  const dispose = suppressDoubleClick();
  document.body.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
  expect(listener).toHaveBeenCalledTimes(1);
  dispose();
});
