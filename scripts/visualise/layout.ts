import ELK, { type ElkExtendedEdge, type ElkNode } from "elkjs/lib/elk.bundled.js";
import type { Graph, GraphState } from "#machines/inspector/graph.ts";
import { edgeLines, stateLines } from "./words.ts";

/** Average width of a character in a diagram, px. */
const CHARACTER = 6.7;
/** Height of a line of text in a diagram, px. */
export const LINE = 15;
/** Height of the heading of a state in a diagram, px. */
export const TITLE = 24;

const widthOf = (lines: readonly string[]): number => Math.max(0, ...lines.map((line) => line.length)) * CHARACTER + 20;

/** Returns the layout options of a state. An initial state is placed above its siblings. */
const firstLayer = ({ isInitial }: GraphState) =>
  isInitial ? { "elk.layered.layering.layerConstraint": "FIRST" } : {};

const boxOf = (graph: Graph, state: GraphState): ElkNode => {
  const lines = stateLines(
    state,
    graph.edges.filter(({ source }) => source === state.id),
  );
  const width = Math.max(80, widthOf([`${state.name}  `, ...lines]));
  const height = TITLE + lines.length * LINE + (lines.length ? 6 : 0);
  const children = graph.states.filter(({ parent }) => parent === state.id).map((child) => boxOf(graph, child));
  if (children.length === 0) return { id: state.id, width, height, layoutOptions: firstLayer(state) };
  return {
    id: state.id,
    children,
    layoutOptions: {
      ...firstLayer(state),
      "elk.padding": `[top=${height + 14},left=16,bottom=16,right=16]`,
      "elk.nodeSize.constraints": "MINIMUM_SIZE",
      "elk.nodeSize.minimum": `(${width},${height + 40})`,
    },
  };
};

const arrowsOf = (graph: Graph): ElkExtendedEdge[] =>
  graph.edges.flatMap((edge) => {
    const lines = edgeLines(edge);
    const label = { text: lines.join("\n"), width: widthOf(lines), height: lines.length * LINE };
    return edge.target ? [{ id: edge.id, sources: [edge.source], targets: [edge.target], labels: [label] }] : [];
  });

/** Calculates the positions of the states and arrows of a machine. Equal graphs get equal layouts. */
export const layOut = async (graph: Graph): Promise<ElkNode> => {
  const [root] = graph.states;
  return new ELK().layout({
    id: "drawing",
    layoutOptions: {
      "elk.algorithm": "layered",
      "elk.direction": "DOWN",
      "elk.hierarchyHandling": "INCLUDE_CHILDREN",
      "elk.edgeRouting": "ORTHOGONAL",
      "elk.randomSeed": "1",
      "elk.spacing.nodeNode": "24",
      "elk.layered.spacing.nodeNodeBetweenLayers": "28",
      "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
      "org.eclipse.elk.json.edgeCoords": "ROOT",
      "org.eclipse.elk.json.shapeCoords": "ROOT",
    },
    children: root ? [boxOf(graph, root)] : [],
    edges: arrowsOf(graph),
  });
};
