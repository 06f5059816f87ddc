import { type ComponentType, createElement, lazy } from "react";
import { withChunkTimeout } from "./chunkTimeout.ts";

/** What begins parts anew whose code did not come: by itself React keeps a failure for good. */
const failed = new Set<() => void>();

/** Lets every part whose code did not come be asked for again when it is next drawn. */
export const retryFailedChunks = (): void => {
  for (const renew of failed) renew();
  failed.clear();
};

/** A component whose code comes when it is first drawn. */
export const lazyOnRender = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const ask = () =>
    lazy(() =>
      load().then(
        (part) => ({ default: part }),
        (reason) => {
          failed.add(() => {
            part = ask();
          });
          throw reason;
        },
      ),
    );
  let part = ask();
  return (props) => createElement(part, props);
};

type Load<Name extends string, Props> = () => Promise<Readonly<Record<Name, ComponentType<Props>>>>;

/** The export of a module by its name as a component whose code comes when it is first drawn. */
export const lazyComponent = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await withChunkTimeout(load))[name]);

/** How soon code that did not come is asked for again, milliseconds; each further pause is twice as long. */
const RETRY_MS = 5_000;

const untilThere = async <Code>(load: () => Promise<Code>, pause = RETRY_MS): Promise<Code> => {
  try {
    return await withChunkTimeout(load);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return untilThere(load, pause * 2);
  }
};

/** A component that nobody asked for, as a picture or a menu of the frame: the page does well without it, and goes on asking until its code has come. */
export const lazyWithRetry = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await untilThere(load))[name]);
