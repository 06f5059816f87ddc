import type { Graph, GraphEdge, GraphState } from "#machines/inspector/graph.ts";
import { edgeLines } from "./words.ts";

const nameOf = (id: string): string => id.replace(/\W/g, "_");

const plain = (text: string): string => text.replace(/[;:#"]/g, " ").replace(/\s+/g, " ");

const edgeText = (edge: GraphEdge, target: string): string =>
  `${nameOf(edge.source)} --> ${nameOf(target)}: ${plain(edgeLines(edge).join(" "))}`;

const childrenOf = (graph: Graph, parent: string) => graph.states.filter((state) => state.parent === parent);

const stateText = (graph: Graph, state: GraphState, indent: string): string[] => {
  const inner = `${indent}  `;
  const children = childrenOf(graph, state.id);
  const start = children.filter(({ isInitial }) => isInitial).map(({ id }) => `${inner}[*] --> ${nameOf(id)}`);
  const end = state.kind === "final" ? [`${indent}${nameOf(state.id)} --> [*]`] : [];
  const title = `${indent}state "${state.name}" as ${nameOf(state.id)}`;
  if (children.length === 0) return [title, ...end];
  const regions = children.map((child) => stateText(graph, child, inner).join("\n"));
  return [`${title} {`, ...start, regions.join(state.kind === "parallel" ? `\n${inner}--\n` : "\n"), `${indent}}`];
};

/** Returns the Mermaid state diagram of a machine. */
export const mermaidOf = (graph: Graph): string => {
  const [root] = graph.states;
  const states = root ? stateText(graph, root, "  ") : [];
  const edges = graph.edges.flatMap((edge) => (edge.target ? [`  ${edgeText(edge, edge.target)}`] : []));
  return `${["stateDiagram-v2", ...states, ...edges].join("\n")}\n`;
};
