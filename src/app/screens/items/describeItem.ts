import { parseDecimal } from "#domain/decimal.ts";
import { type DishDraft, NONE } from "#machines/catalogue/dishDraft.ts";
import type { DishChoices } from "#machines/directory/descriptors/items.ts";
import { describeCustomFields } from "../../directory/describeCustomFields.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { nameById } from "../../shared/nameById.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { describeComposition } from "../catalogue/describeComposition.ts";
import { pictureText } from "../catalogue/pictureText.ts";

const describeModifiers = ({ modificators }: DishDraft, choices: DishChoices): readonly Fact[] =>
  modificators.map((line) => {
    const dish = line.modificatorId === NONE ? "все" : nameById(choices.items, line.modificatorId);
    const label = `Модификатор: ${nameById(choices.categories, line.categoryModificatorId)}, ${dish}`;
    const price = (parseDecimal(line.price) ?? 0) < 0 ? "своя" : line.price;
    return [label, `порция ${line.portion}, цена ${price}${line.isRequired ? ", обязательно" : ""}`];
  });

/** Returns the values of a dish draft as text. */
export const describeItem = (draft: DishDraft, choices: DishChoices): readonly Fact[] => [
  ["Название", draft.name],
  ["Цена", draft.price],
  ["Категории", draft.categoriesId.map((id) => nameById(choices.categories, id)).join(", ")],
  ["Основная категория", draft.defaultCategoryId ? nameById(choices.categories, draft.defaultCategoryId) : ""],
  ["Артикул", draft.vendorCode],
  ["Информация для повара", draft.internalInfo],
  ...(draft.prepMinutes === undefined ? [] : [["Минут на приготовление", draft.prepMinutes] as const]),
  ["Активна", yesOrNo(draft.isActive)],
  ["Картинка", pictureText(draft.picture)],
  ...describeComposition(draft.composition, choices.stockItems),
  ...describeModifiers(draft, choices),
  ...describeCustomFields(choices.customFields, draft.customField),
];
