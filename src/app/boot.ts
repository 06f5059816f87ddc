// Runs in the head, before the application has come: theme, the way to the login page, the token and the data of the first screen.
import { readTabToken } from "./sessionRecord.ts";

/** What was begun; `main.tsx` takes it over. */
export interface Begun {
  refresh?: Promise<unknown>;
  ahead?: { address: string; answer: Promise<Response> };
}

declare global {
  var begun: Begun | undefined;
  var appConfig: unknown;
}

const option = (name: string): unknown =>
  typeof appConfig === "object" && appConfig !== null ? Reflect.get(appConfig, name) : undefined;

const apiBase = String(option("apiBase") ?? "");
const hasCookie = option("session") !== "body";

const theme = localStorage.getItem("theme");
if (theme) document.documentElement.dataset["theme"] = theme;

const listAddress = (): string | undefined => {
  const [, companyId, view = ""] =
    /^\/company\/(\d+)(\/dashboard\/(?:medium)?summury)?\/?$/i.exec(location.pathname) ?? [];
  if (!companyId || /date=/i.test(location.search)) return undefined;
  const list = `/api/Order/Company/${companyId}/`;
  if (!view) return `${list}MediumSummury?isOpenedOnly=true`;
  return /medium/i.test(view) ? `${list}MediumSummury` : `${list}Summury`;
};

const refresh = (): Promise<unknown> => {
  const ask = async () => {
    const response = await fetch(`${apiBase}/token/refresh`, {
      method: "POST",
      credentials: "include",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ grantType: "refresh_token", refresh_token: "" }),
    });
    return response.ok ? response.json() : Promise.reject(new Error("The session machine will ask again"));
  };
  return navigator.locks.request("session", { ifAvailable: true }, (lock) =>
    lock ? ask() : Promise.reject(new Error("Another tab refreshes")),
  );
};

const tokenOf = (answer: unknown): string =>
  typeof answer === "object" && answer !== null ? String(Reflect.get(answer, "access_token")) : "";

const begin = (): Begun => {
  const kept = readTabToken();
  const isUsable = kept !== undefined && kept.expiry > performance.timeOrigin + performance.now() + 1_000;
  const refreshed = !isUsable && hasCookie && "locks" in navigator ? refresh() : undefined;
  refreshed?.catch(() => {});
  const token = isUsable ? Promise.resolve(kept.token) : refreshed?.then(tokenOf);
  const address = listAddress();
  if (!address || !token) return refreshed ? { refresh: refreshed } : {};
  const answer = token.then((value) => fetch(apiBase + address, { headers: { Authorization: `Bearer ${value}` } }));
  answer.catch(() => {});
  return { ...(refreshed && { refresh: refreshed }), ahead: { address, answer } };
};

if (localStorage.getItem("session")) globalThis.begun = begin();
else location.replace(`/login.html?return=${encodeURIComponent(location.pathname + location.search + location.hash)}`);
