import { useEffect } from "react";
import { afterPaint } from "../startup/afterPaint.ts";

/** Sets the title of the browser tab. Each screen must call it; otherwise the title of the previous screen stays. */
export const useTitle = (title: string): void => {
  // Chromium needs longer to set the title than to render a row, so the title is set after the paint.
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title;
      }),
    [title],
  );
};
