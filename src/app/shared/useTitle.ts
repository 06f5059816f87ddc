import { useEffect } from "react";
import { afterPaint } from "../startup/afterPaint.ts";

/** Sets the title of the browser tab. Every screen calls it, else the title of the previous screen stays. */
export const useTitle = (title: string): void => {
  // The title is set after the paint, because Chromium takes longer for it than for a row.
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title;
      }),
    [title],
  );
};
