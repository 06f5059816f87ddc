import { type ActorRefFrom, type AnyActorRef, createActor } from "xstate";
import { oneTimeSecretMachine, type SecretLabel } from "#machines/accounts/oneTimeSecret.machine.ts";

/** Storage for a secret that the server returns only once. It holds one secret at a time. */
export interface OneTimeSecrets {
  readonly actor: ActorRefFrom<typeof oneTimeSecretMachine>;
  /** Shows a secret until the user closes it. */
  readonly issue: (label: SecretLabel, text: string) => void;
  /** Returns the text of the shown secret, or an empty string if there is none. */
  readonly text: () => string;
}

/**
 * Creates the store of one-time secrets. The text is kept outside of the machine, so that the inspector and recorded
 * steps never contain it.
 */
export const createOneTimeSecrets = (page: AnyActorRef): OneTimeSecrets => {
  let text = "";
  const machine = oneTimeSecretMachine.provide({
    actions: {
      deleteText: () => {
        text = "";
      },
    },
  });
  const actor = createActor(machine, { parent: page }).start();
  return {
    actor,
    text: () => text,
    issue: (label, issued) => {
      text = issued;
      actor.send({ type: "secret.issue", label });
    },
  };
};
