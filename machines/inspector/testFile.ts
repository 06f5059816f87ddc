import type { TrailStep } from "./inspector.ts";

const isEventless = ({ edges }: TrailStep): boolean =>
  edges.length > 0 && edges.every((edge) => edge.includes("|always|"));

/**
 * Joins each eventless step (`always` transition) with the step of the preceding event. The joined step has the states
 * and the context of the later step.
 */
const joinMicrosteps = (steps: readonly TrailStep[]): readonly TrailStep[] => {
  const joined: TrailStep[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    if (last && isEventless(step)) joined[joined.length - 1] = { ...last, states: step.states, context: step.context };
    else joined.push(step);
  }
  return joined;
};

const literal = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll("\n", "\n  ");

/**
 * Generates a test file that starts a machine in the states of the first recorded step, replays the later events
 * and checks the states after each event. `path` and `exported` are the module and the export of the machine.
 * Returns undefined if fewer than two steps remain after eventless steps are joined.
 */
export const toTestFile = (steps: readonly TrailStep[], path: string, exported: string): string | undefined => {
  const [first, ...rest] = joinMicrosteps(steps);
  if (!first || rest.length === 0) return undefined;
  const body = rest
    .map(({ event, states }) => `  expect(activeAfter(${literal(event)})).toEqual(${literal(states)});`)
    .join("\n");
  return `import { expect, test } from "vitest";
import { getNextSnapshot } from "xstate";
import { ${exported} } from "${path}";

// Secrets, personal data and long texts are masked in a trail. Replace "•••" where the machine needs the value.
const context = ${literal(first.context)};
const active = ${literal(first.states)};

test("${first.machine} — replaying the recorded trail reaches the recorded states", () => {
  // The recorded context and events are JSON, so they are cast to the types of the machine.
  let snapshot = ${exported}.resolveState({ value: valueOf(active), context } as never);
  const activeAfter = (event: unknown) => {
    snapshot = getNextSnapshot(${exported}, snapshot, event as never);
    return snapshot._nodes.map(({ id }) => id);
  };
${body}
});

/** Returns the state value with these active states. */
function valueOf(ids: readonly string[]) {
  const value: Record<string, unknown> = {};
  for (const id of ids.slice(1)) {
    let part: Record<string, unknown> = value;
    for (const name of id.split(".").slice(1)) part = (part[name] ??= {}) as Record<string, unknown>;
  }
  return value;
}
`;
};
