import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Graph } from "#machines/inspector/graph.ts";
import type { MachineCoverage } from "../../tests/support/machines/coverage.ts";
import { allGraphs } from "../visualise/drawings.ts";
import { svgOf } from "../visualise/svg.ts";

const add = (sum: Record<string, number>, more: Readonly<Record<string, number>>) => {
  for (const [id, times] of Object.entries(more)) sum[id] = (sum[id] ?? 0) + times;
};

const mergeCoverage = (folder: string): Map<string, MachineCoverage> => {
  const all = new Map<string, MachineCoverage>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const part: Record<string, MachineCoverage> = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    for (const [machine, { states, edges, asserted, exempt }] of Object.entries(part)) {
      const sum = all.get(machine) ?? { states: {}, edges: {}, asserted: {}, exempt: {} };
      add(sum.states, states);
      add(sum.edges, edges);
      add(sum.asserted, asserted);
      Object.assign(sum.exempt, exempt);
      all.set(machine, sum);
    }
  }
  return all;
};

const NO_COVERAGE: MachineCoverage = { states: {}, edges: {}, asserted: {}, exempt: {} };

/**
 * Returns the id of the transition to which an arrow belongs. A transition with several target states has one arrow for
 * each target state.
 */
const transitionIdOf = (id: string): string => id.split("|").slice(0, 3).join("|");

const heatClass = (times: number): string =>
  times === 0 ? "is-cold" : times < 10 ? "is-warm" : times < 1000 ? "is-hot" : "is-burning";

const heatLegend = [
  { name: "is-cold", text: "never" },
  { name: "is-warm", text: "1 to 9 times" },
  { name: "is-hot", text: "10 to 999 times" },
  { name: "is-burning", text: "1,000 times or more" },
];

/** Returns the diagram of a machine. The colours show how often the tests reached each state and transition. */
export const heatMap = (graph: Graph, { states, edges }: MachineCoverage) =>
  svgOf(graph, (id) => heatClass(states[id] ?? edges[transitionIdOf(id)] ?? 0), heatLegend);

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

const percent = (fraction: number): string => `${Math.floor(fraction * 100)} %`;

const row = (graph: Graph, { states, edges, asserted, exempt }: MachineCoverage) => {
  const stateIds = graph.states.map(({ id }) => id);
  const edgeIds = [...new Set(graph.edges.map(({ id }) => transitionIdOf(id)))];
  const isRequired = (id: string) => !(id in exempt);
  return {
    states: `${stateIds.filter((id) => states[id]).length}/${stateIds.length}`,
    walked: `${edgeIds.filter((id) => edges[id]).length}/${edgeIds.length}`,
    exempt: Object.keys(exempt).filter((id) => stateIds.includes(id) || edgeIds.includes(id)).length,
    missing: [
      ...stateIds.filter((id) => !states[id] && isRequired(id)),
      ...edgeIds.filter((id) => !edges[id] && isRequired(id)),
    ],
    needless: Object.keys(exempt).filter((id) => states[id] || edges[id]),
    assertable: edgeIds.filter(isRequired),
    unasserted: edgeIds.filter((id) => !asserted[id] && isRequired(id)),
  };
};

/** Coverage of the states and transitions of all machines by the tests. */
export interface CoverageReport {
  /** Messages about states and transitions that no test reached, and about exemptions that are no longer needed. */
  readonly problems: readonly string[];
  /** Ids of the transitions after which no test made an assertion. Exempt transitions are left out. */
  readonly unasserted: readonly string[];
  /** Fraction of the transitions (without the exempt ones) after which a test made an assertion, 0 to 1. */
  readonly assertedShare: number;
}

/**
 * Prints a table of all machines, and draws diagrams that are coloured by coverage (heat maps) into `folder`. The
 * folder must contain the counts of the test run.
 */
export const reportCoverage = async (folder: string): Promise<CoverageReport> => {
  const seen = mergeCoverage(folder);
  const heat = `${folder}/heat`;
  mkdirSync(heat, { recursive: true });
  const table: Record<string, object> = {};
  const problems: string[] = [];
  const unasserted: string[] = [];
  let assertable = 0;
  for (const graph of await allGraphs()) {
    const own = seen.get(graph.id) ?? NO_COVERAGE;
    const { missing, needless, ...figures } = row(graph, own);
    const assertedHere = figures.assertable.length - figures.unasserted.length;
    const asserted = `${assertedHere}/${figures.assertable.length} ${percent(share(assertedHere, figures.assertable.length))}`;
    table[graph.id] = { states: figures.states, walked: figures.walked, asserted, exempt: figures.exempt };
    problems.push(...missing.map((id) => `not covered: ${id}`), ...needless.map((id) => `exempt, but covered: ${id}`));
    unasserted.push(...figures.unasserted);
    assertable += figures.assertable.length;
    writeFileSync(`${heat}/${graph.id}.svg`, await heatMap(graph, own));
  }
  console.table(table);
  const assertedShare = share(assertable - unasserted.length, assertable);
  console.log(`${percent(assertedShare)} of ${assertable} transitions are asserted`);
  return { problems, unasserted, assertedShare };
};
