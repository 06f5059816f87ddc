import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import { inTime } from "./inTime.ts";

type Load<Name extends string, Props> = () => Promise<Readonly<Record<Name, ComponentType<Props>>>>;

const exported = <Name extends string, Props>(
  name: Name,
  load: Load<Name, Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: (await load())[name] }));

/** A component whose code comes when it is first drawn: the export of a module by its name. */
export const lazily = <Name extends string, Props>(name: Name, load: Load<Name, Props>) =>
  exported(name, () => inTime(load));

/** How soon code that did not come is asked for again, milliseconds; each further pause is twice as long. */
const RETRY_MS = 5_000;

const untilThere = async <Code>(load: () => Promise<Code>, pause = RETRY_MS): Promise<Code> => {
  try {
    return await inTime(load);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return untilThere(load, pause * 2);
  }
};

/** A component that nobody asked for, as a picture or a menu of the frame: the page does well without it, and goes on asking until its code has come. */
export const patiently = <Name extends string, Props>(name: Name, load: Load<Name, Props>) =>
  exported(name, () => untilThere(load));
