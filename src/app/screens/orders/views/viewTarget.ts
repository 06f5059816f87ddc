import type { UserViewRow, ViewTarget } from "#machines/directory/descriptors/userViews.ts";
import { readQuery, writeQuery } from "#machines/orders/list/orderList.ts";

const tails: Readonly<Record<ViewTarget["screen"], string>> = {
  open: "",
  summary: "/DashBoard/Summury",
  medium: "/DashBoard/MediumSummury",
};

/** Names of the three built-in order lists. The view panel shows these lists above the saved views. */
export const screenNames: Readonly<Record<ViewTarget["screen"], string>> = {
  open: "Незакрытые заказы",
  summary: "Сводка заказов",
  medium: "Расширенная сводка",
};

/** Returns the path of an order list, with its query string. */
export const pathOfView = (companyId: number, { screen, query }: ViewTarget): string =>
  `/Company/${companyId}${tails[screen]}${query && `?${query}`}`;

/** Removes the page number from the query string of an order list. A saved view stores the result. */
export const viewQuery = (search: string): string => writeQuery({ ...readQuery(search), page: 1 });

/**
 * Reads the order list from a query string such as "screen=open&query=sort%3Dnumber". Returns undefined if the query
 * string names no known order list.
 */
export const readTarget = (search: string): ViewTarget | undefined => {
  const params = new URLSearchParams(search);
  const screen = (["open", "summary", "medium"] as const).find((name) => name === params.get("screen"));
  return screen && { screen, query: viewQuery(params.get("query") ?? "") };
};

/** Converts an order list into a query string that `readTarget` can parse. */
export const writeTarget = ({ screen, query }: ViewTarget): string => new URLSearchParams({ screen, query }).toString();

/** Returns a text about the audience of a view. The text is different for the author and for other users. */
export const audienceText = ({ isOwn, roleName, authorAlias }: UserViewRow): string => {
  if (roleName === null) return "только вы";
  return isOwn ? `роль «${roleName}»` : `роль «${roleName}», создал ${authorAlias}`;
};
