import { describeTerms } from "#domain/discountTermsText.ts";
import {
  type DiscountChoices,
  type DiscountDraft,
  type DiscountType,
  parseTerms,
} from "#machines/directory/descriptors/discounts.ts";
import type { Fact } from "../../directory/findDifferences.ts";

const namesOf = (choices: DiscountChoices) => ({
  category: new Map(choices.categories.map(({ id, fullName }) => [id, fullName])),
  item: new Map(choices.items.map(({ id, name }) => [id, name])),
});

const amountText = (type: DiscountType, value: string): string => (type === "%" ? `${value} %` : `${value} р.`);

/** Returns the values of a discount draft as text. */
export const describeDiscount = (draft: DiscountDraft, choices: DiscountChoices): readonly Fact[] => {
  const { category, item } = namesOf(choices);
  const conditions = draft.detail.map(({ categoryId, itemId, type, value }) => {
    const where = `${category.get(categoryId) ?? "Все"} / ${item.get(itemId) ?? "Все"}`;
    return [where, amountText(type, value)] as const;
  });
  return [
    ["Название", draft.name],
    ["Порядок", draft.order],
    ["Вид", draft.kind === "general" ? "общая" : "по условиям"],
    ...(draft.kind === "general" ? [["Скидка", amountText(draft.type, draft.value)] as const] : conditions),
    ["Когда действует", describeTerms(parseTerms(draft))],
  ];
};
