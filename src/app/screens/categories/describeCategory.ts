import type { CategoryChoices, CategoryDraft } from "#machines/directory/descriptors/categories.ts";
import { describeCustomFields } from "../../directory/describeCustomFields.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { pictureText } from "../catalogue/pictureText.ts";

const parentText = (parentId: number | null, { categories }: CategoryChoices): string =>
  parentId === null ? "" : (categories.find(({ id }) => id === parentId)?.fullName ?? `категория № ${parentId}`);

/** Returns the values of a category draft as text. */
export const describeCategory = (
  { name, parentId, isActive, customField, picture }: CategoryDraft,
  choices: CategoryChoices,
): readonly Fact[] => [
  ["Название", name],
  ["Родительская категория", parentText(parentId, choices)],
  ["Активна", yesOrNo(isActive)],
  ["Картинка", pictureText(picture)],
  ...describeCustomFields(choices.customFields, customField),
];
