import { type Schemas, unwrap } from "#api/client.ts";
import type { Colour } from "#domain/colour.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import { type CompanyPath, nextOrderOf, type OrderChoice, orderText, toReorderBody } from "./companyPath.ts";

export type TagRow = Schemas["Tag"];

/** Descriptor of the list of a company's tags. Removed tags are excluded. */
export const tagDirectory: DirectoryDescriptor<CompanyPath, TagRow> = {
  name: "tags",
  permission: () => "settings.edit",
  list: (api, path, signal) =>
    unwrap(api.GET("/api/Tag/Company/{companyId}/Summury", { params: { path }, signal }), Array.isArray),
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(api.DELETE("/api/Tag/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal })),
  },
  reorder: (api, path, order, signal) =>
    unwrap(api.PUT("/api/Tag/Company/{companyId}/Order", { params: { path }, body: toReorderBody(order), signal })),
};

/** Draft of a tag. An empty string means that the field has no value. */
export interface TagDraft {
  name: string;
  color: Colour | "";
  order: string;
}

export const tagEditor: EditorDescriptor<CompanyPath, TagDraft, OrderChoice> = {
  name: "tag",
  permission: () => "settings.edit",
  loadChoices: async (api, path, signal) => ({ nextOrder: nextOrderOf(await tagDirectory.list(api, path, signal)) }),
  blank: (_, { nextOrder }) => ({ name: "", color: "", order: nextOrder }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const tag = await unwrap(api.GET("/api/Tag/{id}/Company/{companyId}", { params, signal }));
    return { draft: { name: tag.name, color: tag.color ?? "", order: orderText(tag.order) }, version: tag.version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = { name: draft.name, color: draft.color || null, order: Number(draft.order) };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/Tag/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/Tag/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }));
  },
};
