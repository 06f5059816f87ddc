import { useEffect } from "react";

/** Names the page in the browser's tab and history as the screen's heading does; each screen does it, for the name of the one before would stay. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};
