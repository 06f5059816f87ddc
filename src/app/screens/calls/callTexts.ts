import type { CallFilter, CallRow } from "#machines/queries/calls.ts";

/** Titles and colours of the statuses of a call. */
export const callStatuses: Readonly<
  Record<CallRow["statusCall"], { readonly title: string; readonly colour: string }>
> = {
  StartRing: { title: "Звонит", colour: "blue" },
  Call: { title: "Разговор", colour: "green" },
  EndCall: { title: "Обработан", colour: "grey" },
  EndRing: { title: "Пропущен", colour: "red" },
};

/** Titles of the filters of the list. */
export const filterTitles: Readonly<Record<CallFilter, string>> = {
  all: "Все",
  missed: "Пропущенные",
  unordered: "Без заказа",
};
