import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from "xstate";

/**
 * Returns a typed placeholder for a promise actor. The placeholder rejects with its name, so a test or a user notices a
 * missing `provide`.
 */
export const stub = <Output, Input = NonReducibleUnknown>(name: string): PromiseActorLogic<Output, Input> =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`No actor was provided for "${name}"`)));

/** Returns a typed placeholder for a callback actor. The placeholder throws an error with its name when it starts. */
export const callbackStub = <Received extends EventObject, Input = NonReducibleUnknown>(
  name: string,
): CallbackActorLogic<Received, Input> =>
  fromCallback<Received, Input>(() => {
    throw new Error(`No actor was provided for "${name}"`);
  });

/** Placeholder for an action. `isStub` identifies placeholders in tests. */
interface ActionStub<Params> {
  (_: unknown, params: Params): void;
  readonly isStub: true;
}

/**
 * Returns a typed placeholder for an action with side effects. The placeholder throws an error with its name when it
 * runs.
 */
export const actionStub = <Params = undefined>(name: string): ActionStub<Params> =>
  Object.assign(
    () => {
      throw new Error(`No action was provided for "${name}"`);
    },
    { isStub: true as const },
  );
