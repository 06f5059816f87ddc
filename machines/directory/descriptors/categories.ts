import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor, SaveRequestOf } from "#machines/directory/types.ts";
import { type Picture, type Send, storedPicture, toFormData, toFormRequest } from "#machines/files/picture.ts";
import { type CatalogueOwner, catalogueRules, customValuesOf, isOwn } from "./catalogue.ts";
import { type CustomValues, type FieldDefinition, readCustomFields } from "./customFields.ts";

export type CategoryRow = Schemas["Category"];

/** Reads the categories of a catalogue, including those inherited from a company group. */
export const readCategories = (
  api: Api,
  scope: CatalogueOwner,
  signal: AbortSignal,
): Promise<readonly CategoryRow[]> =>
  "companyId" in scope
    ? unwrap(api.GET("/api/Category/Company/{companyId}/Summury", { params: { path: scope }, signal }), Array.isArray)
    : unwrap(
        api.GET("/api/Category/CompanyGroup/{companyGroupId}/Summury", { params: { path: scope }, signal }),
        Array.isArray,
      );

const { compare } = new Intl.Collator("ru");

/**
 * Compares two categories by full name. A full name begins with the names of the parent categories, so a sorted list
 * looks like a tree.
 */
export const byFullName = (one: Pick<CategoryRow, "fullName">, other: Pick<CategoryRow, "fullName">): number =>
  compare(one.fullName, other.fullName);

/** Descriptor of the category list (business, section 2). */
export const categoryDirectory: DirectoryDescriptor<CatalogueOwner, CategoryRow> = {
  name: "categories",
  permission: () => "catalogue.edit",
  list: async (api, scope, signal) => (await readCategories(api, scope, signal)).toSorted(byFullName),
  commands: {
    remove: (api, scope, { id }, signal) =>
      "companyId" in scope
        ? unwrap(api.DELETE("/api/Category/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
        : unwrap(
            api.DELETE("/api/Category/{id}/CompanyGroup/{companyGroupId}", {
              params: { path: { ...scope, id } },
              signal,
            }),
          ),
  },
  commandRules: catalogueRules,
};

export interface CategoryDraft {
  name: string;
  parentId: number | null;
  isActive: boolean;
  customField: CustomValues;
  picture: Picture;
  /** True if the category belongs to a group of companies. */
  isCompanyGroup: boolean;
}

/** Returns an empty draft of a category. */
export const blankCategory = (scope: CatalogueOwner): CategoryDraft => ({
  name: "",
  parentId: null,
  isActive: true,
  customField: {},
  picture: storedPicture(null),
  isCompanyGroup: "companyGroupId" in scope,
});

/** Returns the row of a category that was just created from `draft`. The category has no parent, picture or dishes. */
export const newCategoryRow = (id: number, { name, isActive, isCompanyGroup }: CategoryDraft): CategoryRow => ({
  id,
  name,
  fullName: name,
  parentId: null,
  imageUrl: null,
  customField: {},
  isActive,
  isCompanyGroup,
  countItems: 0,
});

/** Data for the category form. `categories` also contains the categories that are inherited from a company group. */
export interface CategoryChoices {
  readonly categories: readonly CategoryRow[];
  readonly customFields: readonly FieldDefinition[];
}

const loadChoices = async (api: Api, scope: CatalogueOwner, signal: AbortSignal): Promise<CategoryChoices> => {
  const [known, customFields] = await Promise.all([
    readCategories(api, scope, signal),
    readCustomFields(api, scope, "category", signal),
  ]);
  return { categories: known, customFields };
};

const readOne = (api: Api, scope: CatalogueOwner, id: number, signal: AbortSignal) =>
  "companyId" in scope
    ? unwrap(api.GET("/api/Category/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
    : unwrap(
        api.GET("/api/Category/{id}/CompanyGroup/{companyGroupId}", { params: { path: { ...scope, id } }, signal }),
      );

const fieldsOf = ({ name, parentId, isActive, customField }: CategoryDraft) => ({
  name,
  parentId,
  isActive,
  customField,
});

// The generated types declare the multipart form as an object with a name. This value only satisfies these types,
// because the request sends the `FormData`.
const body = { name: "" };

const saveCategory = (
  api: Api,
  scope: CatalogueOwner,
  { id, draft, ...change }: SaveRequestOf<CategoryDraft>,
  signal: AbortSignal,
  send: Send | undefined,
) => {
  const header = toWriteHeaders(change);
  const form = toFormData({ id, ...fieldsOf(draft) }, draft.picture);
  const request = { body, ...toFormRequest(form, draft.picture, send), signal };
  if (id === undefined)
    return "companyId" in scope
      ? unwrap(api.POST("/api/Category/Company/{companyId}", { params: { path: scope, header }, ...request }))
      : unwrap(
          api.POST("/api/Category/CompanyGroup/{companyGroupId}", { params: { path: scope, header }, ...request }),
        );
  const entry = { id: Number(id) };
  return "companyId" in scope
    ? unwrap(
        api.PUT("/api/Category/{id}/Company/{companyId}", {
          params: { path: { ...scope, ...entry }, header },
          ...request,
        }),
      )
    : unwrap(
        api.PUT("/api/Category/{id}/CompanyGroup/{companyGroupId}", {
          params: { path: { ...scope, ...entry }, header },
          ...request,
        }),
      );
};

/**
 * Returns the descriptor of the category editor. `send` replaces `fetch` and reports the progress of a picture upload.
 */
export const categoryEditor = (send?: Send): EditorDescriptor<CatalogueOwner, CategoryDraft, CategoryChoices> => ({
  name: "category",
  permission: () => "catalogue.edit",
  isLocked: (scope, category) => !isOwn(scope, category),
  unstored: ["picture"],
  loadChoices: loadChoices,
  blank: blankCategory,
  read: async (api, scope, id, signal) => {
    const category = await readOne(api, scope, Number(id), signal);
    const { name, parentId, isActive, isCompanyGroup, imageUrl, version } = category;
    const customField = customValuesOf(category.customField);
    const picture = storedPicture(imageUrl);
    return { draft: { name, parentId, isActive, customField, picture, isCompanyGroup }, version };
  },
  save: (api, scope, saving, signal) => saveCategory(api, scope, saving, signal, send),
});
