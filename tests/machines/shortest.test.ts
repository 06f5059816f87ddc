import fc from "fast-check";
import { expect, test } from "vitest";
import { shortestWalks, type Way } from "../support/shortest.ts";

const ROOT = "";

const way = (from: string, to: string, ...goals: string[]): Way => ({ from, to, goals: new Set(goals) });

const stepsOf = (walks: readonly (readonly Way[])[]): number => walks.reduce((sum, { length }) => sum + length, 0);

const reachedBy = (walks: readonly (readonly Way[])[]): ReadonlySet<string> =>
  new Set(walks.flat().flatMap(({ goals }) => [...goals]));

const goalsOf = (ways: readonly Way[]): ReadonlySet<string> => reachedBy([ways]);

/** The fewest steps there are, found by trying all: every place with every set of goals reached on the way to it. */
const fewestSteps = (ways: readonly Way[]): number => {
  const full = goalsOf(ways).size;
  const tried = new Set<string>();
  let front: { at: string; taken: ReadonlySet<string> }[] = [{ at: ROOT, taken: new Set() }];
  for (let steps = 0; ; steps += 1) {
    if (front.some(({ taken }) => taken.size === full)) return steps;
    front = front.flatMap(({ at, taken }) =>
      ways
        .filter(({ from }) => from === at || from === ROOT)
        .map(({ to, goals }) => ({ at: to, taken: new Set([...taken, ...goals]) }))
        .filter((next) => {
          const name = JSON.stringify([next.at, [...next.taken].toSorted()]);
          return !tried.has(name) && tried.add(name);
        }),
    );
  }
};

/** From one goal that is left to the nearest next one, as long as there is one. */
const greedy = (ways: readonly Way[]): Way[][] => {
  const left = new Set(goalsOf(ways));
  const nearest = (from: string): Way[] => {
    const reached = new Set([from]);
    const found: { at: string; steps: Way[] }[] = [{ at: from, steps: [] }];
    for (const { at, steps } of found)
      for (const next of ways.filter((one) => one.from === at)) {
        if ([...next.goals].some((id) => left.has(id))) return [...steps, next];
        if (!reached.has(next.to)) found.push({ at: next.to, steps: [...steps, next] });
        reached.add(next.to);
      }
    return [];
  };
  const from = (at: string): Way[] => {
    const steps = nearest(at);
    for (const { goals } of steps) for (const id of goals) left.delete(id);
    const end = steps.at(-1);
    return end ? [...steps, ...from(end.to)] : [];
  };
  const walks: Way[][] = [];
  while (left.size > 0) walks.push(from(ROOT));
  return walks;
};

const places = ["a", "b", "c", "d", "e"];
const ids = ["1", "2", "3", "4", "5", "6", "7"];

/** Small graphs of which every place can be reached; a way reaches no goal, one, or two. */
const graphs = fc
  .tuple(
    fc.array(fc.record({ to: fc.constantFrom(...places), goals: fc.subarray(ids, { maxLength: 2 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
    fc.array(
      fc.record({
        from: fc.constantFrom(...places),
        to: fc.constantFrom(...places),
        goals: fc.subarray(ids, { maxLength: 2 }),
      }),
      { maxLength: 12 },
    ),
  )
  .map(([openings, others]) => {
    const ways = [...openings.map((one) => ({ from: ROOT, ...one })), ...others].map(({ from, to, goals }) =>
      way(from, to, ...goals),
    );
    const reached = new Set([ROOT]);
    for (const at of reached) for (const { from, to } of ways) if (from === at) reached.add(to);
    return ways.filter(({ from }) => reached.has(from));
  });

test("no walks that reach every goal are shorter, in graphs small enough to try all", () => {
  const seen = { beatsGreedy: 0, several: 0 };
  fc.assert(
    fc.property(graphs, (ways) => {
      const walks = shortestWalks(ROOT, ways);
      for (const walk of walks)
        expect(walk.map(({ from }) => from)).toEqual([ROOT, ...walk.map(({ to }) => to)].slice(0, -1));
      expect(reachedBy(walks)).toEqual(goalsOf(ways));
      expect(stepsOf(walks)).toBe(fewestSteps(ways));
      seen.several += Number(walks.length > 1);
      seen.beatsGreedy += Number(stepsOf(walks) < stepsOf(greedy(ways)));
    }),
    { numRuns: 200, seed: 1 },
  );
  expect(seen.several).toBeGreaterThan(20);
  expect(seen.beatsGreedy).toBeGreaterThan(10);
});

test("to the nearest goal first would be longer: it ends before the round is taken", () => {
  const ways = [way(ROOT, "a"), way("a", "end", "out"), way("a", "b"), way("b", "a", "round")];
  expect(greedy(ways).map(({ length }) => length)).toEqual([2, 3]);
  expect(shortestWalks(ROOT, ways).map((walk) => walk.map(({ to }) => to))).toEqual([["a", "b", "a", "end"]]);
});

test("a circle that nothing leads to covers nothing", () => {
  const ways = [way(ROOT, "a", "first"), way("a", "b"), way("b", "c"), way("c", "c", "circle")];
  expect(shortestWalks(ROOT, ways).map((walk) => walk.map(({ to }) => to))).toEqual([["a", "b", "c", "c"]]);
});

test("the walks are the same whenever they are asked for", () => {
  const isSame = (ways: Way[]) => {
    expect(shortestWalks(ROOT, ways)).toEqual(shortestWalks(ROOT, ways));
  };
  fc.assert(fc.property(graphs, isSame), { numRuns: 30, seed: 2 });
});
