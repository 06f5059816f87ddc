import type { Schemas } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { estimatedCost } from "#domain/dish.ts";

type Line = Schemas["CompositionLine"];

/** Ingredient in the recipe form. A `stockItemId` of 0 means that no stock item is chosen. */
export interface CompositionDraft {
  /** React key of the ingredient, unique while the form is open. */
  key: number;
  stockItemId: number;
  count: string;
}

const NONE = 0;

/** Converts a stored recipe into ingredients of the form. */
export const compositionDraft = (lines: readonly Line[]): CompositionDraft[] =>
  lines.map(({ stockItemId, count }, at) => ({ key: at + 1, stockItemId, count: decimalText(count) }));

/** Returns a new empty ingredient. Its key differs from the keys of all `lines`. */
export const blankPart = (lines: readonly CompositionDraft[]): CompositionDraft => ({
  key: Math.max(0, ...lines.map(({ key }) => key)) + 1,
  stockItemId: NONE,
  count: "1",
});

/**
 * Returns true if no stock item is chosen for the ingredient. A form has at most one empty ingredient (business,
 * section 5).
 */
export const isEmptyPart = ({ stockItemId }: CompositionDraft): boolean => stockItemId === NONE;

/** Returns true if a stock item is chosen for at least one ingredient. */
export const hasParts = (lines: readonly CompositionDraft[]): boolean => lines.some((line) => !isEmptyPart(line));

/**
 * Returns the ingredients for the request that saves a recipe. Empty ingredients are sent too, because the server
 * reports errors by index.
 */
export const compositionLines = (drafts: readonly CompositionDraft[]): Line[] =>
  drafts.map((draft) => ({
    stockItemId: draft.stockItemId,
    count: isEmptyPart(draft) ? 0 : (parseDecimal(draft.count) ?? 0),
  }));

/**
 * Returns the ids of the stock items of all ingredients except the ingredient at index `at`. The result contains 0 if
 * one of these ingredients is empty.
 */
export const stockItemsOfOtherLines = (lines: readonly CompositionDraft[], at: number): ReadonlySet<number> =>
  new Set(lines.filter((_, index) => index !== at).map(({ stockItemId }) => stockItemId));

/**
 * Returns the estimated cost of the ingredients, roubles. An invalid or negative quantity and an unknown cost are
 * treated as 0.
 */
export const draftCost = (lines: readonly CompositionDraft[], costs: ReadonlyMap<number, number>): number =>
  estimatedCost(
    lines.map(({ stockItemId, count }) => ({
      count: Math.max(0, parseDecimal(count) ?? 0),
      cost: costs.get(stockItemId) ?? 0,
    })),
  );
