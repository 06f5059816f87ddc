import { readPeriod } from "#machines/queries/period.ts";
import { useQueryString } from "../../shared/useQueryString.ts";
import { useToday } from "../../shared/useToday.ts";

/** Titles of the states of one kind of stock documents. */
export type StateTexts<State extends string> = Readonly<Record<State, { readonly title: string }>>;

/** Filter of a list of stock documents, stored in the query string. */
export type DocumentFilter<State extends string> = ReturnType<typeof useDocumentFilter<State>>;

/** Reads the filter of a list of stock documents. A change of the filter opens the first page. */
export const useDocumentFilter = <State extends string>(companyId: number, states: StateTexts<State>) => {
  const { search, change } = useQueryString();
  const query = new URLSearchParams(search);
  const chosen = query.get("state") ?? "";
  const isState = (text: string): text is State => Object.hasOwn(states, text);
  return {
    query,
    period: readPeriod(query, useToday(companyId)),
    state: isState(chosen) ? chosen : undefined,
    change: (patch: Readonly<Record<string, string>>) => change({ page: "", ...patch }),
  };
};
