import { useEffect } from "react";
import { afterPaint } from "../startup/afterPaint.ts";

/**
 * Sets the title of the browser tab. Every screen must call this hook, because otherwise the title of the previous
 * screen remains.
 */
export const useTitle = (title: string): void => {
  // Setting the title takes long in Chromium, so the title is set after the paint.
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title;
      }),
    [title],
  );
};
