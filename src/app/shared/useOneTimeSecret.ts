import { useSelector } from "@xstate/react";
import type { AnyActorRef } from "xstate";
import type { SecretLabel } from "#machines/accounts/oneTimeSecret.machine.ts";
import { useServices } from "../services/context.ts";
import { createOneTimeSecrets, type OneTimeSecrets } from "../services/oneTimeSecrets.ts";

/** Stores of one-time secrets, keyed by the root actor of the page. A store is created when a screen first needs it. */
const stores = new WeakMap<AnyActorRef, OneTimeSecrets>();

/** Returns the page's store for secrets that the server returns only once. */
export const useOneTimeSecrets = (): OneTimeSecrets => {
  const { page } = useServices();
  const secrets = stores.get(page) ?? createOneTimeSecrets(page);
  stores.set(page, secrets);
  return secrets;
};

/**
 * Returns the shown one-time secret if it has the given kind, and a function that closes it. Otherwise returns
 * undefined.
 */
export const useOneTimeSecret = (
  kind: SecretLabel["kind"],
): { holder: string; text: string; close: () => void } | undefined => {
  const secrets = useOneTimeSecrets();
  const label = useSelector(secrets.actor, ({ context }) => context.label);
  if (label?.kind !== kind) return undefined;
  return { holder: label.holder, text: secrets.text(), close: () => secrets.actor.send({ type: "secret.close" }) };
};
