import type { AnyEventObject, StateValue } from "xstate";

const MAX_LENGTH = 160;

const json = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "";
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
};

/**
 * Returns an event in the notation of the tests, such as `order.save`, `done load {…}`, `failed load` or `after pause`.
 */
export const describeEvent = ({ type, ...payload }: AnyEventObject): string => {
  const [, delay] = /^xstate\.after\.([^.]+)\./.exec(type) ?? [];
  if (delay) return `after ${delay}`;
  const [, end, actor] = /^xstate\.(done|error)\.actor\.(.+)$/.exec(type) ?? [];
  if (end === "error") return `failed ${actor}`;
  if (end === "done") return `done ${actor} ${json(payload["output"])}`.trimEnd();
  return Object.keys(payload).length > 0 ? `${type} ${json(payload)}` : type;
};

/** Returns the active states as one line of text, such as `active.fresh` or `{answer: loading, page: seen}`. */
export const describeState = (value: StateValue): string => {
  if (typeof value === "string") return value;
  const [only, ...others] = Object.entries(value).map(([key, inner]) => [key, inner && describeState(inner)] as const);
  if (!only) return "";
  if (others.length === 0) return only[1]?.startsWith("{") ? only.join(" ") : only.filter(Boolean).join(".");
  return `{${[only, ...others].map(([key, inner]) => `${key}: ${inner}`).join(", ")}}`;
};

/** Step of a path for a failure message. */
export interface DescribedStep {
  readonly event: AnyEventObject;
  readonly to: StateValue;
}

/** Returns a path as text, with one numbered line for the start and for each step. */
export const describePath = (input: unknown, start: StateValue, steps: readonly DescribedStep[]): string =>
  [
    `  0. start${input === undefined ? "" : ` with ${json(input)}`} → ${describeState(start)}`,
    ...steps.map(({ event, to }, at) => `  ${at + 1}. ${describeEvent(event)} → ${describeState(to)}`),
  ].join("\n");
