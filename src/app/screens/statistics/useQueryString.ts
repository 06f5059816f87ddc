import { useLocation, useSearch } from "wouter";

/** The query string as what the screen's state is kept in, so that a link and the Back button restore it; `change` sets values, an empty one leaves. */
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
