import { useEffect, useState } from "react";

/**
 * Returns the token from the URL's fragment. The fragment is then removed, so that the token does not stay in the
 * browser's history.
 */
export const useLinkToken = (): string => {
  const [token] = useState(() => /^#([\w-]{1,100})$/.exec(location.hash)?.[1] ?? "");
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return token;
};
