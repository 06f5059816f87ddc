import { ANY, priceOrder } from "#domain/pricing.ts";
import {
  type ConditionDraft,
  type DiscountChoices,
  type DiscountDraft,
  toDiscount,
} from "#machines/directory/descriptors/discounts.ts";
import { discountPriceProblems } from "./discountProblems.ts";

/** Example of a price with and without the discount, roubles. */
interface DiscountExample {
  readonly name: string;
  readonly before: number;
  readonly after: number;
}

interface Sample {
  readonly name: string;
  readonly price: number;
  readonly itemId: number;
  readonly categoryId: number;
}

const pizza: Sample = { name: "Пицца", price: 500, itemId: 0, categoryId: 0 };

/**
 * Returns an example dish for a discount condition. The example is the condition's dish, or the first dish with a price
 * above 0 in the condition's category, or else an invented pizza.
 */
const sampleOf = ({ categoryId, itemId }: ConditionDraft, { items }: DiscountChoices): Sample => {
  const item =
    itemId === ANY
      ? categoryId !== ANY && items.find((one) => one.price > 0 && one.categoriesId.includes(categoryId))
      : items.find(({ id }) => id === itemId);
  if (!item) return { ...pizza, categoryId };
  const inCategory = categoryId === ANY ? (item.defaultCategoryId ?? item.categoriesId[0] ?? 0) : categoryId;
  return { name: item.name, price: item.price, itemId: item.id, categoryId: inCategory };
};

const MOST_EXAMPLES = 5;

/**
 * Returns at most five examples of prices with the discount, computed with the pricing rules of orders. Returns an
 * empty list if the draft has errors in the discount's value or conditions.
 */
export const discountExamples = (draft: DiscountDraft, choices: DiscountChoices): readonly DiscountExample[] => {
  if (Object.keys(discountPriceProblems(draft, choices)).length > 0) return [];
  const samples = draft.kind === "general" ? [pizza] : draft.detail.map((rule) => sampleOf(rule, choices));
  const different = samples.filter(({ name }, index) => samples.findIndex((one) => one.name === name) === index);
  const discount = toDiscount(draft);
  return different.slice(0, MOST_EXAMPLES).map(({ name, price, itemId, categoryId }) => {
    const line = { itemId, categoryId, price, count: 1, modificators: [] };
    return { name, before: price, after: priceOrder({ lines: [line], discount }).amount };
  });
};
