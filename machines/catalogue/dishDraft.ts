import type { CustomValues } from "#machines/directory/descriptors/customFields.ts";
import type { Picture } from "#machines/files/picture.ts";
import type { CompositionDraft } from "./composition.ts";

/**
 * Draft of a modifier; a negative `id` marks a modifier that is not saved yet. A `modificatorId` of 0 allows any dish
 * of the category.
 */
export interface ModifierDraft {
  id: number;
  categoryModificatorId: number;
  modificatorId: number;
  portion: string;
  price: string;
  /**
   * True if the customer must choose a modifier of this category; equal for all modifiers of the category. Absent in
   * drafts that older versions of the application stored.
   */
  isRequired?: boolean | undefined;
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
  /** True if the dish belongs to the company's group. The company can then only read the dish. */
  isInherited: boolean;
  usedInItems: { id: number; name: string }[];
}

/** Id that means "no category" in a category field, and "any dish of the category" in a modifier's dish field. */
export const NONE = 0;
/** Value of a modifier's category field before the user chooses a category. */
export const NO_CATEGORY = -1;
/**
 * Value of a modifier's price field if the modifier has no special price. The price of the modifier's dish then
 * applies.
 */
export const OWN_PRICE = -1;

/**
 * Returns the category fields after the user chose categories; a default category that is no longer chosen is cleared.
 * If no category was chosen before, the first chosen category becomes the default.
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

/** Returns an empty modifier. Its negative id differs from the ids of all `lines`. */
export const blankModifier = (lines: readonly ModifierDraft[]): ModifierDraft => ({
  id: Math.min(0, ...lines.map(({ id }) => id)) - 1,
  categoryModificatorId: NO_CATEGORY,
  modificatorId: NONE,
  portion: "1",
  price: String(OWN_PRICE),
  isRequired: false,
});

/** Returns true if no category is chosen for the modifier. */
export const isEmptyModifier = ({ categoryModificatorId }: ModifierDraft): boolean =>
  categoryModificatorId === NO_CATEGORY;

const others = <Line>(lines: readonly Line[], at: number): readonly Line[] => lines.filter((_, index) => index !== at);

/**
 * Returns the dish ids of all modifiers except the modifier at index `at`. Contains 0 if another modifier of the same
 * category allows any dish of this category.
 */
export const modifiersOfOtherLines = (lines: readonly ModifierDraft[], at: number): ReadonlySet<number> => {
  const category = lines[at]?.categoryModificatorId;
  return new Set(
    others(lines, at).flatMap((line) =>
      isEmptyModifier(line) || (line.modificatorId === NONE && line.categoryModificatorId !== category)
        ? []
        : [line.modificatorId],
    ),
  );
};

/**
 * Returns the lines after the line at index `at` got a new category. The dish of the line is cleared, because it
 * belongs to the old category. The line becomes required if the other lines of the new category are required, otherwise
 * optional.
 */
export const moveToCategory = (
  lines: readonly ModifierDraft[],
  at: number,
  categoryModificatorId: number,
): ModifierDraft[] => {
  const isRequired = others(lines, at).some(
    (line) => line.categoryModificatorId === categoryModificatorId && line.isRequired === true,
  );
  return lines.map((line, index) =>
    index === at ? { ...line, categoryModificatorId, modificatorId: NONE, isRequired } : line,
  );
};

/** Returns the lines after the user made the modifiers of a category required or optional. */
export const requireCategory = (
  lines: readonly ModifierDraft[],
  categoryModificatorId: number,
  isRequired: boolean,
): ModifierDraft[] =>
  lines.map((line) => (line.categoryModificatorId === categoryModificatorId ? { ...line, isRequired } : line));

/** Returns true if the line at index `at` has a category, and no earlier line has the same category. */
export const isFirstOfCategory = (lines: readonly ModifierDraft[], at: number): boolean => {
  const category = lines[at]?.categoryModificatorId ?? NO_CATEGORY;
  return category !== NO_CATEGORY && lines.findIndex((line) => line.categoryModificatorId === category) === at;
};
