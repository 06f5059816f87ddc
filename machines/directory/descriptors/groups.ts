import { type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import { SYSTEM_ADMIN } from "#machines/session/userRights.ts";
import { readAllCompanies } from "./allCompanies.ts";

/** Group of companies as a row in the list. */
export type GroupRow = Schemas["CompanyGroup"];

export interface GroupDraft {
  name: string;
  companyIds: number[];
}

/** Companies that can be added to a group. */
export type GroupChoices = readonly Schemas["AdminCompany"][];

/** Descriptor of the list of company groups that the user may see. */
export const groupDirectory: DirectoryDescriptor<undefined, GroupRow> = {
  name: "groups",
  permission: () => SYSTEM_ADMIN,
  list: (api, _scope, signal) => unwrap(api.GET("/api/CompanyGroup", { signal }), Array.isArray),
  commands: {
    remove: (api, _scope, { id: companyGroupId }, signal) =>
      unwrap(api.DELETE("/api/CompanyGroup/{companyGroupId}", { params: { path: { companyGroupId } }, signal })),
  },
};

/** Read-only descriptor of a company group, for users of the companies in the group. */
export const groupReader: Pick<EditorDescriptor<undefined, GroupRow>, "loadChoices" | "read"> = {
  loadChoices: async () => undefined,
  read: async (api, _scope, id, signal) => {
    const params = { path: { companyGroupId: Number(id) } };
    return { draft: await unwrap(api.GET("/api/CompanyGroup/{companyGroupId}", { params, signal })) };
  },
};

/** Descriptor of the company group editor for global administrators. */
export const groupEditor: EditorDescriptor<undefined, GroupDraft, GroupChoices> = {
  name: "group",
  permission: () => SYSTEM_ADMIN,
  loadChoices: (api, _scope, signal) => readAllCompanies(api, signal),
  blank: () => ({ name: "", companyIds: [] }),
  read: async (api, scope, id, signal) => {
    const { name, companies, version } = (await groupReader.read(api, scope, id, signal)).draft;
    return { draft: { name, companyIds: companies.map((company) => company.id) }, version };
  },
  save: (api, _scope, { id, draft: body, version, key }, signal) => {
    if (id === undefined)
      return unwrap(api.POST("/api/CompanyGroup", { params: { header: { "Idempotency-Key": key } }, body, signal }));
    const params = { path: { companyGroupId: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/CompanyGroup/{companyGroupId}", { params, body, signal }));
  },
};
