import { useEffect, useState } from "react";

/** Returns the token in the fragment of the address and removes it from there, so that it stays in no history. */
export const useLinkToken = (): string => {
  const [token] = useState(() => /^#([\w-]{1,100})$/.exec(location.hash)?.[1] ?? "");
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return token;
};
