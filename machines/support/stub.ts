import { fromPromise, type PromiseActorLogic } from "xstate";

/** A typed placeholder for an actor; it rejects with its name, so that a forgotten `provide` shows itself at once. */
export const stub = <Output, Input = void>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No actor was provided for "${name}"`)));
