import { useCallback, useSyncExternalStore } from "react";

/**
 * Returns true while a media query matches. Used instead of CSS for elements that would be costly to render and then
 * hide.
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
