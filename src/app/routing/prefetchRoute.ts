import type { PrefetchCache } from "../http/prefetchCache.ts";
import { findRoute, type Route } from "./route.ts";
import { routes } from "./routes/orders.tsx";

const prefetchFrom = (table: readonly Route[], path: string, cache: PrefetchCache): boolean => {
  const found = findRoute(table, path);
  if (!found) return false;
  const { route, params } = found;
  void route.load?.().catch(() => {});
  for (const address of route.prefetch?.(params) ?? []) cache.prefetch(address);
  return true;
};

/** Creates a function that prefetches the code and the first data of the screen at a path. */
export const createPrefetch =
  (cache: PrefetchCache) =>
  async (path: string): Promise<void> => {
    const [pathname = ""] = path.split("?");
    if (prefetchFrom(routes, pathname, cache)) return;
    const secondary = await import("./SecondaryRoutes.tsx").catch(() => undefined);
    if (secondary) prefetchFrom(secondary.secondaryRoutes, pathname, cache);
  };
