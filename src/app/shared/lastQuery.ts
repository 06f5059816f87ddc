import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";

const queries = new Map<string, string>();

/**
 * Remembers the query string of the current list (filters and page number) until the browser reloads the application.
 */
export const useRememberedQuery = (): void => {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    queries.set(path.toLowerCase(), search);
  }, [path, search]);
};

/**
 * Returns the path of a list with the query string that the list had last. A path with a query string of its own is
 * returned unchanged.
 */
export const withLastQuery = (listPath: string): string => {
  const query = queries.get(listPath.toLowerCase());
  return query ? `${listPath}?${query}` : listPath;
};
