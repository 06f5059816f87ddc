// Runs in the head, before the application has come: theme, the way to the login page, the token and the data of the first screen.
import { listPlace } from "./listPlace.ts";
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

const addresses = { open: "MediumSummury?isOpenedOnly=true", summary: "Summury", medium: "MediumSummury" };

const listAddress = (): string | undefined => {
  const place = listPlace(location.pathname);
  if (!place || /date=/i.test(location.search)) return undefined;
  return `/api/Order/Company/${place.companyId}/${addresses[place.view]}`;
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
  const address = listAddress();
  // Asked for where it is waited for alone: a failure that nobody hears would count as a fault of the page.
  const token = address && (isUsable ? Promise.resolve(kept.token) : refreshed?.then(tokenOf));
  if (!token) return refreshed ? { refresh: refreshed } : {};
  const answer = token.then((value) => fetch(apiBase + address, { headers: { Authorization: `Bearer ${value}` } }));
  answer.catch(() => {});
  return { ...(refreshed && { refresh: refreshed }), ahead: { address, answer } };
};

/** Ends in a task of its own, so that what comes next blocks neither a key nor a drawing. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** Fetches a file to be run later. */
const preload = (href: string) =>
  document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));

/** Evaluates the application's files one after the other, each in a task of its own. */
const run = async (files: readonly string[]) => {
  await nextTask();
  // The first is on its way with the page; the others, compiled beside it, would have kept the first paint waiting.
  files.slice(1).forEach(preload);
  for (const file of files) {
    await import(/* @vite-ignore */ file);
    await nextTask();
  }
};

/** Shows in the place of "Загрузка…" what the page has to say when nothing else of the application came. */
const sayMissing = () => {
  for (const part of document.querySelectorAll<HTMLElement>("main[aria-busy] > *")) part.hidden = !part.hidden;
};

// Read at once: an asynchronous function no longer knows which script it is in.
const files = document.currentScript?.dataset["modules"]?.split(" ") ?? [];

try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
  if (localStorage.getItem("session")) {
    globalThis.begun = begin();
    run(files).catch(sayMissing);
  } else
    location.replace(`/login.html?return=${encodeURIComponent(location.pathname + location.search)}${location.hash}`);
} catch {
  // A browser that lets no page keep anything throws at the first look.
  sayMissing();
}
