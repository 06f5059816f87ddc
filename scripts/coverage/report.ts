import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Graph } from "#machines/inspector/graph.ts";
import type { MachineCoverage } from "../../tests/support/machines/coverage.ts";
import { allGraphs } from "../visualise/drawings.ts";
import { svgOf } from "../visualise/svg.ts";

const add = (sum: Record<string, number>, more: Readonly<Record<string, number>>) => {
  for (const [id, times] of Object.entries(more)) sum[id] = (sum[id] ?? 0) + times;
};

const merged = (folder: string): Map<string, MachineCoverage> => {
  const all = new Map<string, MachineCoverage>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const part: Record<string, MachineCoverage> = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    for (const [machine, { states, edges, exempt }] of Object.entries(part)) {
      const sum = all.get(machine) ?? { states: {}, edges: {}, exempt: {} };
      add(sum.states, states);
      add(sum.edges, edges);
      Object.assign(sum.exempt, exempt);
      all.set(machine, sum);
    }
  }
  return all;
};

const nothing: MachineCoverage = { states: {}, edges: {}, exempt: {} };

/** A transition to several states at once has an arrow to each. */
const takenAs = (id: string): string => id.split("|").slice(0, 3).join("|");

const warmth = (times: number): string =>
  times === 0 ? "is-cold" : times < 10 ? "is-warm" : times < 1000 ? "is-hot" : "is-burning";

const heatMap = (graph: Graph, { states, edges }: MachineCoverage) =>
  svgOf(graph, (id) => warmth(states[id] ?? edges[takenAs(id)] ?? 0));

const row = (graph: Graph, { states, edges, exempt }: MachineCoverage) => {
  const all = [
    ...graph.states.map(({ id }) => [id, states[id] ?? 0] as const),
    ...graph.edges.map(({ id }) => [takenAs(id), edges[takenAs(id)] ?? 0] as const),
  ];
  const missing = [...new Set(all.filter(([id, times]) => times === 0 && !(id in exempt)).map(([id]) => id))];
  const seenOf = (ids: readonly string[], counts: Readonly<Record<string, number>>) =>
    `${ids.filter((id) => counts[id]).length}/${ids.length}`;
  return {
    figures: {
      states: seenOf(
        graph.states.map(({ id }) => id),
        states,
      ),
      transitions: seenOf([...new Set(graph.edges.map(({ id }) => takenAs(id)))], edges),
      exempt: Object.keys(exempt).filter((id) => all.some(([one]) => one === id)).length,
    },
    missing,
    needless: Object.keys(exempt).filter((id) => states[id] || edges[id]),
  };
};

/** Prints the table of all machines, draws the heat maps, and answers what is neither seen nor excused. */
export const printCoverage = async (folder: string): Promise<string[]> => {
  const seen = merged(folder);
  const heat = `${folder}/heat`;
  mkdirSync(heat, { recursive: true });
  const table: Record<string, object> = {};
  const wrong: string[] = [];
  for (const graph of await allGraphs()) {
    const own = seen.get(graph.id) ?? nothing;
    const { figures, missing, needless } = row(graph, own);
    table[graph.id] = figures;
    wrong.push(...missing.map((id) => `not seen: ${id}`), ...needless.map((id) => `excused, but seen: ${id}`));
    writeFileSync(`${heat}/${graph.id}.svg`, await heatMap(graph, own));
  }
  console.table(table);
  return wrong;
};
