import { useEffect, useState } from "react";

const focusable = (element: Element | null): HTMLElement | null =>
  element instanceof HTMLElement && element.isConnected && element !== document.body ? element : null;

const shown = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[role="dialog"]') ?? document.getElementById("main");

/** Gives the focus back to what had it before, or to the dialog or screen that is left where that is gone; a dialog's panel itself does not know it where its code came after the press. */
export const useFocusBack = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) (focusable(before) ?? shown())?.focus({ preventScroll: true });
      });
    },
    [before],
  );
};
