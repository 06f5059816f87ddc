import loadHighs from "highs";

/** A step from one place of a graph to another, and what is reached on it. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly goals: ReadonlySet<string>;
}

/** How many times each of some ways counts in a sum, and what the sum is at least and at most. */
interface Row {
  readonly counts: readonly number[];
  readonly least: number;
  readonly most: number;
}

const highs = await loadHighs();

/** As often as a place is entered, it is left. */
const balanced = (ways: readonly Way[], place: string): Row => ({
  counts: ways.map(({ from, to }) => Number(to === place) - Number(from === place)),
  least: 0,
  most: 0,
});

/** One of these ways is taken, or several. */
const oneOf = (ways: readonly Way[], isMeant: (way: Way) => boolean): Row => ({
  counts: ways.map((way) => Number(isMeant(way))),
  least: 1,
  most: Number.POSITIVE_INFINITY,
});

const reached = (from: string, ways: readonly Way[]): ReadonlySet<string> => {
  const places = new Set([from]);
  for (const at of places) for (const way of ways) if (way.from === at) places.add(way.to);
  return places;
};

/**
 * For what is reached only on rounds that the root does not lead to: a way leads on from where it does lead, and one leads into
 * the round, or it is reached outside of the round. Either would do; both together leave little to try.
 */
const bridges = (root: string, ways: readonly Way[], taken: readonly Way[]): Row[] => {
  const mainland = reached(root, taken);
  const known = new Set(taken.flatMap(({ from, goals }) => (mainland.has(from) ? [...goals] : [])));
  const leave = (places: ReadonlySet<string>, goal: string) =>
    oneOf(ways, ({ from, to, goals }) => places.has(from) && (!places.has(to) || goals.has(goal)));
  return taken.flatMap(({ from, goals }) => {
    const island = reached(from, taken);
    const rest = new Set(ways.flatMap((way) => [way.from, way.to]).filter((place) => !island.has(place)));
    const missing = [...goals].filter((goal) => !known.has(goal));
    return missing.flatMap((goal) => [leave(mainland, goal), leave(rest, goal)]);
  });
};

/** How often each way is taken, so that every goal is reached and all hangs together, for the least cost that there is. */
const cheapest = (root: string, ways: readonly Way[], costs: readonly number[]): number[] =>
  highs.withModel((model) => {
    model.options.set({ output_flag: false, mip_rel_gap: 0 });
    for (const [column, cost] of costs.entries()) {
      model.addCol(cost, 0, highs.infinity, { indices: [], values: [] });
      model.changeColIntegrality(column, highs.constants.variableType.integer);
    }
    const demand = (rows: readonly Row[]) => {
      for (const { counts, least, most } of rows)
        model.addRow(least, most, {
          indices: [...counts.keys()].filter((at) => counts[at]),
          values: counts.filter(Boolean),
        });
    };
    const places = new Set(ways.map(({ to }) => to));
    const ids = new Set(ways.flatMap(({ goals }) => [...goals]));
    demand([...places].map((place) => balanced(ways, place)));
    demand([...ids].map((id) => oneOf(ways, ({ goals }) => goals.has(id))));
    for (;;) {
      model.run();
      if (model.getModelStatus() !== highs.constants.modelStatus.optimal) throw new Error("Nothing takes them all");
      const times = [...model.getSolution().colValue].map(Math.round);
      const missing = bridges(
        root,
        ways,
        ways.filter((_, column) => times[column]),
      );
      if (missing.length === 0) return times;
      demand(missing);
    }
  });

/** One round from the root over every way, each as often as it is listed (Hierholzer). */
const round = <W extends Way>(root: string, ways: readonly W[]): W[] => {
  const left = [...ways];
  const open: W[] = [];
  const closed: W[] = [];
  for (;;) {
    const at = open.at(-1)?.to ?? root;
    const next = left.findIndex(({ from }) => from === at);
    if (next >= 0) open.push(...left.splice(next, 1));
    else {
      const last = open.pop();
      if (!last) return closed.toReversed();
      closed.push(last);
    }
  }
};

/**
 * Walks from the root that reach every goal in the fewest steps that there are, their first ones counted. Nothing but the
 * end of a walk leads back to the root, so that all walks together are one round: whole numbers of times for every way, which
 * HiGHS finds by branch and bound. It is asked again while it answers with rounds that the root does not lead to.
 */
export const shortestWalks = <W extends Way>(root: string, ways: readonly W[]): W[][] => {
  const ends = [...new Set(ways.map(({ to }) => to))].map((from) => ({ from, to: root, goals: new Set<string>() }));
  const steps = ways.map((way) => ({ ...way, step: way }));
  const all: (Way & { readonly step?: W })[] = [...steps, ...ends];
  const times = cheapest(
    root,
    all,
    all.map(({ step }) => Number(step !== undefined)),
  );
  const walks: W[][] = [];
  for (const { from, step } of round(
    root,
    all.flatMap((way, column) => Array.from({ length: times[column] ?? 0 }, () => way)),
  )) {
    if (from === root) walks.push([]);
    if (step) walks.at(-1)?.push(step);
  }
  return walks;
};
