import type { CustomValues } from "#machines/directory/descriptors/customFields.ts";
import type { Picture } from "#machines/files/picture.ts";
import type { CompositionDraft } from "./composition.ts";

/** Draft of a modifier. A `modificatorId` of 0 allows any dish of the category. An unsaved line has a negative `id`. */
export interface ModifierDraft {
  id: number;
  categoryModificatorId: number;
  modificatorId: number;
  portion: string;
  price: string;
}

/** Draft of a dish. A `defaultCategoryId` of 0 means that no default category is chosen. */
export interface DishDraft {
  name: string;
  price: string;
  categoriesId: number[];
  defaultCategoryId: number;
  vendorCode: string;
  internalInfo: string;
  /** Cooking time in minutes as typed. Undefined if the server has no cooking times. */
  prepMinutes?: string | undefined;
  isActive: boolean;
  composition: CompositionDraft[];
  modificators: ModifierDraft[];
  customField: CustomValues;
  picture: Picture;
  /** True if the dish belongs to the company's group, so that the company can only read it. */
  isInherited: boolean;
  usedInItems: { id: number; name: string }[];
}

/** Id 0. As a category it means "no category"; as the dish of a modifier it means "any dish of the category". */
export const NONE = 0;
/** Id of a category that is not chosen yet. */
export const NO_CATEGORY = -1;
/** Value of a modifier's price that stands for the normal price of its dish. */
export const OWN_PRICE = -1;

/**
 * Returns the category fields after the user chose categories. The first chosen category becomes the default, and a
 * default that is no longer chosen is cleared.
 */
export const chooseCategories = (
  draft: Pick<DishDraft, "categoriesId" | "defaultCategoryId">,
  categoriesId: number[],
): Pick<DishDraft, "categoriesId" | "defaultCategoryId"> => {
  if (categoriesId.includes(draft.defaultCategoryId))
    return { categoriesId, defaultCategoryId: draft.defaultCategoryId };
  const isFirst = draft.categoriesId.length === 0;
  return { categoriesId, defaultCategoryId: isFirst ? (categoriesId[0] ?? NONE) : NONE };
};

/** Returns an empty modifier with a negative id that no other modifier has. */
export const blankModifier = (lines: readonly ModifierDraft[]): ModifierDraft => ({
  id: Math.min(0, ...lines.map(({ id }) => id)) - 1,
  categoryModificatorId: NO_CATEGORY,
  modificatorId: NONE,
  portion: "1",
  price: String(OWN_PRICE),
});

/** Returns true if the modifier has no category yet. */
export const isEmptyModifier = ({ categoryModificatorId }: ModifierDraft): boolean =>
  categoryModificatorId === NO_CATEGORY;

const others = <Line>(lines: readonly Line[], at: number): readonly Line[] => lines.filter((_, index) => index !== at);

/** Returns the ids of the dishes that the other lines use. The id 0 means that another line uses the whole category. */
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

/** Returns the modifier with a new category. Its dish is cleared, because the dish belongs to the old category. */
export const moveToCategory = (line: ModifierDraft, categoryModificatorId: number): ModifierDraft => ({
  ...line,
  categoryModificatorId,
  modificatorId: NONE,
});
