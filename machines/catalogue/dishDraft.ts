import type { CustomValues } from "#machines/directory/descriptors/customFields.ts";
import type { Picture } from "#machines/files/picture.ts";
import type { CompositionDraft } from "./composition.ts";

/** Draft of a modifier. A `modificatorId` of 0 means any dish of the category; a new line has a negative `id`. */
export interface ModifierDraft {
  id: number;
  categoryModificatorId: number;
  modificatorId: number;
  portion: string;
  price: string;
}

/** Draft of a dish. A `defaultCategoryId` of 0 means none. */
export interface DishDraft {
  name: string;
  price: string;
  categoriesId: number[];
  defaultCategoryId: number;
  vendorCode: string;
  internalInfo: string;
  isActive: boolean;
  composition: CompositionDraft[];
  modificators: ModifierDraft[];
  customField: CustomValues;
  picture: Picture;
  /** Whether a company inherits the dish from its group. */
  isInherited: boolean;
  usedInItems: { id: number; name: string }[];
}

/** Id that stands for no category, or for any dish. */
export const NONE = 0;
/** Id that stands for a category that is not chosen yet. */
export const NO_CATEGORY = -1;
/** Price that stands for the own price of the modifying dish. */
export const OWN_PRICE = -1;

/** Returns the chosen categories and the default one. The first chosen category becomes the default; a default that is no longer chosen is cleared. */
export const chooseCategories = (
  draft: Pick<DishDraft, "categoriesId" | "defaultCategoryId">,
  categoriesId: number[],
): Pick<DishDraft, "categoriesId" | "defaultCategoryId"> => {
  if (categoriesId.includes(draft.defaultCategoryId))
    return { categoriesId, defaultCategoryId: draft.defaultCategoryId };
  const isFirst = draft.categoriesId.length === 0;
  return { categoriesId, defaultCategoryId: isFirst ? (categoriesId[0] ?? NONE) : NONE };
};

/** Returns an empty modifier with an unused negative id. */
export const blankModifier = (lines: readonly ModifierDraft[]): ModifierDraft => ({
  id: Math.min(0, ...lines.map(({ id }) => id)) - 1,
  categoryModificatorId: NO_CATEGORY,
  modificatorId: NONE,
  portion: "1",
  price: String(OWN_PRICE),
});

/** Returns whether no category is chosen. */
export const isEmptyModifier = ({ categoryModificatorId }: ModifierDraft): boolean =>
  categoryModificatorId === NO_CATEGORY;

const others = <Line>(lines: readonly Line[], at: number): readonly Line[] => lines.filter((_, index) => index !== at);

/** Returns the dishes that other lines use; 0 means that another line uses the whole category. */
export const takenModifiers = (lines: readonly ModifierDraft[], at: number): ReadonlySet<number> => {
  const category = lines[at]?.categoryModificatorId;
  return new Set(
    others(lines, at).flatMap((line) =>
      isEmptyModifier(line) || (line.modificatorId === NONE && line.categoryModificatorId !== category)
        ? []
        : [line.modificatorId],
    ),
  );
};

/** Returns the modifier with another category. The dish is cleared, because it belongs to the former category. */
export const moveToCategory = (line: ModifierDraft, categoryModificatorId: number): ModifierDraft => ({
  ...line,
  categoryModificatorId,
  modificatorId: NONE,
});
