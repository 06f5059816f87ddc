import type { Schemas } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { estimatedCost } from "#domain/dish.ts";

type Line = Schemas["CompositionLine"];

/**
 * Draft of one ingredient in the recipe of a dish or of a semi-finished stock item. A `stockItemId` of 0 means that no
 * stock item is chosen.
 */
export interface CompositionDraft {
  /** React key of the line, unique while the form is open. */
  key: number;
  stockItemId: number;
  count: string;
}

const NONE = 0;

/** Returns the form lines of a stored recipe. */
export const compositionDraft = (lines: readonly Line[]): CompositionDraft[] =>
  lines.map(({ stockItemId, count }, at) => ({ key: at + 1, stockItemId, count: decimalText(count) }));

/** Returns an empty ingredient line with a key that no other line has. */
export const blankPart = (lines: readonly CompositionDraft[]): CompositionDraft => ({
  key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
  stockItemId: NONE,
  count: "1",
});

/** Returns true if the line has no stock item. A form has at most one such line (business, section 5). */
export const isEmptyPart = ({ stockItemId }: CompositionDraft): boolean => stockItemId === NONE;

/** Returns true if at least one line has a stock item. */
export const hasParts = (lines: readonly CompositionDraft[]): boolean => lines.some((line) => !isEmptyPart(line));

/** Returns the recipe lines for a save. Empty lines are sent too, because the server reports errors by line index. */
export const compositionLines = (drafts: readonly CompositionDraft[]): Line[] =>
  drafts.map((draft) => ({
    stockItemId: draft.stockItemId,
    count: isEmptyPart(draft) ? 0 : (parseDecimal(draft.count) ?? 0),
  }));

/** Returns the ids of the stock items that are chosen in the other lines. */
export const takenParts = (lines: readonly CompositionDraft[], at: number): ReadonlySet<number> =>
  new Set(lines.filter((_, index) => index !== at).map(({ stockItemId }) => stockItemId));

/** Returns the estimated cost of the ingredients, roubles. A count that is not a number counts as 0. */
export const draftCost = (lines: readonly CompositionDraft[], costs: ReadonlyMap<number, number>): number =>
  estimatedCost(
    lines.map(({ stockItemId, count }) => ({
      count: Math.max(0, parseDecimal(count) ?? 0),
      cost: costs.get(stockItemId) ?? 0,
    })),
  );
