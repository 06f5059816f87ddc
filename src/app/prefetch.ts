import { parse } from "regexparam";
import { matchRoute } from "wouter";
import type { Ahead } from "./ahead.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.tsx";

const isFetched = (table: readonly Route[], pathname: string, ahead: Ahead): boolean => {
  for (const route of table) {
    const [isMatch, params] = matchRoute(parse, route.path, pathname);
    if (!isMatch) continue;
    void route.load?.().catch(() => {});
    for (const address of route.ahead?.(params) ?? []) ahead.start(address);
    return true;
  }
  return false;
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
