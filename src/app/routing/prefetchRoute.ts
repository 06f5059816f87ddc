import type { PrefetchCache } from "../http/prefetchCache.ts";
import { findRoute, type Route } from "./route.ts";
import { routes } from "./routes/orders.tsx";

const isFetched = (table: readonly Route[], path: string, ahead: PrefetchCache): boolean => {
  const found = findRoute(table, path);
  if (!found) return false;
  const { route, params } = found;
  void route.load?.().catch(() => {});
  for (const address of route.prefetch?.(params) ?? []) ahead.prefetch(address);
  return true;
};

/** Fetches code and first data of the screen that a path leads to, before it is opened. */
export const createPrefetch =
  (ahead: PrefetchCache) =>
  async (path: string): Promise<void> => {
    const [pathname = ""] = path.split("?");
    if (isFetched(routes, pathname, ahead)) return;
    const further = await import("./SecondaryRoutes.tsx").catch(() => undefined);
    if (further) isFetched(further.secondaryRoutes, pathname, ahead);
  };
