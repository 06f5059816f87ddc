import { type ComponentType, createElement, lazy } from "react";
import { withChunkTimeout } from "./chunkTimeout.ts";

/** Functions that reset failed lazy components, because React caches a failure for ever. */
const resets = new Set<() => void>();

/** Resets all failed lazy components, so that the next render loads them again. */
export const retryFailedChunks = (): void => {
  for (const reset of resets) reset();
  resets.clear();
};

/** Creates a component whose code is loaded by its first render. */
export const lazyOnRender = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
  const create = () =>
    lazy(() =>
      load().then(
        (loaded) => ({ default: loaded }),
        (reason) => {
          resets.add(() => {
            component = create();
          });
          throw reason;
        },
      ),
    );
  let component = create();
  return (props) => createElement(component, props);
};

type Load<Name extends string, Props> = () => Promise<Readonly<Record<Name, ComponentType<Props>>>>;

/** Creates a lazy component from the export of a module. Loading it is limited to two minutes. */
export const lazyComponent = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await withChunkTimeout(load))[name]);

/** First pause before a failed chunk is loaded again, ms. Each further pause is twice as long. */
const RETRY_MS = 5_000;

const loadWithRetry = async <Code>(load: () => Promise<Code>, pause = RETRY_MS): Promise<Code> => {
  try {
    return await withChunkTimeout(load);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return loadWithRetry(load, pause * 2);
  }
};

/** Creates a lazy component that is retried until it is loaded, for parts that the page can do without, as icons and menus. */
export const lazyWithRetry = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await loadWithRetry(load))[name]);
