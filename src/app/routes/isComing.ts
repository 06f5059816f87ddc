const areas =
  /^(Edit|Operations|Category|Item|OrderStatus|Discount|PaymentMethod|PaymentMethodExternal|Tag|OperatorPhone|RoleCompany|Payment|Employee|Shop|PackingList|TransferList|Delivery|Kitchen|ModuleConfiguration|Finance|InventoryGroup|Inventory|Customer)(\/|$)/i;

const places = /^\/(Company(\/New)?$|CompanyGroup|Account|Admin|Feedback)(\/|$)/i;

/** Whether the path is one that the product will have; it leads to a page which says so. */
export const isComing = (path: string): boolean =>
  places.test(path) || areas.test(/^\/Company\/\d+\/(.*)$/i.exec(path)?.[1] ?? "");
