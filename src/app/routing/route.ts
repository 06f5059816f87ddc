import type { ComponentType } from "react";
import { parse } from "regexparam";
import { matchRoute } from "wouter";
import { withChunkTimeout } from "./chunkTimeout.ts";
import { lazyOnRender } from "./lazyComponent.ts";

/** What the path says, by the name of its place. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** A path of the product: what shows it, how its code comes, and the addresses of the data it will ask for first. */
export interface Route {
  path: string;
  Screen: ComponentType<{ params: RouteParams }>;
  load?: () => Promise<unknown>;
  prefetch?: (params: RouteParams) => string[];
}

/** A screen whose code comes with its first opening. */
export const lazyRoute = (
  path: string,
  load: () => Promise<ComponentType<{ params: RouteParams }>>,
  ahead?: (params: RouteParams) => string[],
): Route => ({ path, Screen: lazyOnRender(() => withChunkTimeout(load)), load, ...(ahead && { prefetch: ahead }) });

const isId = (text = "") => /^\d+$/.test(text) && Number(text) > 0 && Number(text) < 2 ** 31;

const hasIds = (params: RouteParams): boolean =>
  Object.entries(params).every(([name, value]) => !name.endsWith("Id") || isId(value));

/** A route that a path is of, and what the path says. */
export interface MatchedRoute {
  route: Route;
  params: RouteParams;
}

/** The first route of a table that a path is of; none where the place of an id holds what cannot be one. */
export const findRoute = (table: readonly Route[], path: string): MatchedRoute | undefined => {
  for (const route of table) {
    const [isMatch, params] = matchRoute(parse, route.path, path);
    if (isMatch) return hasIds(params) ? { route, params } : undefined;
  }
  return undefined;
};
