const areas = /^(InventoryGroup|Inventory)(\/|$)/i;

/** Returns true if the path belongs to a documented screen that is not implemented yet. */
export const isPlannedScreen = (path: string): boolean => areas.test(/^\/Company\/\d+\/(.*)$/i.exec(path)?.[1] ?? "");
