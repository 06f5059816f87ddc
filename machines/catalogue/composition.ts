import type { Schemas } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { estimatedCost } from "#domain/dish.ts";

type Line = Schemas["CompositionLine"];

/** A part of a dish or of a half-finished item as its form has it; 0 is no stock item yet. */
export interface CompositionDraft {
  /** Tells one line from another while the form is open. */
  key: number;
  stockItemId: number;
  count: string;
}

/** No stock item. */
const NONE = 0;

/** The lines of a composition as a form has them. */
export const compositionDraft = (lines: readonly Line[]): CompositionDraft[] =>
  lines.map(({ stockItemId, count }, at) => ({ key: at + 1, stockItemId, count: decimalText(count) }));

/** An empty part. */
export const blankPart = (lines: readonly CompositionDraft[]): CompositionDraft => ({
  key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
  stockItemId: NONE,
  count: "1",
});

/** Whether a part stands for nothing yet; there is one such line at most (business, section 5). */
export const isEmptyPart = ({ stockItemId }: CompositionDraft): boolean => stockItemId === NONE;

/** Whether the lines name anything that is used. */
export const hasParts = (lines: readonly CompositionDraft[]): boolean => lines.some((line) => !isEmptyPart(line));

/** The lines as a save sends them; empty ones stay where they are, so that what the server says of a line finds it. */
export const compositionLines = (drafts: readonly CompositionDraft[]): Line[] =>
  drafts.map((draft) => ({
    stockItemId: draft.stockItemId,
    count: isEmptyPart(draft) ? 0 : (parseDecimal(draft.count) ?? 0),
  }));

/** The stock items that other lines have taken. */
export const takenParts = (lines: readonly CompositionDraft[], at: number): ReadonlySet<number> =>
  new Set(lines.filter((_, index) => index !== at).map(({ stockItemId }) => stockItemId));

/** Estimated cost of what is being put together, roubles; a count that is no number yet counts as nothing. */
export const draftCost = (lines: readonly CompositionDraft[], costs: ReadonlyMap<number, number>): number =>
  estimatedCost(
    lines.map(({ stockItemId, count }) => ({
      count: Math.max(0, parseDecimal(count) ?? 0),
      cost: costs.get(stockItemId) ?? 0,
    })),
  );
