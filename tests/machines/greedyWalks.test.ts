import fc from "fast-check";
import { expect, test } from "vitest";
import { type Edge, greedyWalks } from "../support/machines/greedyWalks.ts";

const ROOT = "";

const edge = (from: string, to: string, ...goals: string[]): Edge => ({ from, to, goals: new Set(goals) });

const goalsOf = (edges: readonly Edge[]): ReadonlySet<string> => new Set(edges.flatMap(({ goals }) => [...goals]));

const reachable = (edges: readonly Edge[]): Edge[] => {
  const nodes = new Set([ROOT]);
  for (const node of nodes) for (const { from, to } of edges) if (from === node) nodes.add(to);
  return edges.filter(({ from }) => nodes.has(from));
};

const node = fc.constantFrom("a", "b", "c", "d", "e");
const edges = fc.array(
  fc
    .tuple(fc.oneof(fc.constant(ROOT), node), node, fc.subarray(["1", "2", "3", "4", "5"], { maxLength: 2 }))
    .map(([from, to, goals]) => edge(from, to, ...goals)),
  { maxLength: 14 },
);

test("greedyWalks — returns connected paths from the root that together reach every reachable goal", () => {
  fc.assert(
    fc.property(edges, (graph) => {
      const walks = greedyWalks(ROOT, graph);
      for (const walk of walks)
        expect(walk.map(({ from }) => from)).toEqual([ROOT, ...walk.map(({ to }) => to)].slice(0, -1));
      expect(goalsOf(walks.flat())).toEqual(goalsOf(reachable(graph)));
    }),
  );
});

test("greedyWalks — each path reaches a goal that no earlier path reaches", () => {
  fc.assert(
    fc.property(edges, (graph) => {
      const reached = new Set<string>();
      for (const walk of greedyWalks(ROOT, graph)) {
        const before = reached.size;
        for (const goal of goalsOf(walk)) reached.add(goal);
        expect(reached.size).toBeGreaterThan(before);
      }
    }),
  );
});

test("greedyWalks — prefers an edge after which the path can continue", () => {
  const graph = [edge(ROOT, "a", "in"), edge("a", "end", "out"), edge("a", "b", "on"), edge("b", "a", "back")];
  expect(greedyWalks(ROOT, graph).map((walk) => walk.map(({ to }) => to))).toEqual([["a", "b", "a", "end"]]);
});
