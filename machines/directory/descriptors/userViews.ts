import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type UserViewRow = Schemas["UserView"];

/** Descriptor of the query for the saved views that the user can see. */
export const userViewsQuery: QueryDescriptor<CompanyPath, readonly UserViewRow[]> = {
  name: "userViews",
  load: (api, path, signal) =>
    unwrap(api.GET("/api/UserView/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
};

/** Descriptor of the list of saved views. */
export const userViewDirectory: DirectoryDescriptor<CompanyPath, UserViewRow> = {
  name: "userViews",
  list: userViewsQuery.load,
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/UserView/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
};

/** Order list that a saved view opens, and the query string with the filters of the list. */
export interface ViewTarget {
  readonly screen: Schemas["UserViewScreen"];
  readonly query: string;
}

/** Draft of a saved view. An empty `roleId` means that only the author sees the view. */
export interface UserViewDraft extends ViewTarget {
  readonly name: string;
  readonly roleId: string;
}

/** Roles that a view can be shared with. Empty if the user may not share views. */
export interface UserViewChoices {
  readonly roles: readonly Schemas["Role"][];
}

/**
 * Returns the descriptor of the form of a saved view, with roles only if `mayShare` is true. `target` is the order list
 * to save in the view; without it, an edited view keeps its order list.
 */
export const userViewEditor = (
  target: ViewTarget | undefined,
  mayShare: boolean,
): EditorDescriptor<CompanyPath, UserViewDraft, UserViewChoices> => ({
  name: "userView",
  loadChoices: async (api, path, signal) => ({
    roles: mayShare
      ? await unwrap(api.GET("/api/RoleCompany/Company/{companyId}", { params: { path }, signal }), Array.isArray)
      : [],
  }),
  blank: () => ({ name: "", roleId: "", screen: "open", query: "", ...target }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, roleId, screen, query, version } = await unwrap(
      api.GET("/api/UserView/{id}/Company/{companyId}", { params, signal }),
    );
    return { draft: { name, roleId: roleId === null ? "" : String(roleId), screen, query, ...target }, version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = { companyId, ...draft, roleId: draft.roleId === "" ? null : Number(draft.roleId) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/UserView/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/UserView/{id}/Company/{companyId}", { params, body, signal }));
  },
});
