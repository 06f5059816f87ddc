import { useState } from "react";
import { useServices } from "../services/context.ts";
import { createUploadFetch } from "./xhrUpload.ts";

/**
 * Returns a `fetch` for uploads, and the uploaded fraction of the body, 0 to 1. The fraction is undefined before the
 * first progress event.
 */
export const useUploadProgress = () => {
  const { fetchBy } = useServices();
  const [fraction, setFraction] = useState<number>();
  const [send] = useState(() => createUploadFetch(fetchBy)(setFraction));
  return { send, fraction };
};
