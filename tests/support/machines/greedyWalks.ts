/** Edge of a directed graph, with the goals that this edge reaches. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly goals: ReadonlySet<string>;
}

const isDeadEnd = (edges: readonly Edge[], { to }: Edge): boolean => !edges.some(({ from }) => from === to);

/**
 * Returns the shortest path from a node to an edge with an open goal. If several paths are equally short, prefers a
 * path that can be continued. Returns an empty path if no open goal is reachable.
 */
const findNearest = <E extends Edge>(edges: readonly E[], start: string, open: ReadonlySet<string>): readonly E[] => {
  const visited = new Set([start]);
  let front: { at: string; steps: readonly E[] }[] = [{ at: start, steps: [] }];
  while (front.length > 0) {
    const ways = front.flatMap(({ at, steps }) =>
      edges.filter(({ from }) => from === at).map((edge) => ({ at: edge.to, steps: [...steps, edge], edge })),
    );
    const hits = ways.filter(({ edge }) => [...edge.goals].some((goal) => open.has(goal)));
    const hit = hits.find(({ edge }) => !isDeadEnd(edges, edge)) ?? hits[0];
    if (hit) return hit.steps;
    front = ways.filter(({ at }) => !visited.has(at) && visited.add(at));
  }
  return [];
};

/**
 * Returns paths from the root that together reach every reachable goal. Each path repeatedly goes on to the nearest
 * open goal, and ends when no open goal is reachable (greedy algorithm).
 */
export const greedyWalks = <E extends Edge>(root: string, edges: readonly E[]): E[][] => {
  const open = new Set(edges.flatMap(({ goals }) => [...goals]));
  const walks: E[][] = [];
  for (;;) {
    const walk: E[] = [];
    for (;;) {
      const steps = findNearest(edges, walk.at(-1)?.to ?? root, open);
      if (steps.length === 0) break;
      walk.push(...steps);
      for (const { goals } of steps) for (const goal of goals) open.delete(goal);
    }
    if (walk.length === 0) return walks;
    walks.push(walk);
  }
};
