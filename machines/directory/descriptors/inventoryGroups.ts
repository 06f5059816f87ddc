import { hasFields, isListOf } from "#api/answerShape.ts";
import { type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";
import { type PackingListItem, packingListItemsQuery } from "./packingLists.ts";

export type InventoryGroupRow = Schemas["InventoryGroupRow"];

const areGroups = isListOf({ id: "number", name: "string", isBlind: "boolean", itemCount: "number" });

/** Descriptor of the list of inventory groups. The stock items of a group are counted together. */
export const inventoryGroupDirectory: DirectoryDescriptor<CompanyPath, InventoryGroupRow> = {
  name: "inventoryGroups",
  permission: () => "stock.edit",
  list: (api, { companyId }, signal) =>
    unwrap(
      api.GET("/api/InventoryGroup/Company/{companyId}/Summury", { params: { path: { companyId } }, signal }),
      areGroups,
    ),
  commands: {
    // The idempotency key is derived from the version, so a repeated removal gets the answer to the first removal.
    remove: (api, { companyId }, { id, version }, signal) =>
      unwrap(
        api.DELETE("/api/InventoryGroup/{id}/Company/{companyId}", {
          params: {
            path: { companyId, id },
            header: toWriteHeaders({ version, key: `remove-inventory-group-${id}-${version}` }),
          },
          signal,
        }),
      ),
  },
};

/**
 * Draft of an inventory group. `everyDays` is the typed number of days between two inventories, or empty for no
 * schedule.
 */
export interface InventoryGroupDraft {
  name: string;
  everyDays: string;
  isBlind: boolean;
  stockItemIds: number[];
}

/** Descriptor of the editor of an inventory group. `loadChoices` reads the stock items of the company. */
export const inventoryGroupEditor: EditorDescriptor<CompanyPath, InventoryGroupDraft, readonly PackingListItem[]> = {
  name: "inventoryGroup",
  permission: () => "stock.edit",
  loadChoices: (api, { companyId }, signal) => packingListItemsQuery.load(api, { companyId }, signal),
  blank: () => ({ name: "", everyDays: "7", isBlind: false, stockItemIds: [] }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, everyDays, isBlind, stockItemIds, version } = await unwrap(
      api.GET("/api/InventoryGroup/{id}/Company/{companyId}", { params, signal }),
      (answer) => hasFields(answer, { name: "string", isBlind: "boolean", stockItemIds: "list" }),
    );
    const draft = { name, everyDays: everyDays === null ? "" : String(everyDays), isBlind, stockItemIds };
    return { draft, version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const { name, everyDays, isBlind, stockItemIds } = draft;
    const days = everyDays.trim();
    const body = { companyId, name, everyDays: days === "" ? null : Number(days), isBlind, stockItemIds };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/InventoryGroup/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(
      api.PUT("/api/InventoryGroup/{id}/Company/{companyId}", { params, body: { ...body, id: Number(id) }, signal }),
    );
  },
};
