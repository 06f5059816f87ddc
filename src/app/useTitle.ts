import { useEffect } from "react";
import { afterPaint } from "./afterPaint.ts";

/** Names the page in the browser's tab and history as the screen's heading does; each screen does it, for the name of the one before would stay. */
export const useTitle = (title: string): void => {
  // The browser takes longer over it than over a row.
  useEffect(
    () =>
      afterPaint(() => {
        document.title = title;
      }),
    [title],
  );
};
