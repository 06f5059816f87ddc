import { useCallback, useSyncExternalStore } from "react";

/**
 * Returns true while a media query matches. Used instead of CSS for elements that are expensive to render, so that
 * hidden elements are not rendered.
 */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};
