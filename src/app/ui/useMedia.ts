import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query holds, followed as it changes; for what costs elements, which hiding by a class would leave in the page. */
export const useMedia = (query: string): boolean => {
  const follow = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(follow, () => matchMedia(query).matches);
};
