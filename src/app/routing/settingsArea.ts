const settings =
  /^\/Company\/\d+\/(Edit|Category|Item|OrderStatus|Tag|Discount|UserView|OperatorPhone|PaymentMethod|CustomField|Role|Employee|Override|Stock(Item|Group)|Supplier|Printer|Shop|Module|InventoryGroup|(Kitchen|Delivery|Finance)\/(Settings|Station|Zone|Source|Category))/i;

/**
 * Returns true if a path belongs to the settings of a company. These screens have a menu of their own, beside which the
 * sidebar is folded.
 */
export const isSettingsPath = (path: string): boolean => settings.test(path);
