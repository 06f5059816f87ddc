import type { InventoryGroupDraft } from "#machines/directory/descriptors/inventoryGroups.ts";
import type { PackingListItem } from "#machines/directory/descriptors/packingLists.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";

/** Returns the values of an inventory group draft as text. */
export const describeInventoryGroup = (
  { name, everyDays, isBlind, stockItemIds }: InventoryGroupDraft,
  items: readonly PackingListItem[],
): readonly Fact[] => [
  ["Название", name],
  ["Считать раз в, дней", everyDays],
  ["Вслепую", yesOrNo(isBlind)],
  ["Товары", stockItemIds.map((id) => items.find((item) => item.id === id)?.title ?? `№ ${id}`).join(", ")],
];
