import { parse } from "regexparam";
import { matchRoute } from "wouter";
import type { Ahead } from "./ahead.ts";
import { routes } from "./routes.tsx";

/** Fetches code and first data of the screen that a path leads to, before it is opened. */
export const createPrefetch =
  (ahead: Ahead) =>
  (path: string): void => {
    const [pathname = ""] = path.split("?");
    for (const route of routes) {
      const [isMatch, params] = matchRoute(parse, route.path, pathname);
      if (!isMatch) continue;
      void route.load?.().catch(() => {});
      for (const address of route.ahead?.(params) ?? []) ahead.start(address);
      return;
    }
  };
