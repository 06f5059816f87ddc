import { readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { type AnyStateMachine, StateMachine } from "xstate";
import { type Graph, graphOf, nameOfImplementation } from "#machines/inspector/graph.ts";
import { mermaidOf } from "./mermaid.ts";
import { svgOf } from "./svg.ts";

export const folder = "machines/diagrams";

/** Returns the machines that a module exports. */
export const machinesIn = async (file: string): Promise<AnyStateMachine[]> => {
  const module: Record<string, unknown> = await import(pathToFileURL(file).href);
  return Object.values(module).filter((value): value is AnyStateMachine => value instanceof StateMachine);
};

/** Returns the paths of all files that define a machine, sorted. */
export const machineFiles = (): string[] =>
  readdirSync("machines", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".machine.ts"))
    .map((file) => `machines/${file.replaceAll("\\", "/")}`)
    .sort();

/** Returns all machines, sorted by the paths of their files. */
export const allMachines = async (): Promise<AnyStateMachine[]> =>
  (await Promise.all(machineFiles().map(machinesIn))).flat();

/** Returns the graphs of all machines, sorted by the paths of their files. */
export const allGraphs = async (): Promise<Graph[]> => (await allMachines()).map(graphOf);

/**
 * Returns the config of a machine as JSON that Stately can import. A guard that combines other guards is written as a
 * string, and functions that compute values, such as `params` and `context`, are left out.
 */
export const definitionOf = ({ config }: AnyStateMachine): string =>
  `${JSON.stringify(config, (key, value) => (key === "guard" && value ? guardOf(value) : value), 2)}\n`;

const guardOf = (guard: unknown): unknown => (typeof guard === "function" ? nameOfImplementation(guard) : guard);

const figures = ({ states, edges }: Graph): string => `${states.length} состояний, ${edges.length} переходов`;

const indexOf = (graphs: readonly Graph[]): string => {
  const entries = graphs.map(
    (graph) =>
      `<section id="${graph.id}"><h2>${graph.id}</h2><p>${figures(graph)} · <a href="${graph.id}.svg">SVG</a> · <a href="${graph.id}.mmd">Mermaid</a></p><img src="${graph.id}.svg" alt="Диаграмма ${graph.id}" loading="lazy"></section>`,
  );
  const links = graphs.map(({ id }) => `<li><a href="#${id}">${id}</a></li>`);
  return [
    '<!doctype html><html lang="ru"><meta charset="utf-8"><title>Машины состояний</title>',
    "<style>:root{color-scheme:light dark}body{font:14px system-ui,sans-serif;margin:24px}ul{columns:4 200px}section{overflow-x:auto}</style>",
    `<h1>Машины состояний</h1><ul>${links.join("")}</ul>`,
    ...entries,
    "</html>\n",
  ].join("\n");
};

/**
 * Returns all diagrams by file name: an SVG and a Mermaid text for each machine, and a page with an overview.
 * Throws if two machines have the same id.
 */
export const allDrawings = async (): Promise<Map<string, string>> => {
  const graphs = await allGraphs();
  const drawings = new Map<string, string>();
  for (const graph of graphs) {
    if (drawings.has(`${graph.id}.svg`)) throw new Error(`Two machines have the id ${graph.id}`);
    drawings.set(`${graph.id}.svg`, await svgOf(graph));
    drawings.set(`${graph.id}.mmd`, mermaidOf(graph));
  }
  return drawings.set("index.html", indexOf(graphs));
};
