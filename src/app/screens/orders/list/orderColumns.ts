/**
 * Layout of the order table. `short` is the summary. `wide` has cells with two lines. `folded`, for tablets and
 * phones, puts customer, tags, courier and comment below the address.
 */
export type OrderLayout = "short" | "wide" | "folded";

/** Returns the headings between the due time and the amount. */
export const orderHeadings = (layout: OrderLayout, hasCouriers: boolean): readonly string[] => {
  if (layout === "short") return ["Прошло", "Статус", "Теги"];
  if (layout === "folded") return ["Прошло", "Статус", "Адрес"];
  return ["Статус", "Клиент, телефон", "Адрес, комментарий", ...(hasCouriers ? ["Курьер"] : [])];
};
