/** Recorded step of a machine. Secrets are masked, so the step can safely be shown, sent and stored. */
export interface TrailStep {
  /** XState session id of the actor, unique in its browser tab. */
  session: string;
  machine: string;
  /** Text that distinguishes the actors of one machine, for example "GET /api/Company". Absent in older trails. */
  title?: string;
  /** Time of the step, ms since 1970. */
  at: number;
  event: { type: string } & Record<string, unknown>;
  /** Ids of the states that are active after the step. */
  states: readonly string[];
  /** Ids of the transitions that the machine took. The drawing of the machine (`graph.ts`) has the same ids. */
  edges: readonly string[];
  context: unknown;
  /** Machine that sent the event. Undefined if the event came from the user, a delay or a finished actor. */
  sender?: string | undefined;
}

/** Recorded step with the id of its browser tab. */
export type TabStep = TrailStep & { tab: string };

/** Running machine in a browser tab. */
export interface LiveActor {
  tab: string;
  session: string;
  /** XState session id of the parent actor. */
  parent: string | undefined;
  machine: string;
  /** Text that distinguishes actors of the same machine, for example "GET /api/Company". It may be empty. */
  title: string;
  states: readonly string[];
  context: unknown;
  /** Types of the events that the machine accepts in its current state. */
  next: readonly string[];
}

/** Maximum number of recorded steps. Older steps are deleted. */
export const MAX_STEPS = 500;

/** Tab id of the steps that the user pasted as text. */
export const PASTED = "pasted";

const isSame = (one: { tab: string; session: string }, other: { tab: string; session: string }): boolean =>
  one.tab === other.tab && one.session === other.session;

/** Returns the list with an actor added. An actor that is already in the list is replaced. */
export const withActor = (actors: readonly LiveActor[], actor: LiveActor): readonly LiveActor[] =>
  actors.some((one) => isSame(one, actor))
    ? actors.map((one) => (isSame(one, actor) ? actor : one))
    : [...actors, actor];

/** Returns the list without an actor that has stopped. */
export const withoutActor = (
  actors: readonly LiveActor[],
  gone: { tab: string; session: string },
): readonly LiveActor[] => actors.filter((one) => !isSame(one, gone));

/** Actor in a tree. `depth` is the number of its ancestors. */
export interface TreeActor {
  readonly actor: LiveActor;
  readonly depth: number;
}

/** Sorts the actors of a tab as a tree, each after its parent. An actor without a parent in the list is a root. */
export const treeOf = (actors: readonly LiveActor[], tab: string): readonly TreeActor[] => {
  const own = actors.filter((actor) => actor.tab === tab);
  const sessions = new Set(own.map(({ session }) => session));
  const below = (parent: string | undefined, depth: number): TreeActor[] =>
    own
      .filter((actor) => (sessions.has(actor.parent ?? "") ? actor.parent : undefined) === parent)
      .flatMap((actor) => [{ actor, depth }, ...below(actor.session, depth + 1)]);
  return below(undefined, 0);
};

/** Returns true if the text occurs in the name of the step's machine, actor, event, tab or sender. */
export const isStepShown = ({ machine, title, event, tab, sender }: TabStep, text: string): boolean =>
  `${machine} ${title ?? ""} ${event.type} ${tab} ${sender ?? ""}`.toLowerCase().includes(text.trim().toLowerCase());

/** Value that differs between two contexts of a machine. `path` is the path to the value, for example "draft.phone". */
export interface ContextChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const entriesOf = (value: unknown): readonly [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** Returns the values that differ between two contexts of a machine. Objects and lists are compared value by value. */
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

/** Adds steps to the list, removes duplicates, sorts the steps by time, and keeps the last 500. */
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

/** Parses recorded steps from a pasted text, one JSON object a line. Invalid lines are skipped. */
export const readTrail = (text: string): readonly TabStep[] =>
  text
    .split("\n")
    .map(parsed)
    .filter(isStep)
    .map((step) => ({ ...step, tab: PASTED }));
