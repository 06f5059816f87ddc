import { useEffect, useState } from "react";
import { useServices } from "../services/context.ts";

/**
 * Returns the server's time, ms since 1970. It is updated every `everyMs` ms, and when a response corrects the clock.
 */
export const useNow = (everyMs: number): number => {
  const { now, onClockCorrection } = useServices();
  const [at, setAt] = useState(now);
  useEffect(() => {
    const update = () => setAt(now());
    const timer = setInterval(update, everyMs);
    const unsubscribe = onClockCorrection(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, [now, onClockCorrection, everyMs]);
  return at;
};
