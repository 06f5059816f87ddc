import { hasFields } from "#api/answerShape.ts";
import type { Refusal } from "#machines/overrides/override.ts";

/**
 * Refusal of an action that a manager can allow. The server has signed `challenge`, and issues an override token for
 * this challenge only.
 */
export interface OverridableRefusal extends Refusal {
  readonly challenge: string;
}

const textOf = (problem: object, name: string): string => String(Reflect.get(problem, name));

/** Reads a 403 response to a request to `url`. Returns undefined if a manager cannot allow the request. */
export const readOverridableRefusal = async (
  url: string,
  response: Response,
): Promise<OverridableRefusal | undefined> => {
  const companyId = Number(/\/Company\/(\d+)/.exec(new URL(url).pathname)?.[1]);
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const isOverridable = hasFields(problem, {
    overridable: "boolean",
    challenge: "string",
    message: "string",
    summary: "string",
  });
  if (!isOverridable || !companyId) return undefined;
  return {
    companyId,
    challenge: textOf(problem, "challenge"),
    message: textOf(problem, "message"),
    summary: textOf(problem, "summary"),
  };
};
