import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { type EntryVersion, toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";

type FieldAnswer = Schemas["CustomField"];

/** Definition of a custom field. If the server sends no kind, the field is a text field. */
export interface FieldDefinition extends FieldAnswer {
  kind: CustomFieldKind;
  options: string[];
}

/** Type of record that has the custom field, such as a dish or a category. */
export type CustomFieldType = Schemas["CustomFieldType"];

/** Value type of a custom field. */
export type CustomFieldKind = NonNullable<FieldAnswer["kind"]>;

/** Values of a record's custom fields by field name. */
export type CustomValues = Record<string, string | number | boolean>;

/** Owner of custom fields: a company or a company group. */
export type FieldScope = { readonly companyId: number } | { readonly companyGroupId: number };

const complete = (field: FieldAnswer): FieldDefinition => ({
  ...field,
  kind: field.kind ?? "text",
  options: field.options ?? [],
});

/** Reads the custom fields of a company or group. Without `type` the fields of all record types are read. */
export const readCustomFields = async (
  api: Api,
  scope: FieldScope,
  type: CustomFieldType | undefined,
  signal: AbortSignal,
): Promise<readonly FieldDefinition[]> => {
  const query = type === undefined ? {} : { type };
  const fields = await unwrap(
    "companyId" in scope
      ? api.GET("/api/CustomField/Company/{companyId}", { params: { path: scope, query }, signal })
      : api.GET("/api/CustomField/CompanyGroup/{companyGroupId}", { params: { path: scope, query }, signal }),
    Array.isArray,
  );
  return fields.map(complete);
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

const permissionOf = (scope: FieldScope): string => ("companyId" in scope ? "settings.edit" : "catalogue.edit");

/** Descriptor of the list of custom fields. */
export const customFieldDirectory: DirectoryDescriptor<FieldScope, FieldDefinition> = {
  name: "customFields",
  permission: permissionOf,
  list: (api, scope, signal) => readCustomFields(api, scope, undefined, signal),
  commands: { remove },
  commandRules: (scope) => ({
    remove: ({ isCompanyGroup }) => (isCompanyGroup && "companyId" in scope ? "disabled" : "allowed"),
  }),
};

/** Draft of a custom field. Each line of `options` is one choice. */
export interface FieldDraft {
  type: CustomFieldType;
  name: string;
  title: string;
  kind: CustomFieldKind;
  options: string;
  /** True if the field belongs to a group of companies. A company can read such a field, but cannot change it. */
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

const readField = async (api: Api, scope: FieldScope, id: number, signal: AbortSignal): Promise<FieldDefinition> =>
  complete(
    await unwrap(
      "companyId" in scope
        ? api.GET("/api/CustomField/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal })
        : api.GET("/api/CustomField/{id}/CompanyGroup/{companyGroupId}", {
            params: { path: { ...scope, id } },
            signal,
          }),
    ),
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

/** Descriptor of the custom field editor. The type, name and kind of an existing field cannot be changed. */
export const customFieldEditor: EditorDescriptor<FieldScope, FieldDraft> = {
  name: "customField",
  permission: permissionOf,
  isLocked: (scope, { isCompanyGroup }) => isCompanyGroup && "companyId" in scope,
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
    return {
      draft: { type, name, title, kind, options: options.join("\n"), isCompanyGroup: isCompanyGroup ?? false },
      version,
    };
  },
  save: (api, scope, { id, draft, version, key }, signal) => {
    const { type, name, title, kind } = draft;
    const options = kind === "list" ? parseOptions(draft.options) : [];
    if (id === undefined) return create(api, scope, { type, name: name.trim(), title, kind, options }, key, signal);
    return change(api, scope, { id: Number(id), version, key }, { title, options }, signal);
  },
};
