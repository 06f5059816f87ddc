import { type ComponentType, createElement, lazy } from "react";
import { withChunkTimeout } from "./chunkTimeout.ts";

/**
 * Functions that reset a component after its code failed to load. React never retries a failed load without a reset.
 */
const resets = new Set<() => void>();

/** Resets all components with code that failed to load. Their next render requests the code again. */
export const retryFailedChunks = (): void => {
  for (const reset of resets) reset();
  resets.clear();
};

/** Creates a component that requests its code at its first render. */
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

/** Pause before the first retry of code that failed to load, ms. The pause doubles after each retry. */
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
 * Creates a component that requests its code repeatedly until the code is loaded. Used for optional elements of the
 * page, such as icons and menus.
 */
export const lazyWithRetry = <Name extends string, Props extends object>(name: Name, load: Load<Name, Props>) =>
  lazyOnRender(async () => (await loadWithRetry(load))[name]);
