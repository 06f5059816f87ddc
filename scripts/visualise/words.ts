import type { GraphEdge, GraphState } from "#machines/inspector/graph.ts";

const signs = { event: "", always: "", delay: "after ", done: "✓ ", failed: "✗ " } as const;

/** The lines of a transition: what causes it and under which guard, then what it does. */
export const edgeLines = ({ cause, event, guard, actions }: GraphEdge): string[] => [
  `${signs[cause]}${event}${guard ? ` [${guard}]` : ""}`,
  ...(actions.length ? [`/ ${actions.join(", ")}`] : []),
];

/** The lines of a state below its name: tags, actors, actions, and the transitions that only act. */
export const stateLines = (state: GraphState, own: readonly GraphEdge[]): string[] => [
  ...(state.tags.length ? [`# ${state.tags.join(", ")}`] : []),
  ...state.invokes.map((actor) => `▷ ${actor}`),
  ...(state.entry.length ? [`↓ ${state.entry.join(", ")}`] : []),
  ...(state.exit.length ? [`↑ ${state.exit.join(", ")}`] : []),
  ...own.filter(({ target }) => target === undefined).map((edge) => edgeLines(edge).join(" ")),
];
