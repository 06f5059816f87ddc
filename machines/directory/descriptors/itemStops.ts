import { type Schemas, unwrap } from "#api/client.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

/** Dish in the stop list. The id of the row is the id of the dish. */
export type ItemStopRow = Schemas["ItemStop"] & { readonly id: number };

const POLL_MS = 30_000;

/** Descriptor of the query for the dishes in the stop list. The order editor polls this query. */
export const itemStopsQuery: QueryDescriptor<CompanyPath, readonly Schemas["ItemStop"][]> = {
  name: "itemStops",
  topics: ["stop"],
  polling: () => ({ visible: POLL_MS }),
  load: (api, path, signal) =>
    unwrap(api.GET("/api/ItemStop/Company/{companyId}", { params: { path }, signal }), Array.isArray),
};

/**
 * Descriptor of a company's stop list: the dishes that cannot be ordered at present, or only in a limited number of
 * portions.
 */
export const itemStopDirectory: DirectoryDescriptor<CompanyPath, ItemStopRow> = {
  name: "itemStops",
  topics: ["stop"],
  permission: () => "kitchen.cook",
  list: async (api, path, signal) =>
    (await itemStopsQuery.load(api, path, signal)).map((stop) => ({ ...stop, id: stop.itemId })),
  commands: {
    remove: (api, { companyId }, { itemId }, signal) =>
      unwrap(
        api.DELETE("/api/ItemStop/{itemId}/Company/{companyId}", { params: { path: { companyId, itemId } }, signal }),
      ),
  },
};

/**
 * Draft of a stop-list entry; an `itemId` of 0 means that no dish is chosen. An empty `until` means no end, and an
 * empty `remaining` means that no portion can be ordered.
 */
export interface ItemStopDraft {
  itemId: number;
  until: string;
  remaining: string;
  reason: string;
}

/** Data for the form of a stop-list entry: the dishes that can be chosen. */
export interface ItemStopChoices {
  readonly dishes: readonly { readonly id: number; readonly name: string }[];
}

/** Company of a stop-list entry, and the end of the company's current business day (ISO 8601). */
export interface ItemStopScope extends CompanyPath {
  readonly dayEnd: string;
}

/** Descriptor of the editor of a stop-list entry. A new entry ends with the business day by default. */
export const itemStopEditor: EditorDescriptor<ItemStopScope, ItemStopDraft, ItemStopChoices> = {
  name: "itemStop",
  permission: () => "kitchen.cook",
  loadChoices: async (api, { companyId }, signal) => {
    const params = { path: { companyId } };
    const items = await unwrap(api.GET("/api/Item/Company/{companyId}", { params, signal }), Array.isArray);
    return { dishes: items.map(({ id, name }) => ({ id, name })) };
  },
  blank: ({ dayEnd }) => ({ itemId: 0, until: dayEnd, remaining: "", reason: "" }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, itemId: Number(id) } };
    const { itemId, until, remaining, reason } = await unwrap(
      api.GET("/api/ItemStop/{itemId}/Company/{companyId}", { params, signal }),
    );
    return {
      draft: {
        itemId,
        until: until ?? "",
        remaining: remaining === null ? "" : String(remaining),
        reason: reason ?? "",
      },
    };
  },
  save: async (api, { companyId }, { draft: { itemId, until, remaining, reason }, key }, signal) => {
    const params = { path: { companyId, itemId }, header: { "Idempotency-Key": key } };
    const body = {
      until: until || null,
      remaining: remaining.trim() === "" ? null : Number(remaining),
      reason: reason.trim() || null,
    };
    await unwrap(api.PUT("/api/ItemStop/{itemId}/Company/{companyId}", { params, body, signal }));
    return { id: itemId };
  },
};
