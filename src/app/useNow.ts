import { useEffect, useState } from "react";
import { useServices } from "./context.ts";

/** Now by the server's clock, milliseconds since 1970, shown anew every so many milliseconds. */
export const useNow = (everyMs: number): number => {
  const { now, onClockCorrected } = useServices();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const look = () => setAt(now());
    const timer = setInterval(look, everyMs);
    const leave = onClockCorrected(look);
    return () => {
      clearInterval(timer);
      leave();
    };
  }, [now, onClockCorrected, everyMs]);
  return at;
};
