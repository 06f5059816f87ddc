import type { GraphEdge, GraphState } from "#machines/inspector/graph.ts";

const signs = { event: "", always: "", delay: "after ", done: "✓ ", failed: "✗ " } as const;

/**
 * Returns the lines of text on an arrow: first the event with the guard, then the actions. If a state has several
 * transitions for the same event, a leading number shows the sequence in which XState tries them.
 */
export const edgeLines = ({ cause, event, branch, guard, actions }: GraphEdge): string[] => [
  `${branch === undefined ? "" : `${branch}. `}${signs[cause]}${event}${guard ? ` [${guard}]` : ""}`,
  ...(actions.length ? [`/ ${actions.join(", ")}`] : []),
];

/** Returns the lines of text in a state: tags, actors, actions, and transitions that only run actions. */
export const stateLines = (state: GraphState, own: readonly GraphEdge[]): string[] => [
  ...(state.tags.length ? [`# ${state.tags.join(", ")}`] : []),
  ...state.invokes.map((actor) => `▷ ${actor}`),
  ...(state.entry.length ? [`↓ ${state.entry.join(", ")}`] : []),
  ...(state.exit.length ? [`↑ ${state.exit.join(", ")}`] : []),
  ...own.filter(({ target }) => target === undefined).map((edge) => edgeLines(edge).join(" ")),
];
