import { useEffect } from "react";
import { afterPaint } from "../startup/afterPaint.ts";

/** Sets the title of the browser tab. Each screen must call it; otherwise the title of the previous screen stays. */
export const useTitle = (title: string): void => {
  // The title is set after the paint, because in Chromium setting it takes longer than rendering a row.
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title;
      }),
    [title],
  );
};
