import { missingGroups } from "#domain/requiredGroups.ts";
import type { Draft, OrderLineDraft } from "./draft.ts";
import type { Prices } from "./draftEdits.ts";
import type { DraftProblem } from "./draftProblems.ts";

/**
 * Returns the names of the required modifier groups from which a line has no modifier. Leaves out a group that is also
 * missing in the saved line, because the order may come from a client without modifiers.
 */
export const missingChoices = (line: OrderLineDraft, { items, base }: Prices): readonly string[] => {
  const offered = items.find(({ id }) => id === line.itemId)?.modificators ?? [];
  const namesOf = ({ modificators }: OrderLineDraft) =>
    missingGroups(offered, (id) => modificators.some((one) => one.modificatorId === id)).map(({ name }) => name);
  const saved = base?.draft.lines.find(({ id }) => id !== null && id === line.id);
  const accepted = saved ? namesOf(saved) : [];
  return namesOf(line).filter((name) => !accepted.includes(name));
};

/** Returns the last line of a dish that lacks a modifier of a required group, or null. */
export const findUnchosenLine = ({ lines }: Draft, itemId: number | undefined, prices: Prices): OrderLineDraft | null =>
  lines.findLast((line) => line.itemId === itemId && missingChoices(line, prices).length > 0) ?? null;

/** Returns the problem of the first line that lacks a modifier of a required group, or undefined. */
export const findMissingChoice = (lines: readonly OrderLineDraft[], prices: Prices): DraftProblem | undefined => {
  for (const line of lines) {
    const groups = missingChoices(line, prices);
    if (groups.length > 0) return { code: "choiceMissing", dish: line.name, groups };
  }
  return undefined;
};
