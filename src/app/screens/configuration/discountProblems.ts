import { parseDecimal } from "#domain/decimal.ts";
import { conditionProblems, discountValueProblem, type RuleCatalogue } from "#domain/discountRules.ts";
import {
  type DiscountChoices,
  type DiscountDraft,
  parseConditions,
} from "#machines/directory/descriptors/discounts.ts";

const nameableOf = ({ categories, items }: DiscountChoices): RuleCatalogue => ({
  categoryIds: new Set(categories.map(({ id }) => id)),
  categoriesOf: new Map(items.map(({ id, categoriesId }) => [id, categoriesId])),
});

/**
 * Returns the errors of a discount draft by field. Only the fields of the chosen kind of discount are checked. Without
 * `choices` the dishes and categories are not checked.
 */
export const discountProblems = (draft: DiscountDraft, choices?: DiscountChoices): Readonly<Record<string, string>> => {
  if (draft.kind === "custom")
    return draft.detail.length === 0
      ? { detail: "Добавьте хотя бы одно условие." }
      : conditionProblems(parseConditions(draft), choices && nameableOf(choices));
  const problem = discountValueProblem(draft.type, parseDecimal(draft.value));
  return problem ? { value: problem } : {};
};
