import { type ComponentType, lazy } from "react";
import { inTime } from "./inTime.ts";

/** What the path says, by the name of its place. */
export type RouteParams = Readonly<Record<string, string | undefined>>;

/** A path of the product: what shows it, how its code comes, and the addresses of the data it will ask for first. */
export interface Route {
  path: string;
  Screen: ComponentType<{ params: RouteParams }>;
  load?: () => Promise<unknown>;
  ahead?: (params: RouteParams) => string[];
}

/** A screen whose code comes with its first opening. */
export const later = (
  path: string,
  load: () => Promise<ComponentType<{ params: RouteParams }>>,
  ahead?: (params: RouteParams) => string[],
): Route => ({ path, Screen: lazy(async () => ({ default: await inTime(load) })), load, ...(ahead && { ahead }) });

const isId = (text = "") => /^\d+$/.test(text) && Number(text) > 0 && Number(text) < 2 ** 31;

/** Whether the places of ids in a path hold what can be one; a path with anything else there leads nowhere. */
export const hasIds = (params: RouteParams): boolean =>
  Object.entries(params).every(([name, value]) => !name.endsWith("Id") || isId(value));
