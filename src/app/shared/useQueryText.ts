import { useLocation, useSearch } from "wouter";

/**
 * Returns a value in the query string and a function that sets the value. Unless the value is the page number itself,
 * the function also removes the page number, so that the first page is shown (decisions, section 2). Only a new page
 * number is a new history entry.
 */
export const useQueryText = (name: string): readonly [string, (text: string) => void] => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const set = (text: string) => {
    const query = new URLSearchParams(search);
    query.delete("page");
    if (text) query.set(name, text);
    else query.delete(name);
    const next = query.toString();
    navigate(next ? `${path}?${next}` : path, { replace: name !== "page" });
  };
  return [new URLSearchParams(search).get(name) ?? "", set];
};
