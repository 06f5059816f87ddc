import { type ComponentType, createElement, lazy } from "react";
import { withChunkTimeout } from "./chunkTimeout.ts";

/** Functions that reset the lazy components whose code failed to load. React itself never retries a failed load. */
const resets = new Set<() => void>();

/** Resets all lazy components that failed to load, so that their next render loads them again. */
export const retryFailedChunks = (): void => {
  for (const reset of resets) reset();
  resets.clear();
};

/** Creates a component whose code is loaded at its first render. */
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

/** Creates a lazy component from an export of a module. Loading has a time limit of two minutes. */
export const lazyComponent = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await withChunkTimeout(load))[name]);

/** Pause before the first retry of a failed chunk, ms. Each further pause is twice as long. */
const RETRY_MS = 5_000;

const loadWithRetry = async <Code>(load: () => Promise<Code>, pause = RETRY_MS): Promise<Code> => {
  try {
    return await withChunkTimeout(load);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pause));
    return loadWithRetry(load, pause * 2);
  }
};

/**
 * Creates a lazy component that retries until its code is loaded. It is meant for optional parts of the page, such as
 * icons and menus.
 */
export const lazyWithRetry = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await loadWithRetry(load))[name]);
