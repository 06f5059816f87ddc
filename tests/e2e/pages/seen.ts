import type { StateValue } from "xstate";

/** Waits for what is to be seen in a state; throws for one that the page object does not know. */
export const seen = (states: Readonly<Record<string, () => Promise<void>>>, state: StateValue): Promise<void> => {
  const look = typeof state === "string" ? states[state] : undefined;
  if (!look) throw new Error(`Nobody knows what ${JSON.stringify(state)} looks like`);
  return look();
};
