import { useState } from "react";
import { useServices } from "./context.ts";
import { reportingFetch } from "./upload.ts";

/** A way of sending that tells how much of a body is gone, 0 to 1, for saves that carry a file; undefined before the first. */
export const useSending = () => {
  const { fetchBy } = useServices();
  const [fraction, tell] = useState<number>();
  const [send] = useState(() => reportingFetch(fetchBy)(tell));
  return { send, fraction };
};
