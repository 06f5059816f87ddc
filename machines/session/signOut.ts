import { withTimeLimit } from "./timeLimit.ts";

const SIGN_OUT_MS = 5000;

/** Tells the server of a log-out; throws when it has not heard of it within 5 s. */
export const tellSignOut = async (
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<void> => {
  const { status } = await withTimeLimit(SIGN_OUT_MS, signal, send);
  if (status >= 500) throw new Error(`Not signed out: ${status}`);
};
