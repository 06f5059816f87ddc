import type { CallFilter, CallRow } from "#machines/calls/calls.ts";

/** What a call's status is called, and its colour. */
export const statusWords: Readonly<Record<CallRow["statusCall"], { readonly title: string; readonly colour: string }>> =
  {
    StartRing: { title: "Звонит", colour: "blue" },
    Call: { title: "Разговор", colour: "green" },
    EndCall: { title: "Обработан", colour: "grey" },
    EndRing: { title: "Пропущен", colour: "red" },
  };

/** What the filters of the list are called. */
export const filterWords: Readonly<Record<CallFilter, string>> = {
  all: "Все",
  missed: "Пропущенные",
  unordered: "Без заказа",
};
