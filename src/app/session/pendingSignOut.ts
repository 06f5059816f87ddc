import type { AppConfig } from "#machines/session/config.ts";
import { sendSignOut } from "#machines/session/signOut.ts";
import { clearPendingSignOut, isSignOutPending } from "./storage.ts";

const sendIfPending = async ({ apiBase }: AppConfig): Promise<void> => {
  if (!isSignOutPending()) return;
  const { signal } = new AbortController();
  await sendSignOut(signal, (limit) => fetch(`${apiBase}/token/out`, { method: "POST", signal: limit }));
  clearPendingSignOut();
};

/**
 * Sends a sign-out that the server has not confirmed, if there is one. It must be sent before the next sign-in,
 * because the cookie still belongs to the previous user. Throws if the server does not answer, or answers with a
 * status of 500 or more.
 */
export const sendPendingSignOut = async (config: AppConfig): Promise<void> => {
  if (!isSignOutPending()) return;
  if ("locks" in navigator) await navigator.locks.request("session", () => sendIfPending(config));
  else await sendIfPending(config);
};
