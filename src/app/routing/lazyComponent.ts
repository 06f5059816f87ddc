import { type ComponentType, createElement, lazy } from "react";
import { withChunkTimeout } from "./chunkTimeout.ts";

/**
 * Functions that reset components whose code failed to load. They are needed because React never retries a failed load.
 */
const resets = new Set<() => void>();

/** Resets all components whose code failed to load. Their next render requests the code again. */
export const retryFailedChunks = (): void => {
  for (const reset of resets) reset();
  resets.clear();
};

/** Creates a component whose code is requested at its first render. */
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

/**
 * Creates a component from an export of a module. The module is requested at the first render, with a time limit of two
 * minutes.
 */
export const lazyComponent = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await withChunkTimeout(load))[name]);

/** Pause before code that failed to load is requested again, ms. Each further pause is twice as long. */
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
 * Creates a component whose code is requested again until it loads. Used for optional elements of the page, such as
 * icons and menus.
 */
export const lazyWithRetry = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await loadWithRetry(load))[name]);
