import { useSelector } from "@xstate/react";
import type { SecretLabel } from "#machines/accounts/oneTimeSecret.machine.ts";
import { useServices } from "../services/context.ts";

/** Returns the one-time secret that is shown, if it has the given kind, and a function that closes it. */
export const useOneTimeSecret = (
  kind: SecretLabel["kind"],
): { holder: string; text: string; close: () => void } | undefined => {
  const { secrets } = useServices();
  const label = useSelector(secrets.actor, ({ context }) => context.label);
  if (label?.kind !== kind) return undefined;
  return { holder: label.holder, text: secrets.text(), close: () => secrets.actor.send({ type: "secret.close" }) };
};
