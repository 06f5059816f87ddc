import { unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";
import { type StatusOption, toStatusOption } from "./statusOption.ts";

/**
 * Draft of the public shop of a company, with times as HH:MM. A status id of 0 means the first status of the company.
 */
export interface ShopDraft {
  slug: string;
  opensAt: string;
  closesAt: string;
  isPaused: boolean;
  paymentMethodsId: number[];
  statusId: number;
}

/** Payment methods that the company can offer to guests, and statuses in which an order of a guest can begin. */
export interface ShopChoices {
  readonly methods: readonly { readonly id: number; readonly name: string }[];
  readonly statuses: readonly StatusOption[];
}

/** Descriptor of the editor of a company's shop. Each company has at most one shop. */
export const shopEditor: EditorDescriptor<CompanyPath, ShopDraft, ShopChoices> = {
  name: "shop",
  permission: () => "company.edit",
  loadChoices: async (api, path, signal) => {
    const params = { path };
    const [methods, statuses] = await Promise.all([
      unwrap(api.GET("/api/PaymentMethod/Company/{companyId}/Summury", { params, signal }), Array.isArray),
      unwrap(api.GET("/api/OrderStatus/Company/{companyId}/Summury", { params, signal }), Array.isArray),
    ]);
    return {
      methods: methods.map(({ id, name }) => ({ id, name })),
      statuses: statuses
        .filter((one) => !(one.isTechnical || one.isRequireReason || one.isClosed || one.isCancel))
        .map(toStatusOption),
    };
  },
  blank: () => ({
    slug: "",
    opensAt: "00:00",
    closesAt: "00:00",
    isPaused: false,
    paymentMethodsId: [],
    statusId: 0,
  }),
  read: async (api, path, _id, signal) => {
    const { version, statusId, ...shop } = await unwrap(
      api.GET("/api/Shop/Company/{companyId}", { params: { path }, signal }),
    );
    return { draft: { ...shop, statusId: statusId ?? 0 }, version };
  },
  save: async (api, path, { draft, version, key }, signal) => {
    const body = { ...draft, slug: draft.slug.trim(), statusId: draft.statusId || null };
    const params = { path, header: toWriteHeaders({ version, key }) };
    await unwrap(api.PUT("/api/Shop/Company/{companyId}", { params, body, signal }));
    return { id: path.companyId };
  },
};

/** Category of a shop in a draft. An empty title means the name of the category. */
export interface ShopCategoryDraft {
  categoryId: number;
  name: string;
  title: string;
  isShown: boolean;
  dishCount: number;
}

/** Draft of the categories of a shop, in the sequence in which the shop shows them. */
export interface ShopCategoriesDraft {
  categories: ShopCategoryDraft[];
}

/** Descriptor of the editor of a shop's categories. */
export const shopCategoriesEditor: EditorDescriptor<CompanyPath, ShopCategoriesDraft> = {
  name: "shopCategories",
  permission: () => "company.edit",
  loadChoices: async () => undefined,
  blank: () => ({ categories: [] }),
  read: async (api, path, _id, signal) => {
    const { categories, version } = await unwrap(
      api.GET("/api/Shop/Company/{companyId}/Category", { params: { path }, signal }),
    );
    return { draft: { categories: categories.map((one) => ({ ...one, title: one.title ?? "" })) }, version };
  },
  save: async (api, path, { draft, version, key }, signal) => {
    const categories = draft.categories
      .filter(({ isShown }) => isShown)
      .map(({ categoryId, title }) => ({ categoryId, title: title.trim() || null }));
    const params = { path, header: toWriteHeaders({ version, key }) };
    await unwrap(api.PUT("/api/Shop/Company/{companyId}/Category", { params, body: { categories }, signal }));
    return { id: path.companyId };
  },
};

/** Returns the categories after one category was moved to the index `to`. */
export const moveCategory = (
  categories: readonly ShopCategoryDraft[],
  categoryId: number,
  to: number,
): ShopCategoryDraft[] => {
  const moved = categories.find((one) => one.categoryId === categoryId);
  return moved ? categories.filter((one) => one !== moved).toSpliced(to, 0, moved) : [...categories];
};
