import { withTimeLimit } from "./timeLimit.ts";

const SIGN_OUT_MS = 5000;

/**
 * Sends the sign-out to the server. Throws if the server does not answer within 5 s, or answers with a server error
 * (5xx).
 */
export const sendSignOut = async (
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<Response>,
): Promise<void> => {
  const { status } = await withTimeLimit(SIGN_OUT_MS, signal, send);
  if (status >= 500) throw new Error(`Not signed out: ${status}`);
};
