import { parseDecimal } from "#domain/decimal.ts";
import { conditionProblems, discountValueProblem, type RuleCatalogue } from "#domain/discountRules.ts";
import { discountTermsProblems, noTerms } from "#domain/discountTerms.ts";
import {
  type DiscountChoices,
  type DiscountDraft,
  parseConditions,
  parseTerms,
} from "#machines/directory/descriptors/discounts.ts";

const nameableOf = ({ categories, items }: DiscountChoices): RuleCatalogue => ({
  categoryIds: new Set(categories.map(({ id }) => id)),
  categoriesOf: new Map(items.map(({ id, categoriesId }) => [id, categoriesId])),
});

/**
 * Returns the price errors of a discount draft by field. For the kind `custom` the conditions are checked, and for any
 * other kind the value is checked. Without `choices` the dishes and categories are not checked.
 */
export const discountPriceProblems = (
  draft: DiscountDraft,
  choices?: DiscountChoices,
): Readonly<Record<string, string>> => {
  if (draft.kind === "custom")
    return draft.detail.length === 0
      ? { detail: "Добавьте хотя бы одно условие." }
      : conditionProblems(parseConditions(draft), choices && nameableOf(choices));
  const problem = discountValueProblem(draft.type, parseDecimal(draft.value));
  return problem ? { value: problem } : {};
};

/**
 * Returns the errors of a discount draft and its terms by field. The dishes and categories of the conditions are not
 * checked.
 */
export const discountProblems = (draft: DiscountDraft): Readonly<Record<string, string>> => {
  const terms = Object.entries(discountTermsProblems(parseTerms(draft) ?? noTerms));
  return {
    ...discountPriceProblems(draft),
    ...Object.fromEntries(terms.map(([field, problem]) => [`terms.${field}`, problem])),
  };
};
