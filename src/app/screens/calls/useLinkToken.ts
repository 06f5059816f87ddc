import { useEffect, useState } from "react";

/** The token that a link of the phones list has brought; taken out of the address, so that it stays in no history. */
export const useLinkToken = (): string => {
  const [token] = useState(() => /^#([\w-]{1,100})$/.exec(location.hash)?.[1] ?? "");
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  return token;
};
