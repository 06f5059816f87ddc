import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import { type CategoryRow, readCategories } from "./categories.ts";
import type { CompanyPath } from "./companyPath.ts";

export type KitchenStationRow = Schemas["KitchenStation"];

/** Descriptor of the query for the stations of a company's kitchen. */
export const kitchenStationsQuery: QueryDescriptor<CompanyPath, readonly KitchenStationRow[]> = {
  name: "kitchenStations",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/KitchenStation/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
};

/** Descriptor of the list of a company's kitchen stations. */
export const kitchenStationDirectory: DirectoryDescriptor<CompanyPath, KitchenStationRow> = {
  name: "kitchenStations",
  permission: () => "settings.edit",
  list: kitchenStationsQuery.load,
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(
        api.DELETE("/api/KitchenStation/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      ),
  },
};

/** Draft of a kitchen station. `prepMinutes` is the cooking time as typed, or empty for the default cooking time. */
export interface KitchenStationDraft {
  name: string;
  categoriesId: number[];
  prepMinutes: string;
  isExpo: boolean;
}

export const kitchenStationEditor: EditorDescriptor<
  CompanyPath,
  KitchenStationDraft,
  { readonly categories: readonly CategoryRow[] }
> = {
  name: "kitchenStation",
  permission: () => "settings.edit",
  loadChoices: async (api, path, signal) => ({ categories: await readCategories(api, path, signal) }),
  blank: () => ({ name: "", categoriesId: [], prepMinutes: "", isExpo: false }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, categoriesId, prepMinutes, isExpo, version } = await unwrap(
      api.GET("/api/KitchenStation/{id}/Company/{companyId}", { params, signal }),
    );
    return {
      draft: { name, categoriesId, prepMinutes: prepMinutes === null ? "" : String(prepMinutes), isExpo },
      version,
    };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const { prepMinutes, ...rest } = draft;
    const body = { companyId, ...rest, prepMinutes: prepMinutes.trim() === "" ? null : Number(prepMinutes) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/KitchenStation/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/KitchenStation/{id}/Company/{companyId}", { params, body, signal }));
  },
};
