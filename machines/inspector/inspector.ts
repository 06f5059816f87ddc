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
  /** Machine that sent the event. Undefined for the user, a delay or a finished actor. */
  sender?: string | undefined;
}

/** Recorded step with the id of its browser tab. */
export type TabStep = TrailStep & { tab: string };

/** Running machine in a browser tab. */
export interface LiveActor {
  tab: string;
  session: string;
  /** Session id of the actor that started this one. */
  parent: string | undefined;
  machine: string;
  /** Text that distinguishes the actors of one machine, for example "GET /api/Company". May be empty. */
  title: string;
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

/** Actor in the tree, with its depth below the first actor of its tab. */
export interface TreeActor {
  readonly actor: LiveActor;
  readonly depth: number;
}

/** Sorts the actors of a tab as a tree: each one after its parent. An actor whose parent is no machine is a root. */
export const treeOf = (actors: readonly LiveActor[], tab: string): readonly TreeActor[] => {
  const own = actors.filter((actor) => actor.tab === tab);
  const sessions = new Set(own.map(({ session }) => session));
  const below = (parent: string | undefined, depth: number): TreeActor[] =>
    own
      .filter((actor) => (sessions.has(actor.parent ?? "") ? actor.parent : undefined) === parent)
      .flatMap((actor) => [{ actor, depth }, ...below(actor.session, depth + 1)]);
  return below(undefined, 0);
};

/** Returns true if a step belongs to a machine, event, tab or sender whose name contains the text. */
export const isStepShown = ({ machine, event, tab, sender }: TabStep, text: string): boolean =>
  `${machine} ${event.type} ${tab} ${sender ?? ""}`.toLowerCase().includes(text.trim().toLowerCase());

/** Difference of a value between two contexts. `path` names the value, for example "draft.phone". */
export interface ContextChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const entriesOf = (value: unknown): readonly [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** Returns the values that differ between two contexts. Objects and lists are compared by their parts. */
export const changesBetween = (before: unknown, after: unknown, path = ""): readonly ContextChange[] => {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const names = [...new Set([...entriesOf(before), ...entriesOf(after)].map(([name]) => name))];
  if (names.length === 0 || entriesOf(before).length === 0) return [{ path, before, after }];
  return names.flatMap((name) =>
    changesBetween(
      Reflect.get(Object(before), name),
      Reflect.get(Object(after), name),
      path ? `${path}.${name}` : name,
    ),
  );
};

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
