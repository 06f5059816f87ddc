import { type Schemas, unwrap } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { type DiscountTerms, normalizeTerms, noTerms } from "#domain/discountTerms.ts";
import { ANY, type Discount } from "#domain/pricing.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import { type CompanyPath, nextOrderOf, type OrderChoice, orderText, toReorderBody } from "./companyPath.ts";

export type DiscountRow = Schemas["Discount"];

/** Descriptor of the list of a company's discounts. Removed discounts are excluded. */
export const discountDirectory: DirectoryDescriptor<CompanyPath, DiscountRow> = {
  name: "discounts",
  permission: () => "settings.edit",
  list: (api, path, signal) =>
    unwrap(api.GET("/api/Discount/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/Discount/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
  reorder: (api, path, order, signal) =>
    unwrap(
      api.PUT("/api/Discount/Company/{companyId}/Order", { params: { path }, body: toReorderBody(order), signal }),
    ),
};

/** Unit of a discount or of a discount condition: per cent or roubles. */
export type DiscountType = Discount["type"];

/** Draft of a discount condition, with `value` as typed. An id of -1 means any category or any dish. */
export interface ConditionDraft {
  categoryId: number;
  itemId: number;
  type: DiscountType;
  value: string;
}

/**
 * Draft of the terms that limit a discount; an empty text or list sets no limit. `weekdays` are from 1 (Monday) to 7
 * (Sunday), times are "HH:mm", dates are "YYYY-MM-DD".
 */
export interface TermsDraft {
  weekdays: number[];
  startTime: string;
  endTime: string;
  startDate: string;
  endDate: string;
  minAmount: string;
  promoCode: string;
  maxUses: string;
  isOncePerCustomer: boolean;
}

/** Draft of a discount. A general discount has one value for the whole order, a custom discount has conditions. */
export interface DiscountDraft {
  name: string;
  order: string;
  kind: "general" | "custom";
  type: DiscountType;
  value: string;
  detail: ConditionDraft[];
  terms: TermsDraft;
}

/** Data for the select fields of the discount form. */
export interface DiscountChoices {
  readonly categories: readonly Schemas["Category"][];
  readonly items: readonly Schemas["MenuItem"][];
}

/** Returns an empty discount condition. It applies to any dish, or with `categoryId` to any dish of that category. */
export const blankCondition = (categoryId: number = ANY): ConditionDraft => ({
  categoryId,
  itemId: ANY,
  type: "%",
  value: "",
});

/**
 * Returns the conditions of a draft with their values parsed. A value is undefined if the typed text is not a number.
 */
export const parseConditions = (draft: DiscountDraft) =>
  draft.detail.map((rule) => ({ ...rule, value: parseDecimal(rule.value) }));

/**
 * Converts a draft into a discount with the value or the conditions, depending on `kind`. A typed value that is not
 * a number becomes 0.
 */
export const toDiscount = (draft: DiscountDraft): Discount => ({
  type: draft.type,
  value: draft.kind === "general" ? (parseDecimal(draft.value) ?? 0) : 0,
  detail: draft.kind === "custom" ? parseConditions(draft).map((rule) => ({ ...rule, value: rule.value ?? 0 })) : null,
});

const numberOf = (text: string): number | null => (text.trim() === "" ? null : (parseDecimal(text) ?? Number.NaN));

/** Converts a draft into terms, or into null if the draft sets no term. A text that is not a number becomes NaN. */
export const parseTerms = ({ terms }: Pick<DiscountDraft, "terms">): DiscountTerms | null =>
  normalizeTerms({
    weekdays: terms.weekdays,
    startTime: terms.startTime || null,
    endTime: terms.endTime || null,
    startDate: terms.startDate || null,
    endDate: terms.endDate || null,
    minAmount: numberOf(terms.minAmount),
    promoCode: terms.promoCode,
    maxUses: numberOf(terms.maxUses),
    isOncePerCustomer: terms.isOncePerCustomer,
  });

const numberText = (value: number | null): string => (value === null ? "" : decimalText(value));

const termsDraftOf = (terms: DiscountTerms): TermsDraft => ({
  weekdays: [...(terms.weekdays ?? [])],
  startTime: terms.startTime ?? "",
  endTime: terms.endTime ?? "",
  startDate: terms.startDate ?? "",
  endDate: terms.endDate ?? "",
  minAmount: numberText(terms.minAmount),
  promoCode: terms.promoCode ?? "",
  maxUses: numberText(terms.maxUses),
  isOncePerCustomer: terms.isOncePerCustomer,
});

/** Returns a draft that sets no term. */
export const blankTerms = (): TermsDraft => termsDraftOf(noTerms);

/**
 * Returns the terms for a save, with null to remove the stored terms. Omits `terms` if neither the draft nor the
 * stored discount has terms.
 */
const toTermsSave = (draft: DiscountDraft, base: DiscountDraft | undefined): Pick<Schemas["DiscountSave"], "terms"> => {
  const terms = parseTerms(draft);
  if (terms === null) return base && parseTerms(base) !== null ? { terms: null } : {};
  return { terms: { ...terms, weekdays: terms.weekdays && [...terms.weekdays] } };
};

const draftOf = ({ name, order, type, value, detail, terms }: DiscountRow): DiscountDraft => ({
  name,
  order: orderText(order),
  kind: detail ? "custom" : "general",
  type,
  value: decimalText(value),
  detail: (detail ?? []).map((rule) => ({ ...rule, value: decimalText(rule.value) })),
  terms: termsDraftOf(terms ?? noTerms),
});

export const discountEditor: EditorDescriptor<CompanyPath, DiscountDraft, DiscountChoices & OrderChoice> = {
  name: "discount",
  permission: () => "settings.edit",
  loadChoices: async (api, path, signal) => {
    const [categories, items, discounts] = await Promise.all([
      unwrap(api.GET("/api/Category/Company/{companyId}", { params: { path }, signal }), Array.isArray),
      unwrap(api.GET("/api/Item/Company/{companyId}", { params: { path }, signal }), Array.isArray),
      discountDirectory.list(api, path, signal),
    ]);
    return { categories, items, nextOrder: nextOrderOf(discounts) };
  },
  blank: (_, { nextOrder }) => ({
    name: "",
    order: nextOrder,
    kind: "general",
    type: "%",
    value: "",
    detail: [],
    terms: blankTerms(),
  }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const discount = await unwrap(api.GET("/api/Discount/{id}/Company/{companyId}", { params, signal }));
    return { draft: draftOf(discount), version: discount.version };
  },
  save: (api, { companyId }, { id, draft, version, base, key }, signal) => {
    const { type, value, detail } = toDiscount(draft);
    const body = {
      name: draft.name,
      type,
      value,
      detail: detail && [...detail],
      order: Number(draft.order),
      ...toTermsSave(draft, base),
    };
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
