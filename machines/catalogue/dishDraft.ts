import type { CustomValues } from "#machines/directory/descriptors/customFields.ts";
import type { Picture } from "#machines/files/picture.ts";
import type { CompositionDraft } from "./composition.ts";

/** What can be added to a dish as its form has it: 0 is any dish of the category, -1 no category yet; a new line has a negative id. */
export interface ModifierDraft {
  id: number;
  categoryModificatorId: number;
  modificatorId: number;
  portion: string;
  price: string;
}

/** What the form of a dish holds; 0 is no default category. */
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
  /** It is the group's, looked at in a company. */
  isInherited: boolean;
  usedInItems: { id: number; name: string }[];
}

/** No category, no dish in particular. */
export const NONE = 0;
/** No category yet. */
export const NO_CATEGORY = -1;
/** The price of the dish that modifies. */
export const OWN_PRICE = -1;

/** The categories after a choice, and the default one of them: it goes when it is no longer chosen, and the first one chosen becomes it. */
export const chooseCategories = (
  draft: Pick<DishDraft, "categoriesId" | "defaultCategoryId">,
  categoriesId: number[],
): Pick<DishDraft, "categoriesId" | "defaultCategoryId"> => {
  if (categoriesId.includes(draft.defaultCategoryId))
    return { categoriesId, defaultCategoryId: draft.defaultCategoryId };
  const isFirst = draft.categoriesId.length === 0;
  return { categoriesId, defaultCategoryId: isFirst ? (categoriesId[0] ?? NONE) : NONE };
};

/** An empty modifier; its id is below every other one. */
export const blankModifier = (lines: readonly ModifierDraft[]): ModifierDraft => ({
  id: Math.min(0, ...lines.map(({ id }) => id)) - 1,
  categoryModificatorId: NO_CATEGORY,
  modificatorId: NONE,
  portion: "1",
  price: String(OWN_PRICE),
});

/** Whether a modifier stands for nothing yet. */
export const isEmptyModifier = ({ categoryModificatorId }: ModifierDraft): boolean =>
  categoryModificatorId === NO_CATEGORY;

const others = <Line>(lines: readonly Line[], at: number): readonly Line[] => lines.filter((_, index) => index !== at);

/** The dishes that a line may not take, 0 for all of its category: other lines have them. */
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

/** A line of modifiers after another category was chosen for it: the dish that was chosen is not of that category. */
export const moveToCategory = (line: ModifierDraft, categoryModificatorId: number): ModifierDraft => ({
  ...line,
  categoryModificatorId,
  modificatorId: NONE,
});
