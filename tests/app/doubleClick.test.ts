import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdDoubleClick } from "#app/ui/doubleClick.ts";

const heard = vi.fn();
const kinds = ["pointerup", "click"] as const;

/** A press as a browser tells it: the pointer's events know nothing of how many presses came before. */
const press = (detail: number) => {
  const tell = (kind: string, which: number) =>
    document.body.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, detail: which }));
  tell("pointerdown", 0);
  tell("mousedown", detail);
  tell("pointerup", 0);
  tell("click", detail);
};

beforeEach(() => {
  heard.mockClear();
  for (const kind of kinds) document.addEventListener(kind, heard, true);
});
afterEach(() => {
  for (const kind of kinds) document.removeEventListener(kind, heard, true);
});

test("the further presses of a double click reach nothing that it opened, the next click does", () => {
  const end = holdDoubleClick();
  press(2);
  press(3);
  expect(heard).not.toHaveBeenCalled();
  press(1);
  press(2);
  expect(heard).toHaveBeenCalledTimes(4);
  end();
});

test("a key that presses a button is no half of a double click", () => {
  const end = holdDoubleClick();
  document.body.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
  expect(heard).toHaveBeenCalledTimes(1);
  end();
});
