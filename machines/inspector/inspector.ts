/** One step of one machine, masked, ready to be shown, sent or kept. */
export interface TrailStep {
  /** Of the actor, unique in its tab. */
  session: string;
  machine: string;
  /** Milliseconds since 1970. */
  at: number;
  event: { type: string } & Record<string, unknown>;
  /** Ids of the states that are active after the step. */
  states: readonly string[];
  /** Ids of the transitions that were taken, as the drawings have them. */
  edges: readonly string[];
  context: unknown;
}

/** A step and the tab in which it happened. */
export type TabStep = TrailStep & { tab: string };

/** A running machine of a tab. */
export interface LiveActor {
  tab: string;
  session: string;
  machine: string;
  states: readonly string[];
  context: unknown;
  /** Event types that the machine would take now. */
  next: readonly string[];
}

/** How many steps are kept. */
export const MAX_STEPS = 500;

/** Tab of steps that were pasted instead of received. */
export const PASTED = "pasted";

const isSame = (one: { tab: string; session: string }, other: { tab: string; session: string }): boolean =>
  one.tab === other.tab && one.session === other.session;

/** Actors with one told of anew. */
export const withActor = (actors: readonly LiveActor[], actor: LiveActor): readonly LiveActor[] =>
  actors.some((one) => isSame(one, actor))
    ? actors.map((one) => (isSame(one, actor) ? actor : one))
    : [...actors, actor];

/** Actors without one that has stopped. */
export const withoutActor = (
  actors: readonly LiveActor[],
  gone: { tab: string; session: string },
): readonly LiveActor[] => actors.filter((one) => !isSame(one, gone));

const keyOf = ({ tab, session, at, event, edges }: TabStep): string =>
  `${tab} ${session} ${at} ${event.type} ${edges.join()}`;

/** Steps with new ones, each once, in the order of time, the last 500. */
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

/** The steps of a pasted trail; lines that are none are left out. */
export const readTrail = (text: string): readonly TabStep[] =>
  text
    .split("\n")
    .map(parsed)
    .filter(isStep)
    .map((step) => ({ ...step, tab: PASTED }));
