import type { Ahead } from "./ahead.ts";
import { findRoute, type Route } from "./route.ts";
import { routes } from "./routes.tsx";

const isFetched = (table: readonly Route[], path: string, ahead: Ahead): boolean => {
  const found = findRoute(table, path);
  if (!found) return false;
  const { route, params } = found;
  void route.load?.().catch(() => {});
  for (const address of route.ahead?.(params) ?? []) ahead.start(address);
  return true;
};

/** Fetches code and first data of the screen that a path leads to, before it is opened. */
export const createPrefetch =
  (ahead: Ahead) =>
  async (path: string): Promise<void> => {
    const [pathname = ""] = path.split("?");
    if (isFetched(routes, pathname, ahead)) return;
    const further = await import("./routes/Further.tsx").catch(() => undefined);
    if (further) isFetched(further.furtherRoutes, pathname, ahead);
  };
