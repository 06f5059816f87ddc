import { useEffect } from "react";
import { afterPaint } from "../startup/afterPaint.ts";

/** Sets the title of the browser tab. Each screen must call it; otherwise the title of the previous screen stays. */
export const useTitle = (title: string): void => {
  // Setting the title is slow in Chromium, so it is done after the paint.
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title;
      }),
    [title],
  );
};
