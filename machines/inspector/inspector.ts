/** One step of one machine. Secrets are masked, so it can be shown, sent and stored. */
export interface TrailStep {
  /** Session id of the actor, unique in its tab. */
  session: string;
  machine: string;
  /** Milliseconds since 1970. */
  at: number;
  event: { type: string } & Record<string, unknown>;
  /** Ids of the states that are active after the step. */
  states: readonly string[];
  /** Ids of the taken transitions, the same as in the drawings. */
  edges: readonly string[];
  context: unknown;
}

/** Step with the tab in which it happened. */
export type TabStep = TrailStep & { tab: string };

/** Running machine of a tab. */
export interface LiveActor {
  tab: string;
  session: string;
  machine: string;
  states: readonly string[];
  context: unknown;
  /** Event types that the machine accepts now. */
  next: readonly string[];
}

/** Number of steps that are kept. */
export const MAX_STEPS = 500;

/** Tab of steps that were pasted instead of received. */
export const PASTED = "pasted";

const isSame = (one: { tab: string; session: string }, other: { tab: string; session: string }): boolean =>
  one.tab === other.tab && one.session === other.session;

/** Adds an actor, or replaces its earlier snapshot. */
export const withActor = (actors: readonly LiveActor[], actor: LiveActor): readonly LiveActor[] =>
  actors.some((one) => isSame(one, actor))
    ? actors.map((one) => (isSame(one, actor) ? actor : one))
    : [...actors, actor];

/** Removes an actor that has stopped. */
export const withoutActor = (
  actors: readonly LiveActor[],
  gone: { tab: string; session: string },
): readonly LiveActor[] => actors.filter((one) => !isSame(one, gone));

const keyOf = ({ tab, session, at, event, edges }: TabStep): string =>
  `${tab} ${session} ${at} ${event.type} ${edges.join()}`;

/** Merges new steps into the list: without duplicates, sorted by time, the last 500. */
export const withSteps = (steps: readonly TabStep[], more: readonly TabStep[]): readonly TabStep[] => {
  const known = new Map([...steps, ...more].map((step) => [keyOf(step), step]));
  return [...known.values()].sort((one, other) => one.at - other.at).slice(-MAX_STEPS);
};

const isStep = (value: unknown): value is TrailStep =>
  typeof value === "object" &&
  value !== null &&
  "machine" in value &&
  "event" in value &&
  "states" in value &&
  Array.isArray(value.states) &&
  "edges" in value &&
  Array.isArray(value.edges);

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Returns the steps of a pasted trail. Unreadable lines are skipped. */
export const readTrail = (text: string): readonly TabStep[] =>
  text
    .split("\n")
    .map(parsed)
    .filter(isStep)
    .map((step) => ({ ...step, tab: PASTED }));
