import { useLocation, useSearch } from "wouter";

/**
 * Returns a value of the query string and its setter. The setter also removes the page number, so that the list returns
 * to its first page (decisions, section 2).
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
