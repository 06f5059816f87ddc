import { useState } from "react";
import { useServices } from "../services/context.ts";
import { createUploadFetch } from "./xhrUpload.ts";

/** A way of sending that tells how much of a body is gone, 0 to 1, for saves that carry a file; undefined before the first. */
export const useUploadProgress = () => {
  const { fetchBy } = useServices();
  const [fraction, tell] = useState<number>();
  const [send] = useState(() => createUploadFetch(fetchBy)(tell));
  return { send, fraction };
};
