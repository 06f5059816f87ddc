import { type Schemas, unwrap } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { conditionProblems, discountValueProblem, type Nameable } from "#domain/discountRules.ts";
import { ANY, type Discount, priceOrder } from "#domain/pricing.ts";
import { type Edited, type Listed, toWriteHeaders } from "#machines/directory/types.ts";
import { type CompanyPlace, orderOf, orderText, reordered } from "./companyPlace.ts";

/** A discount of the list. */
export type DiscountRow = Schemas["Discount"];

/** The discounts of a company that are in use. */
export const discounts: Listed<CompanyPlace, DiscountRow> = {
  name: "discounts",
  list: (api, path, signal) =>
    unwrap(api.GET("/api/Discount/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/Discount/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
  reorder: (api, path, order, signal) =>
    unwrap(api.PUT("/api/Discount/Company/{companyId}/Order", { params: { path }, body: reordered(order), signal })),
};

/** How a discount or a condition of it takes off. */
export type DiscountType = Discount["type"];

/** A condition as the form has it; -1 means any, the value is what was typed. */
export interface ConditionDraft {
  categoryId: number;
  itemId: number;
  type: DiscountType;
  value: string;
}

/** A discount as its form has it: a general one, or one by conditions. */
export interface DiscountDraft {
  name: string;
  order: string;
  kind: "general" | "custom";
  type: DiscountType;
  value: string;
  detail: ConditionDraft[];
}

/** What the form of a discount chooses from. */
export interface DiscountChoices {
  readonly categories: readonly Schemas["Category"][];
  readonly items: readonly Schemas["MenuItem"][];
}

/** A condition for everything. */
export const blankCondition = (categoryId: number = ANY): ConditionDraft => ({
  categoryId,
  itemId: ANY,
  type: "%",
  value: "",
});

const nameableOf = ({ categories, items }: DiscountChoices): Nameable => ({
  categoryIds: new Set(categories.map(({ id }) => id)),
  categoriesOf: new Map(items.map(({ id, categoriesId }) => [id, categoriesId])),
});

const rulesOf = (draft: DiscountDraft) => draft.detail.map((rule) => ({ ...rule, value: parseDecimal(rule.value) }));

/** What is wrong with the draft, by field; what the kind of the discount does not use is not looked at, nor is the catalogue without `choices`. */
export const discountProblems = (draft: DiscountDraft, choices?: DiscountChoices): Readonly<Record<string, string>> => {
  if (draft.kind === "custom")
    return draft.detail.length === 0
      ? { detail: "Добавьте хотя бы одно условие." }
      : conditionProblems(rulesOf(draft), choices && nameableOf(choices));
  const problem = discountValueProblem(draft.type, parseDecimal(draft.value));
  return problem ? { value: problem } : {};
};

const discountOf = (draft: DiscountDraft): Discount => ({
  type: draft.type,
  value: draft.kind === "general" ? (parseDecimal(draft.value) ?? 0) : 0,
  detail: draft.kind === "custom" ? rulesOf(draft).map((rule) => ({ ...rule, value: rule.value ?? 0 })) : null,
});

/** What something costs without and with the discount, roubles. */
export interface DiscountExample {
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

/** Something that a condition is about: its item, else the first one of its category, else a pizza. */
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

/** What the discount makes of a few prices, by the rules that orders are priced by; none while something is wrong with it. */
export const discountExamples = (draft: DiscountDraft, choices: DiscountChoices): readonly DiscountExample[] => {
  if (Object.keys(discountProblems(draft, choices)).length > 0) return [];
  const samples = draft.kind === "general" ? [pizza] : draft.detail.map((rule) => sampleOf(rule, choices));
  const different = samples.filter(({ name }, place) => samples.findIndex((one) => one.name === name) === place);
  const discount = discountOf(draft);
  return different.slice(0, MOST_EXAMPLES).map(({ name, price, itemId, categoryId }) => {
    const line = { itemId, categoryId, price, count: 1, modificators: [] };
    return { name, before: price, after: priceOrder({ lines: [line], discount }).amount };
  });
};

const draftOf = ({ name, order, type, value, detail }: DiscountRow): DiscountDraft => ({
  name,
  order: orderText(order),
  kind: detail ? "custom" : "general",
  type,
  value: decimalText(value),
  detail: (detail ?? []).map((rule) => ({ ...rule, value: decimalText(rule.value) })),
});

/** The form of a discount. */
export const discountEditor: Edited<CompanyPlace, DiscountDraft, DiscountChoices> = {
  name: "discount",
  loadChoices: async (api, path, signal) => {
    const [categories, items] = await Promise.all([
      unwrap(api.GET("/api/Category/Company/{companyId}", { params: { path }, signal }), Array.isArray),
      unwrap(api.GET("/api/Item/Company/{companyId}", { params: { path }, signal }), Array.isArray),
    ]);
    return { categories, items };
  },
  blank: () => ({ name: "", order: "", kind: "general", type: "%", value: "", detail: [] }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const discount = await unwrap(api.GET("/api/Discount/{id}/Company/{companyId}", { params, signal }));
    return { draft: draftOf(discount), version: discount.version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const { type, value, detail } = discountOf(draft);
    const body = { name: draft.name, type, value, detail: detail && [...detail], ...orderOf(draft.order) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/Discount/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(
      api.PUT("/api/Discount/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }),
    );
  },
};
