import { type ActorRefFrom, type AnyActorRef, createActor } from "xstate";
import { oneTimeSecretMachine, type SecretLabel } from "#machines/accounts/oneTimeSecret.machine.ts";

/** Store for a secret that the server returns only once. It contains at most one secret. */
export interface OneTimeSecrets {
  readonly actor: ActorRefFrom<typeof oneTimeSecretMachine>;
  /** Stores a secret and shows it until the user closes it. */
  readonly issue: (label: SecretLabel, text: string) => void;
  /** Returns the text of the displayed secret, or an empty string if no secret is displayed. */
  readonly text: () => string;
}

/**
 * Creates the store for one-time secrets. The text is stored outside of the machine, so that neither the inspector nor
 * recorded steps contain it.
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
