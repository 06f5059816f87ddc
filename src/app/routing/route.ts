import type { ComponentType } from "react";
import { parse } from "regexparam";
import { matchRoute } from "wouter";
import { withChunkTimeout } from "./chunkTimeout.ts";
import { lazyOnRender } from "./lazyComponent.ts";

/** Parameters in a path by name. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** Route: pattern of the path, screen, loader of the screen's code, and API paths of the screen's first data. */
export interface Route {
  path: string;
  Screen: ComponentType<{ params: RouteParams }>;
  load?: () => Promise<unknown>;
  prefetch?: (params: RouteParams) => string[];
}

/** Creates a route that loads its code when the route is opened. */
export const lazyRoute = (
  path: string,
  load: () => Promise<ComponentType<{ params: RouteParams }>>,
  prefetch?: (params: RouteParams) => string[],
): Route => ({ path, Screen: lazyOnRender(() => withChunkTimeout(load)), load, ...(prefetch && { prefetch }) });

const isId = (text = "") => /^\d+$/.test(text) && Number(text) > 0 && Number(text) < 2 ** 31;

const hasIds = (params: RouteParams): boolean =>
  Object.entries(params).every(([name, value]) => !name.endsWith("Id") || isId(value));

/** Route that matches a path, and the parameters in the path. */
export interface MatchedRoute {
  route: Route;
  params: RouteParams;
}

/**
 * Returns the first route that matches a path. Returns undefined if no route matches, or if a parameter with a name
 * that ends in "Id" is not a valid id.
 */
export const findRoute = (table: readonly Route[], path: string): MatchedRoute | undefined => {
  for (const route of table) {
    const [isMatch, params] = matchRoute(parse, route.path, path);
    if (isMatch) return hasIds(params) ? { route, params } : undefined;
  }
  return undefined;
};
