import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import { compositionDraft, compositionLines } from "#machines/catalogue/composition.ts";
import { type DishDraft, isEmptyModifier, NONE } from "#machines/catalogue/dishDraft.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor, SaveRequestOf } from "#machines/directory/types.ts";
import { type Send, storedPicture, toFormData, toFormRequest } from "#machines/files/picture.ts";
import { type CatalogueOwner, catalogueRules, customValuesOf, isOwn } from "./catalogue.ts";
import { type CategoryRow, readCategories } from "./categories.ts";
import { type FieldDefinition, readCustomFields } from "./customFields.ts";
import { readStockItems, type StockItemRow } from "./stockItems.ts";

/** Dish as a row in the dish list. */
export type DishRow = Schemas["ItemRow"];

type Item = Schemas["Item"];

const readItems = (api: Api, scope: CatalogueOwner, signal: AbortSignal): Promise<readonly DishRow[]> =>
  "companyId" in scope
    ? unwrap(api.GET("/api/Item/Company/{companyId}/Summury", { params: { path: scope }, signal }), Array.isArray)
    : unwrap(
        api.GET("/api/Item/CompanyGroup/{companyGroupId}/Summury", { params: { path: scope }, signal }),
        Array.isArray,
      );

/** Descriptor of the dish list (business, section 2). */
export const itemDirectory: DirectoryDescriptor<CatalogueOwner, DishRow> = {
  name: "items",
  permission: () => "catalogue.edit",
  list: readItems,
  commands: {
    remove: (api, scope, { id }, signal) =>
      "companyId" in scope
        ? unwrap(api.DELETE("/api/Item/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
        : unwrap(
            api.DELETE("/api/Item/{id}/CompanyGroup/{companyGroupId}", { params: { path: { ...scope, id } }, signal }),
          ),
  },
  commandRules: catalogueRules,
};

/** Data for the select fields of the dish form. */
export interface DishChoices {
  readonly categories: readonly CategoryRow[];
  readonly stockItems: readonly StockItemRow[];
  readonly items: readonly DishRow[];
  readonly customFields: readonly FieldDefinition[];
}

const loadChoices = async (api: Api, scope: CatalogueOwner, signal: AbortSignal): Promise<DishChoices> => {
  const [categories, stockItems, all, customFields] = await Promise.all([
    readCategories(api, scope, signal),
    readStockItems(api, scope, signal),
    readItems(api, scope, signal),
    readCustomFields(api, scope, "item", signal),
  ]);
  return { categories, stockItems, items: all, customFields };
};

const readOne = (api: Api, scope: CatalogueOwner, id: number, signal: AbortSignal): Promise<Item> =>
  "companyId" in scope
    ? unwrap(api.GET("/api/Item/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
    : unwrap(api.GET("/api/Item/{id}/CompanyGroup/{companyGroupId}", { params: { path: { ...scope, id } }, signal }));

const blank: DishDraft = {
  name: "",
  price: "",
  categoriesId: [],
  defaultCategoryId: NONE,
  vendorCode: "",
  internalInfo: "",
  prepMinutes: "",
  isActive: true,
  composition: [],
  modificators: [],
  customField: {},
  picture: storedPicture(null),
  isInherited: false,
  usedInItems: [],
};

const draftOf = (scope: CatalogueOwner, item: Item): DishDraft => ({
  name: item.name,
  price: decimalText(item.sharedPrice ?? item.price),
  categoriesId: [...item.categoriesId],
  defaultCategoryId: item.defaultCategoryId ?? NONE,
  vendorCode: item.vendorCode ?? "",
  internalInfo: item.internalInfo ?? "",
  prepMinutes: item.prepMinutes === undefined ? undefined : String(item.prepMinutes ?? ""),
  isActive: item.isActive,
  composition: compositionDraft(item.composition),
  modificators: item.modificators.map(({ id = 0, portion = 1, price = -1, isRequired = false, ...line }) => ({
    id,
    categoryModificatorId: line.categoryModificatorId,
    modificatorId: line.modificatorId,
    portion: decimalText(portion),
    price: decimalText(price),
    isRequired,
  })),
  customField: customValuesOf(item.customField),
  picture: storedPicture(item.imageUrl),
  isInherited: !isOwn(scope, item),
  usedInItems: [...(item.usedInItems ?? [])],
});

const number = (text: string): number => parseDecimal(text) ?? 0;

/**
 * Returns the cooking time for the save request, minutes, or null if the user cleared it. The field is omitted if
 * the server does not support cooking times, or if no time was typed for a new dish.
 */
const prepMinutesOf = ({ prepMinutes }: DishDraft, isNew: boolean): { readonly prepMinutes?: number | null } => {
  if (prepMinutes === undefined || (isNew && prepMinutes.trim() === "")) return {};
  return { prepMinutes: prepMinutes.trim() === "" ? null : Number(prepMinutes) };
};

/**
 * Returns the dish fields for the save request. Empty ingredients and modifiers are sent too, because the server
 * reports errors by index.
 */
const fieldsOf = (draft: DishDraft) => ({
  name: draft.name,
  price: number(draft.price),
  categoriesId: draft.categoriesId,
  defaultCategoryId: draft.defaultCategoryId || null,
  vendorCode: draft.vendorCode,
  internalInfo: draft.internalInfo,
  isActive: draft.isActive,
  customField: draft.customField,
  composition: compositionLines(draft.composition),
  modificators: draft.modificators.map((line) => ({
    id: line.id,
    categoryModificatorId: line.categoryModificatorId,
    modificatorId: isEmptyModifier(line) ? NONE : line.modificatorId,
    portion: number(line.portion),
    price: number(line.price),
    isRequired: line.isRequired,
  })),
});

// The generated types declare the multipart form as an object with a name and a price. This value only satisfies these
// types, because the request sends the `FormData`.
const body = { name: "", price: 0 };

const saveItem = (
  api: Api,
  scope: CatalogueOwner,
  { id, draft, ...change }: SaveRequestOf<DishDraft>,
  signal: AbortSignal,
  send: Send | undefined,
) => {
  const header = toWriteHeaders(change);
  const form = toFormData(
    { id, ...scope, ...fieldsOf(draft), ...prepMinutesOf(draft, id === undefined) },
    draft.picture,
  );
  const request = { body, ...toFormRequest(form, draft.picture, send), signal };
  if (id === undefined)
    return "companyId" in scope
      ? unwrap(api.POST("/api/Item/Company/{companyId}", { params: { path: scope, header }, ...request }))
      : unwrap(api.POST("/api/Item/CompanyGroup/{companyGroupId}", { params: { path: scope, header }, ...request }));
  const entry = { id: Number(id) };
  return "companyId" in scope
    ? unwrap(
        api.PUT("/api/Item/{id}/Company/{companyId}", { params: { path: { ...scope, ...entry }, header }, ...request }),
      )
    : unwrap(
        api.PUT("/api/Item/{id}/CompanyGroup/{companyGroupId}", {
          params: { path: { ...scope, ...entry }, header },
          ...request,
        }),
      );
};

/**
 * Returns the descriptor of the dish editor (business, section 2). `send` replaces `fetch` and reports the progress of
 * a picture upload.
 */
export const itemEditor = (send?: Send): EditorDescriptor<CatalogueOwner, DishDraft, DishChoices> => ({
  name: "item",
  permission: () => "catalogue.edit",
  isLocked: (_scope, { isInherited }) => isInherited,
  unstored: ["picture"],
  loadChoices: loadChoices,
  blank: () => blank,
  read: async (api, scope, id, signal) => {
    const item = await readOne(api, scope, Number(id), signal);
    return { draft: draftOf(scope, item), version: item.version };
  },
  save: (api, scope, saving, signal) => saveItem(api, scope, saving, signal, send),
});
