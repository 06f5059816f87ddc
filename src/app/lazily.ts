import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { inTime } from "./inTime.ts";

/** A component whose code comes when it is first drawn: the export of a module by its name. */
export const lazily = <Name extends string, Props>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await inTime(load))[name] }));
