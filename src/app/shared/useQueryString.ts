import { useLocation, useSearch } from "wouter";

/**
 * Returns the query string and a function that changes its values. An empty value removes its parameter. With `isStep`
 * (the default) the change is a new history entry, so "Back" reverts the change.
 */
export const useQueryString = () => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const change = (patch: Readonly<Record<string, string>>, isStep = true) => {
    const query = new URLSearchParams(search);
    for (const [name, value] of Object.entries(patch)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const text = query.toString();
    if (text !== search) navigate(text ? `${path}?${text}` : path, { replace: !isStep });
  };
  return { search, change };
};
