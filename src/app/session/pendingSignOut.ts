import type { AppConfig } from "#machines/session/config.ts";
import { tellSignOut } from "#machines/session/signOut.ts";
import { clearPendingSignOut, isSignOutPending } from "./storage.ts";

const tell = async ({ apiBase }: AppConfig): Promise<void> => {
  if (!isSignOutPending()) return;
  const { signal } = new AbortController();
  await tellSignOut(signal, (limit) => fetch(`${apiBase}/token/out`, { method: "POST", signal: limit }));
  clearPendingSignOut();
};

/** Tells the server of a log-out that it has not heard of; throws while it does not answer. One tab at a time, and before anybody signs in: the cookie is still that of who left. */
export const sendPendingSignOut = async (config: AppConfig): Promise<void> => {
  if (!isSignOutPending()) return;
  if ("locks" in navigator) await navigator.locks.request("session", () => tell(config));
  else await tell(config);
};
