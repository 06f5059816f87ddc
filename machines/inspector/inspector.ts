/** One recorded step of one machine. Secrets in it are masked, so it is safe to show, send and store. */
export interface TrailStep {
  /** XState session id of the actor, unique in its tab. */
  session: string;
  machine: string;
  /** Time of the step, ms since 1970. */
  at: number;
  event: { type: string } & Record<string, unknown>;
  /** Ids of the states that are active after the step. */
  states: readonly string[];
  /** Ids of the transitions in the step, the same ids as in the drawings. */
  edges: readonly string[];
  context: unknown;
}

/** Recorded step with the id of its browser tab. */
export type TabStep = TrailStep & { tab: string };

/** Running machine in a browser tab. */
export interface LiveActor {
  tab: string;
  session: string;
  machine: string;
  states: readonly string[];
  context: unknown;
  /** Types of the events that the machine accepts now. */
  next: readonly string[];
}

/** Maximum number of recorded steps. Older steps are deleted. */
export const MAX_STEPS = 500;

/** Tab id of steps that the user pasted as text. */
export const PASTED = "pasted";

const isSame = (one: { tab: string; session: string }, other: { tab: string; session: string }): boolean =>
  one.tab === other.tab && one.session === other.session;

/** Adds an actor, or replaces it if it is already in the list. */
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

/** Adds steps to the list, removes duplicates, sorts by time, and keeps the last 500 steps. */
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

/** Reads recorded steps from a pasted text with one JSON object on each line. Invalid lines are skipped. */
export const readTrail = (text: string): readonly TabStep[] =>
  text
    .split("\n")
    .map(parsed)
    .filter(isStep)
    .map((step) => ({ ...step, tab: PASTED }));
