const areas =
  /^(PaymentMethodExternal|Payment|Shop|PackingList|TransferList|Delivery|Kitchen|ModuleConfiguration|Finance|InventoryGroup|Inventory|Customer)(\/|$)/i;

/** Returns whether a path belongs to a documented screen that is not built yet. */
export const isPlannedScreen = (path: string): boolean =>
  /^\/Feedback(\/|$)/i.test(path) || areas.test(/^\/Company\/\d+\/(.*)$/i.exec(path)?.[1] ?? "");
