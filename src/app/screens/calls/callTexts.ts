import type { CallFilter, CallRow } from "#machines/queries/calls.ts";

/** Title and colour of each call status. */
export const callStatuses: Readonly<
  Record<CallRow["statusCall"], { readonly title: string; readonly colour: string }>
> = {
  StartRing: { title: "Звонит", colour: "blue" },
  Call: { title: "Разговор", colour: "green" },
  EndCall: { title: "Обработан", colour: "grey" },
  EndRing: { title: "Пропущен", colour: "red" },
};

/** Titles of the call list's filters. */
export const filterTitles: Readonly<Record<CallFilter, string>> = {
  all: "Все",
  missed: "Пропущенные",
  unordered: "Без заказа",
};
