import type { AppConfig } from "#machines/session/config.ts";
import { tellSignOut } from "#machines/session/signOut.ts";
import { endOwing, isSignOutOwed } from "../sessionRecord.ts";

const tell = async ({ apiBase }: AppConfig): Promise<void> => {
  if (!isSignOutOwed()) return;
  const { signal } = new AbortController();
  await tellSignOut(signal, (limit) => fetch(`${apiBase}/token/out`, { method: "POST", signal: limit }));
  endOwing();
};

/** Tells the server of a log-out that it has not heard of; throws while it does not answer. One tab at a time, and before anybody signs in: the cookie is still that of who left. */
export const settleSignOut = async (config: AppConfig): Promise<void> => {
  if (!isSignOutOwed()) return;
  if ("locks" in navigator) await navigator.locks.request("session", () => tell(config));
  else await tell(config);
};
