import type { HideableColumn } from "#machines/orders/list/orderList.ts";

/**
 * Layout of the order table: `short` is the summary, and `wide` has cells with two lines. In `folded`, for tablets and
 * phones, customer, tags, courier and comment are below the address.
 */
export type OrderLayout = "short" | "wide" | "folded";

/**
 * Heading of a column; `isHidden` hides the column by CSS, but its cells remain in the table. On narrow screens each
 * row is a grid that places the cells by number.
 */
interface OrderHeading {
  readonly title: string;
  readonly isHidden?: boolean;
}

/** Returns the headings between the due time and the amount. `isShown` returns true for a column that is shown. */
export const orderHeadings = (
  layout: OrderLayout,
  isShown: (column: HideableColumn) => boolean,
): readonly OrderHeading[] => {
  const status = { title: "Статус" };
  const elapsed = { title: "Прошло", isHidden: !isShown("elapsed") };
  if (layout === "short") return [elapsed, status, { title: "Теги", isHidden: !isShown("tags") }];
  if (layout === "folded") return [elapsed, status, { title: "Адрес" }];
  return [
    status,
    ...(isShown("customer") ? [{ title: "Клиент, телефон" }] : []),
    ...(isShown("address") ? [{ title: "Адрес, комментарий" }] : []),
    ...(isShown("courier") ? [{ title: "Курьер" }] : []),
  ];
};
