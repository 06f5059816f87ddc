import type { CompositionDraft } from "#machines/catalogue/composition.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns the ingredients of a recipe as text. */
export const describeComposition = (
  lines: readonly CompositionDraft[],
  stockItems: readonly { readonly id: number; readonly title: string; readonly unit: string }[],
): readonly Fact[] =>
  lines.map(({ stockItemId, count }) => {
    const part = stockItems.find(({ id }) => id === stockItemId);
    return [`Состав: ${part?.title ?? `№ ${stockItemId}`}`, `${count} ${part?.unit ?? ""}`];
  });
