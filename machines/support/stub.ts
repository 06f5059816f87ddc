import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from "xstate";

/** A typed placeholder for an actor; it rejects with its name, so that a forgotten `provide` shows itself at once. */
export const stub = <Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No actor was provided for "${name}"`)));
