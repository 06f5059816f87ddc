import { readFileSync } from "node:fs";
import type { ElkExtendedEdge, ElkNode, ElkPoint } from "elkjs/lib/elk.bundled.js";
import type { Graph, GraphEdge, GraphState } from "#machines/inspector/graph.ts";
import { LINE, layOut, TITLE } from "./layout.ts";
import { stateLines } from "./words.ts";

const style = readFileSync("src/app/inspect/drawing.css", "utf8").replace(/\/\*.*?\*\/\n/s, "");

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const at = (value: number | undefined): string => String(Math.round((value ?? 0) * 10) / 10);

const linesAt = (lines: readonly string[], x: number, y: number): string =>
  lines.map((line, place) => `<text x="${at(x)}" y="${at(y + place * LINE)}">${escaped(line)}</text>`).join("");

const title = (text: string | undefined): string => (text ? `<title>${escaped(text)}</title>` : "");

const drawState = (graph: Graph, state: GraphState, box: ElkNode, extra: string): string => {
  const lines = stateLines(
    state,
    graph.edges.filter(({ source }) => source === state.id),
  );
  const [x, y] = [box.x ?? 0, box.y ?? 0];
  const start = state.isInitial ? `<circle cx="${at(x)}" cy="${at(y)}" r="5"/>` : "";
  return `<g id="${escaped(`state ${state.id}`)}" class="${state.kind}${extra}">${title(state.description)}<rect x="${at(x)}" y="${at(y)}" width="${at(box.width)}" height="${at(box.height)}" rx="6"/>${start}<text class="name" x="${at(x + 10)}" y="${at(y + 16)}">${escaped(state.name)}</text>${linesAt(lines, x + 10, y + TITLE + 9)}</g>`;
};

const pathOf = (points: readonly ElkPoint[]): string =>
  points.map(({ x, y }, place) => `${place ? "L" : "M"}${at(x)} ${at(y)}`).join("");

const drawEdge = (edge: GraphEdge, arrow: ElkExtendedEdge, extra: string): string => {
  const paths = (arrow.sections ?? []).map(
    ({ startPoint, bendPoints = [], endPoint }) =>
      `<path d="${pathOf([startPoint, ...bendPoints, endPoint])}" marker-end="url(#arrow)"/>`,
  );
  const [label] = arrow.labels ?? [];
  const words = label ? linesAt((label.text ?? "").split("\n"), (label.x ?? 0) + 6, (label.y ?? 0) + 11) : "";
  return `<g id="${escaped(`edge ${edge.id}`)}" class="${edge.cause}${extra}">${title(edge.description)}${paths.join("")}${words}</g>`;
};

const placed = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(placed)];

/** Entry of a legend: a CSS class and its meaning. */
export interface LegendEntry {
  readonly name: string;
  readonly text: string;
}

/** Height of a legend, px. */
const LEGEND = 28;

const drawLegend = (entries: readonly LegendEntry[], y: number): string =>
  entries
    .map(
      ({ name, text }, place) =>
        `<g class="${name}"><rect x="${8 + place * 150}" y="${at(y + 6)}" width="16" height="16" rx="3"/><text x="${30 + place * 150}" y="${at(y + 18)}">${escaped(text)}</text></g>`,
    )
    .join("");

/**
 * Returns the SVG diagram of a machine, in which states have the id `state <id>` and arrows the id `edge <id>`.
 * `classOf` returns the CSS class of a state or an arrow, and `legend` explains the classes.
 */
export const svgOf = async (
  graph: Graph,
  classOf?: (id: string) => string,
  legend: readonly LegendEntry[] = [],
): Promise<string> => {
  const extra = (id: string) => (classOf ? ` ${classOf(id)}` : "");
  const drawing = await layOut(graph);
  const boxes = new Map(placed(drawing).map((box) => [box.id, box]));
  const arrows = new Map((drawing.edges ?? []).map((arrow) => [arrow.id, arrow]));
  const states = graph.states.flatMap((state) => {
    const box = boxes.get(state.id);
    return box ? [drawState(graph, state, box, extra(state.id))] : [];
  });
  const edges = graph.edges.flatMap((edge) => {
    const arrow = arrows.get(edge.id);
    return arrow ? [drawEdge(edge, arrow, extra(edge.id))] : [];
  });
  const isExplained = legend.length > 0;
  const width = at(Math.max(drawing.width ?? 0, isExplained ? legend.length * 150 : 0));
  const height = at((drawing.height ?? 0) + (isExplained ? LEGEND : 0));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="drawing" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(graph.id)}">`,
    `<style>\n${style}</style>`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ...states,
    ...edges,
    ...(isExplained ? [drawLegend(legend, drawing.height ?? 0)] : []),
    "</svg>\n",
  ].join("\n");
};
