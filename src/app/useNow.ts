import { useEffect, useState } from "react";
import { useServices } from "./context.ts";

/** Now by the server's clock, milliseconds since 1970, shown anew every so many milliseconds. */
export const useNow = (everyMs: number): number => {
  const { now } = useServices();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), everyMs);
    return () => clearInterval(timer);
  }, [now, everyMs]);
  return at;
};
