import { unwrap } from "#api/client.ts";
import { type EditorDescriptor, MissingEntry } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";
import { isInventory } from "./inventories.ts";
import { type InventoryGroupRow, inventoryGroupDirectory } from "./inventoryGroups.ts";

/** Company of the new inventory, and the inventory group that is selected when the form opens. */
export interface InventoryStartScope extends CompanyPath {
  readonly groupId: number | undefined;
}

/** Draft of a new inventory. A `groupId` of 0 means that no inventory group is chosen. */
export interface InventoryStartDraft {
  groupId: number;
  comment: string;
}

/** Descriptor of the form that starts an inventory. `loadChoices` reads the inventory groups of the company. */
export const inventoryStartEditor: EditorDescriptor<
  InventoryStartScope,
  InventoryStartDraft,
  readonly InventoryGroupRow[]
> = {
  name: "inventoryStart",
  permission: () => "stock.edit",
  loadChoices: (api, { companyId }, signal) => inventoryGroupDirectory.list(api, { companyId }, signal),
  blank: ({ groupId }, groups) => {
    const isKnown = groups.some(({ id }) => id === groupId);
    return { groupId: (isKnown ? groupId : groups.length === 1 ? groups[0]?.id : 0) ?? 0, comment: "" };
  },
  read: () => Promise.reject(new MissingEntry()),
  save: (api, { companyId }, { draft, key }, signal) =>
    unwrap(
      api.POST("/api/Inventory/Company/{companyId}", {
        params: { path: { companyId }, header: { "Idempotency-Key": key } },
        body: { companyId, groupId: draft.groupId, comment: draft.comment.trim() || null },
        signal,
      }),
      isInventory,
    ),
};
