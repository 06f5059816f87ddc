import type { StateValue } from "xstate";

type Check = () => Promise<void>;

/** Returns the name of the outermost active state, for example `open` for `{ open: … }`. */
export const outerState = (state: StateValue): string =>
  typeof state === "string" ? state : (Object.keys(state)[0] ?? "");

/**
 * Returns the active state of a region of the parallel state `open`. Outside of `open`, returns the outermost active
 * state.
 */
export const openState = (state: StateValue, region: string): string => {
  const regions = typeof state === "string" ? undefined : state["open"];
  const inner = typeof regions === "object" ? regions[region] : undefined;
  return typeof inner === "string" ? inner : outerState(state);
};

/** Waits until the screen shows a state, by the check in `states`. Throws if `states` has no check for the state. */
export const expectState = (states: Readonly<Record<string, Check>>, state: string): Promise<void> => {
  const check = states[state];
  if (!check) throw new Error(`The page object does not describe the state ${state}`);
  return check();
};
