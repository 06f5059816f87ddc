import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from "xstate";

/** Returns a typed placeholder for a promise actor. It rejects with its name, so that a missing `provide` is noticed. */
export const stub = <Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No actor was provided for "${name}"`)));

/** Returns a typed placeholder for a callback actor. It throws an error with its name when it starts. */
export const callbackStub = <Received extends EventObject, Input = NonReducibleUnknown>(
  name: string,
): CallbackActorLogic<Received, Input> =>
  fromCallback<Received, Input>(() => {
    throw new Error(`No actor was provided for "${name}"`);
  });

/** Placeholder of an action. Tests find it by `isStub`. */
interface ActionStub<Params> {
  (_: unknown, params: Params): void;
  readonly isStub: true;
}

/** Returns a typed placeholder for an action with side effects. It throws an error with its name when it runs. */
export const actionStub = <Params = undefined>(name: string): ActionStub<Params> =>
  Object.assign(
    () => {
      throw new Error(`No action was provided for "${name}"`);
    },
    { isStub: true as const },
  );
