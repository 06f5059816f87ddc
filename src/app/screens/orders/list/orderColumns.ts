import type { HideableColumn } from "#machines/orders/list/orderList.ts";

/**
 * Layout of the order table. `short` is the summary. `wide` has cells with two lines. `folded`, for tablets and
 * phones, puts customer, tags, courier and comment below the address.
 */
export type OrderLayout = "short" | "wide" | "folded";

/** Returns the headings between the due time and the amount. `isShown` returns true for a column that is shown. */
export const orderHeadings = (layout: OrderLayout, isShown: (column: HideableColumn) => boolean): readonly string[] => {
  const elapsed = isShown("elapsed") && "Прошло";
  const headings = {
    short: [elapsed, "Статус", isShown("tags") && "Теги"],
    folded: [elapsed, "Статус", "Адрес"],
    wide: [
      "Статус",
      isShown("customer") && "Клиент, телефон",
      isShown("address") && "Адрес, комментарий",
      isShown("courier") && "Курьер",
    ],
  };
  return headings[layout].filter((heading) => heading !== false);
};
