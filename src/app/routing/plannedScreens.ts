const areas =
  /^(PaymentMethodExternal|Payment|Shop|PackingList|TransferList|Delivery|Kitchen|ModuleConfiguration|Finance|InventoryGroup|Inventory|Customer)(\/|$)/i;

/** Whether the path is one that the product will have; it leads to a page which says so. */
export const isPlannedScreen = (path: string): boolean =>
  /^\/Feedback(\/|$)/i.test(path) || areas.test(/^\/Company\/\d+\/(.*)$/i.exec(path)?.[1] ?? "");
