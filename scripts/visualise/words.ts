import type { GraphEdge, GraphState } from "#machines/inspector/graph.ts";

const signs = { event: "", always: "", delay: "after ", done: "✓ ", failed: "✗ " } as const;

/**
 * Returns the lines of text on an arrow: the event with the guard, and then the actions. A number in front gives the
 * order in which XState tries the transitions for one event.
 */
export const edgeLines = ({ cause, event, branch, guard, actions }: GraphEdge): string[] => [
  `${branch === undefined ? "" : `${branch}. `}${signs[cause]}${event}${guard ? ` [${guard}]` : ""}`,
  ...(actions.length ? [`/ ${actions.join(", ")}`] : []),
];

/** Returns the lines of text in a state: tags, actors, actions, and transitions without a target. */
export const stateLines = (state: GraphState, own: readonly GraphEdge[]): string[] => [
  ...(state.tags.length ? [`# ${state.tags.join(", ")}`] : []),
  ...state.invokes.map((actor) => `▷ ${actor}`),
  ...(state.entry.length ? [`↓ ${state.entry.join(", ")}`] : []),
  ...(state.exit.length ? [`↑ ${state.exit.join(", ")}`] : []),
  ...own.filter(({ target }) => target === undefined).map((edge) => edgeLines(edge).join(" ")),
];
