import { type Api, type Schemas, unwrap } from "#api/client.ts";
import {
  type DirectoryDescriptor,
  type EditorDescriptor,
  type EntryVersion,
  toWriteHeaders,
} from "#machines/directory/types.ts";

/** A custom field as it is defined. */
export type FieldDefinition = Schemas["CustomField"];

/** What kind of entry has a custom field. */
export type CustomFieldType = Schemas["CustomFieldType"];

/** What the values of a custom field are. */
export type CustomFieldKind = FieldDefinition["kind"];

/** The values of an entry by the names of the fields; the same in a draft and on the wire. */
export type CustomValues = Record<string, string | number | boolean>;

/** Whose fields they are. */
export type FieldScope = { readonly companyId: number } | { readonly companyGroupId: number };

/** The custom fields that entries of a scope have, of one type or of all. */
export const readCustomFields = (
  api: Api,
  scope: FieldScope,
  type: CustomFieldType | undefined,
  signal: AbortSignal,
): Promise<readonly FieldDefinition[]> => {
  const query = type === undefined ? {} : { type };
  return "companyId" in scope
    ? unwrap(api.GET("/api/CustomField/Company/{companyId}", { params: { path: scope, query }, signal }), Array.isArray)
    : unwrap(
        api.GET("/api/CustomField/CompanyGroup/{companyGroupId}", { params: { path: scope, query }, signal }),
        Array.isArray,
      );
};

const remove = (api: Api, scope: FieldScope, { id }: FieldDefinition, signal: AbortSignal): Promise<unknown> =>
  "companyId" in scope
    ? unwrap(api.DELETE("/api/CustomField/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
    : unwrap(
        api.DELETE("/api/CustomField/{id}/CompanyGroup/{companyGroupId}", {
          params: { path: { ...scope, id } },
          signal,
        }),
      );

/** The custom fields of a company or of a group. */
export const customFieldDirectory: DirectoryDescriptor<FieldScope, FieldDefinition> = {
  name: "customFields",
  list: (api, scope, signal) => readCustomFields(api, scope, undefined, signal),
  commands: { remove },
};

/** A custom field as its form has it; the choices one a line. */
export interface FieldDraft {
  type: CustomFieldType;
  name: string;
  title: string;
  kind: CustomFieldKind;
  options: string;
  /** It belongs to a group, so that a company only reads it. */
  isCompanyGroup: boolean;
}

export const parseOptions = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

const readField = (api: Api, scope: FieldScope, id: number, signal: AbortSignal): Promise<FieldDefinition> =>
  "companyId" in scope
    ? unwrap(api.GET("/api/CustomField/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
    : unwrap(
        api.GET("/api/CustomField/{id}/CompanyGroup/{companyGroupId}", { params: { path: { ...scope, id } }, signal }),
      );

const create = (api: Api, scope: FieldScope, body: Schemas["CustomFieldSave"], key: string, signal: AbortSignal) => {
  const header = { "Idempotency-Key": key };
  return "companyId" in scope
    ? unwrap(api.POST("/api/CustomField/Company/{companyId}", { params: { path: scope, header }, body, signal }))
    : unwrap(
        api.POST("/api/CustomField/CompanyGroup/{companyGroupId}", { params: { path: scope, header }, body, signal }),
      );
};

const change = (
  api: Api,
  scope: FieldScope,
  { id, ...seen }: { id: number } & EntryVersion,
  body: Schemas["CustomFieldUpdate"],
  signal: AbortSignal,
) => {
  const header = toWriteHeaders(seen);
  return "companyId" in scope
    ? unwrap(
        api.PUT("/api/CustomField/{id}/Company/{companyId}", {
          params: { path: { ...scope, id }, header },
          body,
          signal,
        }),
      )
    : unwrap(
        api.PUT("/api/CustomField/{id}/CompanyGroup/{companyGroupId}", {
          params: { path: { ...scope, id }, header },
          body,
          signal,
        }),
      );
};

/** The form of a custom field; type, name and kind stay what they were made as. */
export const customFieldEditor: EditorDescriptor<FieldScope, FieldDraft> = {
  name: "customField",
  loadChoices: async () => undefined,
  blank: (scope) => ({
    type: "item",
    name: "",
    title: "",
    kind: "text",
    options: "",
    isCompanyGroup: "companyGroupId" in scope,
  }),
  read: async (api, scope, id, signal) => {
    const { type, name, title, kind, options, isCompanyGroup, version } = await readField(
      api,
      scope,
      Number(id),
      signal,
    );
    return { draft: { type, name, title, kind, options: options.join("\n"), isCompanyGroup }, version };
  },
  save: (api, scope, { id, draft, version, key }, signal) => {
    const { type, name, title, kind } = draft;
    const options = kind === "list" ? parseOptions(draft.options) : [];
    if (id === undefined) return create(api, scope, { type, name: name.trim(), title, kind, options }, key, signal);
    return change(api, scope, { id: Number(id), version, key }, { title, options }, signal);
  },
};
